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
    promote: async () => {
      await kill(primary);
      await rm(primary.directory, { recursive: true });
      primary = standby;
      await query(primary.postgres.urlOf('postgres'), 'select pg_promote()');
      await waitForStandby(primary, false);
      primaryRelay.redirect(Number(primary.port));
      standby = await follow(primary, nextDirectory());
      standbyRelay.redirect(Number(standby.port));
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
  // A standby that lost its connection on a busy machine, must find what it lacks: else commits wait for it for ever.
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
async function waitForStandby({ postgres }: Server, waits: boolean): Promise<void> {
  const url = postgres.urlOf('postgres');
  const names = waits ? '*' : '';
  await query(url, `alter system set synchronous_standby_names = '${names}'`);
  await query(url, 'select pg_reload_conf()');
  await until('the setting counts', async () => {
    const [found] = await query<{ names: string }>(url, `select current_setting('synchronous_standby_names') as names`);
    return found?.names === names;
  });
}

async function kill({ directory }: Server): Promise<void> {
  const [pid = ''] = (await readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
