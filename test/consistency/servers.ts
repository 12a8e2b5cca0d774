import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startLocalPostgres } from '../../local/postgres/postgres.ts';
import type { LocalPostgres } from '../../local/postgres/postgres.ts';
import { query } from '../support/postgres/database.ts';
import { startRelay } from '../support/network/relay.ts';
import { startStandby } from '../support/postgres/standby.ts';
import { until, untilDone } from '../support/until.ts';

type Server = { postgres: LocalPostgres; directory: string; port: string };

const database = 'reports';

/** A primary and a standby that has applied each transaction before its commit returns. */
export async function startServers(directory: string, prepare: (databaseUrl: string) => Promise<void>) {
  let number = 0;
  const nextDirectory = () => path.join(directory, `server-${(number += 1)}`);
  const first = nextDirectory();
  let primary = serverOf(await startLocalPostgres(first, settings), first);
  await query(primary.postgres.urlOf('postgres'), `create database ${database}`);
  await prepare(primary.postgres.urlOf(database));
  let standby = await follow(primary, nextDirectory());
  const primaryRelay = await startRelay(Number(primary.port));
  const standbyRelay = await startRelay(Number(standby.port));
  const through = (port: number) => {
    const url = new URL(primary.postgres.urlOf(database));
    url.port = String(port);
    return url.href;
  };
  const takeOver = async (next: Server) => {
    await kill(primary);
    await rm(primary.directory, { recursive: true });
    primary = next;
    await query(primary.postgres.urlOf('postgres'), 'select pg_promote()');
    await waitForStandby(primary, false);
    primaryRelay.redirect(Number(primary.port));
    standby = await follow(primary, nextDirectory());
    standbyRelay.redirect(Number(standby.port));
  };
  return {
    /** URL of the primary, whichever server that is. */
    primaryUrl: (name: string) => primary.postgres.urlOf(name),
    /** The same, and that of the standby, at addresses that never change. */
    urls: { primary: through(primaryRelay.port), standby: through(standbyRelay.port) },
    restartPrimary: async () => {
      await kill(primary);
      const again = { ...settings, port: primary.port };
      await untilDone('the primary is back', () => startLocalPostgres(primary.directory, again));
    },
    /** Kills the primary, promotes the standby and gives it one of its own. */
    promote: () => takeOver(standby),
    /** The same of a standby that does not get what is committed meanwhile. */
    loseCommits: async (meanwhile: () => Promise<void>) => {
      await waitForStandby(primary, false);
      await standby.postgres.stop();
      await meanwhile();
      await takeOver(serverOf(await startLocalPostgres(standby.directory, settings), standby.directory));
      await rollBackPrepared(primary);
    },
    /** The same of a backup from before what is committed meanwhile. */
    restoreBackup: async (meanwhile: () => Promise<void>) => {
      const backup = nextDirectory();
      await (await startStandby(primary.postgres, primary.directory, backup, settings)).stop();
      await meanwhile();
      await waitForStandby(primary, false);
      await standby.postgres.stop();
      await takeOver(serverOf(await startLocalPostgres(backup, settings), backup));
      await rollBackPrepared(primary);
    },
    /** The standby applies commits so much later meanwhile, and none waits for it. */
    delayStandby: async (ms: number, meanwhile: () => Promise<void>) => {
      await waitForStandby(primary, false);
      await alterSystem(standby, 'recovery_min_apply_delay', `${ms}ms`);
      await meanwhile();
      await alterSystem(standby, 'recovery_min_apply_delay', '0ms');
      await waitForStandby(primary, true);
    },
    stop: async () => {
      await primaryRelay.stop();
      await standbyRelay.stop();
      await standby.postgres.stop();
      await primary.postgres.stop();
    },
  };
}

const settings = {
  fsync: 'off',
  max_connections: '100',
  max_wal_senders: '10',
  max_prepared_transactions: '10',
  // A standby that was late, or lost its connection on a busy machine, must find what it lacks: else commits wait for it for ever.
  wal_keep_size: '512MB',
};

function serverOf(postgres: LocalPostgres, directory: string): Server {
  return { postgres, directory, port: new URL(postgres.urlOf('postgres')).port };
}

async function follow(primary: Server, directory: string): Promise<Server> {
  const standby = serverOf(await startStandby(primary.postgres, primary.directory, directory, settings), directory);
  await until('the standby follows', async () => {
    const streaming = `select from pg_stat_replication where state = 'streaming' and replay_lsn = pg_current_wal_lsn()`;
    return (await query(primary.postgres.urlOf('postgres'), streaming)).length > 0;
  });
  await waitForStandby(primary, true);
  return standby;
}

/** Whether a commit returns only when the standby has applied it. */
async function waitForStandby(server: Server, waits: boolean): Promise<void> {
  await alterSystem(server, 'synchronous_standby_names', waits ? '*' : '');
}

async function alterSystem({ postgres }: Server, setting: string, value: string): Promise<void> {
  const url = postgres.urlOf('postgres');
  await query(url, `alter system set ${setting} = '${value}'`);
  await query(url, 'select pg_reload_conf()');
  await until('the setting counts', async () => {
    const same = `select current_setting('${setting}')::text = '${value}' or setting || unit = '${value}' as same
      from pg_settings where name = '${setting}'`;
    return (await query<{ same: boolean }>(url, same))[0]?.same === true;
  });
}

/** Of transactions that were committed in what is lost, the prepared ones would hold their locks for ever. */
async function rollBackPrepared({ postgres }: Server): Promise<void> {
  const url = postgres.urlOf(database);
  for (const { gid } of await query<{ gid: string }>(url, 'select gid from pg_prepared_xacts')) {
    // Its writer may be faster.
    await query(url, `rollback prepared '${gid}'`).catch(() => undefined);
  }
}

async function kill({ directory }: Server): Promise<void> {
  const [pid = ''] = (await readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
