import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import jwt from 'jsonwebtoken';
import { col, DataTypes, fn, literal, Op, Sequelize } from 'sequelize';
import type { Model } from 'sequelize';
import { paths } from '../../../gateway/paths.ts';
import { runProgram } from '../../../runtime/process/program.ts';

/** The payments report as it is usually written: one Express process with Sequelize's models, and nothing prepared. */
await runProgram(
  'usual-stack',
  () => ({ LOG_LEVEL: 'warn', DATABASE_URL: process.env.DATABASE_URL ?? '', PUBLIC_KEY: process.env.PUBLIC_KEY ?? '' }),
  async ({ DATABASE_URL, PUBLIC_KEY }) => {
    const { User, listPayments } = connectModels(DATABASE_URL);
    const app = express();
    app.get(paths.scheduledPayments, async (request, response) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const issued = { issuer: 'client-reporting-api', audience: 'client-reporting-api' };
      const { sub = '' } = jwt.verify(token, PUBLIC_KEY, { algorithms: ['RS256'], ...issued }) as jwt.JwtPayload;
      const user = (await User.findByPk(sub))?.toJSON<{ companyId: string; status: string }>();
      if (user?.status !== 'active') response.sendStatus(403);
      else response.json(await listPayments(user.companyId, request.query as Record<string, string>));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
);

function connectModels(databaseUrl: string) {
  const define = { underscored: true, timestamps: false };
  const sequelize = new Sequelize(databaseUrl, { schema: 'reporting', define, pool: { max: 10 }, logging: false });
  const { TEXT, DECIMAL, DATE } = DataTypes;
  const _id = { type: TEXT, primaryKey: true, field: 'id' };
  const money = (name: string) => ({
    type: DECIMAL,
    get(this: Model) {
      return Number(this.getDataValue(name as never));
    },
  });
  const User = sequelize.define('user', { _id, companyId: TEXT, status: TEXT }, { schema: 'auth', tableName: 'users' });
  const Person = sequelize.define('person', { _id, firstName: TEXT, lastName: TEXT }, { tableName: 'people' });
  const Team = sequelize.define('team', { _id, companyId: TEXT, name: TEXT });
  const Contract = sequelize.define('contract', { _id, companyId: TEXT, title: TEXT });
  const columns = { name: TEXT, amount: money('amount'), paidAmount: money('paidAmount'), status: TEXT };
  const Payment = sequelize.define('scheduled_payment', { _id, companyId: TEXT, ...columns, scheduledPaymentOn: DATE });
  for (const as of ['contractor', 'employer']) Contract.belongsTo(Person, { as });
  Contract.belongsTo(Team);
  Payment.belongsTo(Contract);

  const listPayments = async (companyId: string, query: Record<string, string>) => {
    const { fromDate = '', toDate = '', page = '1', itemsPerPage = '10' } = query;
    const [currentPage, limit] = [Number(page), Number(itemsPerPage)];
    const days = { [Op.gte]: new Date(fromDate), [Op.lt]: new Date(Date.parse(toDate) + 86_400_000) };
    const where = { companyId, scheduledPaymentOn: days };
    const people = ['contractor', 'employer'].map((as) => ({ model: Person, as }));
    const team = { model: Team, attributes: ['_id', 'name'], where: { companyId }, required: false };
    const { rows, count } = await Payment.findAndCountAll({
      where,
      attributes: ['_id', ...Object.keys(columns), 'scheduledPaymentOn'],
      // The company is named, so that the tables' keys can be used.
      include: [{ model: Contract, attributes: ['_id', 'title'], where: { companyId }, include: [...people, team] }],
      order: ['scheduledPaymentOn', '_id'].map((name): [string, string] => [name, 'DESC']),
      limit,
      offset: (currentPage - 1) * limit,
    });
    const totals = (await Payment.findOne({
      where,
      attributes: [
        [fn('COUNT', fn('DISTINCT', col('contract_id'))), 'contracts'],
        [literal(`COUNT(*) FILTER (WHERE status = 'paid')`), 'paid'],
        [fn('SUM', col('paid_amount')), 'amount'],
      ],
      raw: true,
    })) as unknown as Record<'contracts' | 'paid' | 'amount', string | null>;
    return {
      results: rows,
      pagination: { currentPage, itemsPerPage: limit, pagesCount: Math.ceil(count / limit), totalCount: count },
      statistics: {
        contractsCount: Number(totals.contracts),
        scheduledPaymentsCount: count,
        paidScheduledPaymentsCount: Number(totals.paid),
        totalScheduledPaymentsPaidAmount: Number(totals.amount),
      },
    };
  };
  return { User, listPayments };
}
