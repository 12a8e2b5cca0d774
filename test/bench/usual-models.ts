import { DataTypes, Model, Sequelize } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, NonAttribute } from 'sequelize';

class Row<Self extends Model> extends Model<InferAttributes<Self>, InferCreationAttributes<Self>> {}

export class User extends Row<User> {
  declare id: string;
  declare companyId: string | null;
  declare status: string;
}

export class Person extends Row<Person> {
  declare id: string;
  declare firstName: string;
  declare lastName: string;
}

export class Team extends Row<Team> {
  declare id: string;
  declare companyId: string;
  declare name: string;
}

export class Contract extends Row<Contract> {
  declare id: string;
  declare companyId: string;
  declare type: string;
  declare title: string;
  declare rate: string | null;
  declare contractorId: string;
  declare employerId: string;
  declare teamId: string | null;
  declare contractor: NonAttribute<Person>;
  declare employer: NonAttribute<Person>;
  declare team: NonAttribute<Team | null>;
}

export class ScheduledPayment extends Row<ScheduledPayment> {
  declare id: string;
  declare companyId: string;
  declare contractId: string;
  declare name: string;
  declare amount: string;
  declare paidAmount: string;
  declare status: string;
  declare scheduledPaymentOn: Date;
  declare contract: NonAttribute<Contract>;
}

export class TimesheetDay extends Row<TimesheetDay> {
  declare companyId: string;
  declare contractId: string;
  declare workDate: string;
  declare contract: NonAttribute<Contract>;
}

/** Connects the models, as many connections as the product's reporting has. */
export function connectModels(databaseUrl: string): void {
  const sequelize = new Sequelize(databaseUrl, {
    schema: 'reporting',
    define: { underscored: true, timestamps: false },
    pool: { max: 10 },
    logging: false,
  });
  const { TEXT, DECIMAL, DATE, DATEONLY } = DataTypes;
  const id = { type: TEXT, primaryKey: true };
  User.init({ id, companyId: TEXT, status: TEXT }, { sequelize, schema: 'auth', tableName: 'users' });
  Person.init({ id, firstName: TEXT, lastName: TEXT }, { sequelize, tableName: 'people' });
  Team.init({ id, companyId: TEXT, name: TEXT }, { sequelize, tableName: 'teams' });
  Contract.init(
    {
      id,
      companyId: TEXT,
      type: TEXT,
      title: TEXT,
      rate: DECIMAL,
      contractorId: TEXT,
      employerId: TEXT,
      teamId: TEXT,
    },
    { sequelize, tableName: 'contracts' },
  );
  ScheduledPayment.init(
    {
      id,
      companyId: TEXT,
      contractId: TEXT,
      name: TEXT,
      amount: DECIMAL,
      paidAmount: DECIMAL,
      status: TEXT,
      scheduledPaymentOn: DATE,
    },
    { sequelize, tableName: 'scheduled_payments' },
  );
  TimesheetDay.init(
    { companyId: TEXT, contractId: { type: TEXT, primaryKey: true }, workDate: { type: DATEONLY, primaryKey: true } },
    { sequelize, tableName: 'timesheet_days' },
  );
  Contract.belongsTo(Person, { as: 'contractor', foreignKey: 'contractorId' });
  Contract.belongsTo(Person, { as: 'employer', foreignKey: 'employerId' });
  Contract.belongsTo(Team, { as: 'team', foreignKey: 'teamId' });
  ScheduledPayment.belongsTo(Contract, { as: 'contract', foreignKey: 'contractId' });
  TimesheetDay.belongsTo(Contract, { as: 'contract', foreignKey: 'contractId' });
}
