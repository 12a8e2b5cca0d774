import { parse } from 'pg-connection-string';
import { ConnectionError, DatabaseError, DataTypes, Model, QueryTypes, Sequelize } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute, Transaction } from 'sequelize';
import pg from 'pg';
import { Registry } from 'prom-client';
import { ApiError } from '../../proto/errors.ts';
import { closeWhenDead, requireCaller } from '../../runtime/postgres/cancellation.ts';
import { sessionLimits, unavailableIfTransient } from '../../runtime/postgres/database.ts';
import { measurePool, statementObserver } from '../../runtime/postgres/database-metrics.ts';
import type { DatabaseConfig } from '../../runtime/postgres/database.ts';
import { sessionSettings } from '../../runtime/postgres/session.ts';
import type { Tracing } from '../../runtime/tracing/tracing.ts';

export class Application extends Model<InferAttributes<Application>, InferCreationAttributes<Application>> {
  declare clientId: string;
  declare userId: string | null;
  declare grantTypes: string[];
  declare revokedAt: Date | null;
  /** Grows when all of its tokens are revoked. */
  declare tokenGeneration: CreationOptional<number>;
  declare secretsRefused: CreationOptional<boolean>;
  /** CIDR blocks; without any, everywhere. */
  declare networks: CreationOptional<string[]>;
  declare secrets?: NonAttribute<ClientSecret[]>;
}

export class ClientSecret extends Model<InferAttributes<ClientSecret>, InferCreationAttributes<ClientSecret>> {
  declare id: CreationOptional<string>;
  declare clientId: string;
  declare secretHash: Buffer;
  declare origin: 'given' | 'generated';
  declare createdAt: CreationOptional<Date>;
  declare expiresAt: Date | null;
  declare lastUsedAt: CreationOptional<Date | null>;
}

/** Both throw ApiError `service_unavailable` when the database can't answer now. */
export type AuthDatabase = {
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Runs a statement in a transaction, or by itself, unless the signal of its caller is aborted. */
  query: <Row extends object>(
    within: Transaction | AbortSignal,
    statement: string,
    values?: unknown[],
  ) => Promise<Row[]>;
  close: () => Promise<void>;
};

export function openAuthDatabase(config: DatabaseConfig, metrics = new Registry(), tracing?: Tracing): AuthDatabase {
  const { host, port, user, password, database, ssl } = parse(config.DATABASE_URL);
  const sequelize = new Sequelize({
    dialect: 'postgres',
    dialectModule: pg,
    host: host ?? 'localhost',
    port: Number(port ?? 5432),
    ...(user && { username: user }),
    ...(password && { password }),
    ...(database && { database }),
    schema: 'auth',
    define: { underscored: true, timestamps: false },
    dialectOptions: { application_name: 'auth', ssl, keepAlive: true, connectionTimeoutMillis: 3_000 },
    pool: { max: config.DATABASE_POOL_SIZE, idle: 60_000, acquire: 3_000 },
    logging: false,
    hooks: {
      afterConnect: async (connection) => {
        const client = connection as pg.ClientBase;
        closeWhenDead(client, config);
        await client.query(`${sessionSettings}; ${sessionLimits(config)}`);
      },
    },
  });
  const { connectionManager } = sequelize as Measurable;
  measurePool(metrics, 'auth', config.DATABASE_POOL_SIZE, () => {
    const { size, available: idle, waiting } = connectionManager.pool;
    return { size, idle, waiting };
  });
  const observeStatements = statementObserver(metrics, tracing);
  sequelize.addHook('afterConnect', (connection) => observeStatements(connection as { query: unknown }));
  Application.init(
    {
      clientId: { type: DataTypes.TEXT, primaryKey: true },
      userId: DataTypes.TEXT,
      grantTypes: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
      revokedAt: DataTypes.DATE,
      tokenGeneration: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      secretsRefused: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      networks: { type: DataTypes.ARRAY(DataTypes.CIDR), allowNull: false, defaultValue: [] },
    },
    { sequelize, tableName: 'oauth_applications' },
  );
  ClientSecret.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
      clientId: { type: DataTypes.TEXT, allowNull: false },
      secretHash: { type: DataTypes.BLOB, allowNull: false },
      origin: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: DataTypes.NOW },
      expiresAt: DataTypes.DATE,
      lastUsedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'client_secrets' },
  );
  Application.hasMany(ClientSecret, { as: 'secrets', foreignKey: 'clientId' });
  return {
    transaction: (work) => sequelize.transaction(work).catch(refuse),
    query: async (within, statement, values = []) => {
      const isAlone = within instanceof AbortSignal;
      if (isAlone) requireCaller(within);
      const options = { type: QueryTypes.SELECT as const, bind: values, transaction: isAlone ? null : within };
      return sequelize.query<never>(statement, options).catch(refuse);
    },
    close: () => sequelize.close(),
  };
}

function refuse(error: unknown): never {
  if (error instanceof ConnectionError) throw new ApiError('service_unavailable', { cause: error });
  throw unavailableIfTransient(error instanceof DatabaseError ? error.original : error);
}

// What Sequelize has and its types lack.
type Measurable = Sequelize & {
  connectionManager: { pool: { size: number; available: number; waiting: number } };
};
