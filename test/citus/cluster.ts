import { query } from '../support/postgres/database.ts';

type Node = { host: string; port: number };

/** The URLs of a running cluster's nodes, the coordinator first. */
export async function nodesOf(coordinatorUrl: string): Promise<string[]> {
  const workers = await query<Node>(
    coordinatorUrl,
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid > 0 and noderole = 'primary' and isactive order by nodeid`,
  );
  return [coordinatorUrl, ...workers.map((node) => urlOf(coordinatorUrl, node))];
}

/**
 * A database on each node, which together are a cluster of their own; the coordinator's URL. The coordinator's may be filled
 * before it gets the extension.
 */
export async function createCitusDatabase(
  nodes: string[],
  name: string,
  fill: (databaseUrl: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const [first = '', ...others] = nodes;
  const coordinator = inDatabase(first, name);
  await query(first, `create database ${name}`);
  await fill(coordinator);
  await query(coordinator, 'create extension citus');
  const [found] = await query<Node>(
    first,
    'select nodename as host, nodeport as port from pg_dist_node where groupid = 0',
  );
  const own = found ?? nodeOf(coordinator);
  await query(coordinator, 'select citus_set_coordinator_host($1, $2)', [own.host, own.port]);
  // Few, since each is tables to create.
  await query(coordinator, `alter database ${name} set citus.shard_count = 8`);
  for (const worker of others) await addWorker(coordinator, worker);
  return coordinator;
}

/** A database on one more node, as a worker of the coordinator's. */
export async function addWorker(coordinator: string, worker: string): Promise<void> {
  const name = new URL(coordinator).pathname.slice(1);
  await query(worker, `create database ${name}`);
  await query(inDatabase(worker, name), 'create extension citus');
  const { host, port } = nodeOf(worker);
  await query(coordinator, 'select citus_add_node($1, $2)', [host, port]);
}

/** Moves the shards with a company's rows to another worker. */
export async function moveCompany(databaseUrl: string, companyId: string, mode: 'force_logical' | 'block_writes') {
  await query(
    databaseUrl,
    `select citus_move_shard_placement(shardid, node.nodename, node.nodeport, other.nodename, other.nodeport, $2::citus.shard_transfer_mode)
     from pg_dist_placement
     join pg_dist_node node using (groupid)
     cross join lateral (select * from pg_dist_node o where o.groupid > 0 and o.groupid <> node.groupid limit 1) other
     where shardid = get_shard_id_for_distribution_column('reporting.contracts', $1::text)`,
    [companyId, mode],
  );
}

/** Lets a database be cloned: no client is connected to it, and Citus' own process stays away. */
export async function closeDatabase(nodes: string[], name: string): Promise<void> {
  for (const node of nodes) {
    await query(node, `alter database ${name} with allow_connections false`);
    await query(node, 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  }
}

export async function dropDatabases(nodes: string[], names: RegExp): Promise<void> {
  for (const node of nodes) {
    const databases = await query<{ name: string }>(node, 'select datname as name from pg_database');
    for (const { name } of databases.filter((database) => names.test(database.name))) {
      await query(node, `drop database ${name} with (force)`);
    }
  }
}

function inDatabase(node: string, name: string): string {
  return Object.assign(new URL(node), { pathname: name }).href;
}

function urlOf(coordinatorUrl: string, { host, port }: Node): string {
  return Object.assign(new URL(coordinatorUrl), { hostname: host, port: String(port) }).href;
}

export function nodeOf(url: string): Node {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
}
