import { ApiError } from '../../proto/errors.ts';
import { hasChangesOf, stripesOf } from '../../services/reporting/servers/data-version.ts';
import { readLog } from '../../services/reporting/changes/log.ts';
import { versionStatement } from '../../services/reporting/sql/version.ts';

/** Runs a statement in the snapshot of the reader. */
export type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** How a reader keeps its place in a log of changes. `changed` gives the payments since a position, or undefined where it refuses it. */
export type PositionWay = {
  now: (run: Run) => Promise<string>;
  changed: (run: Run, position: string) => Promise<string[] | undefined>;
};

/** A log as most would write it: a number, the transaction and the key of each change. */
export const plainLog = `
  create table plain_log (id bigserial primary key, transaction xid8 not null default pg_current_xact_id(), payment text not null);
  create function write_plain_log() returns trigger language plpgsql as $$ begin
    insert into plain_log (payment) values (coalesce(new.id, old.id));
    return null;
  end $$;
  create trigger write_plain_log after insert or update or delete on reporting.scheduled_payments
    for each row execute function write_plain_log()`;

export const companyId = 'acme';

async function positionOf(run: Run, text: string): Promise<string> {
  const [row] = await run<{ position: string }>(text);
  return row?.position ?? '';
}

async function paymentsOf(run: Run, condition: string, position: string): Promise<string[]> {
  return (await run<{ payment: string }>(`select payment from plain_log where ${condition}`, [position])).map(
    ({ payment }) => payment,
  );
}

export const ways: Record<string, PositionWay> = {
  'the greatest id': {
    now: (run) => positionOf(run, 'select coalesce(max(id), 0)::text as position from plain_log'),
    changed: (run, position) => paymentsOf(run, 'id > $1::bigint', position),
  },
  'a snapshot of transactions': {
    now: (run) => positionOf(run, 'select pg_current_snapshot()::text as position'),
    changed: (run, position) => paymentsOf(run, 'not pg_visible_in_snapshot(transaction, $1::pg_snapshot)', position),
  },
  'a version of each stripe': {
    now: (run) => versionIn(run),
    changed: async (run, position) => {
      const seen = stripesOf(position);
      const next = { since: seen, until: undefined, afterKey: '' };
      try {
        const { state, reached, touched } = await readLog(companyId, { seen, next }, (statement, values) =>
          run(statement.text, values),
        );
        if (!hasChangesOf(reached, state)) throw new Error('a reader fell too far behind for this measurement');
        return touched?.payment;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_gone') return undefined;
        throw error;
      }
    },
  },
};

async function versionIn(run: Run): Promise<string> {
  const [row] = await run<{ version: string }>(versionStatement.text, [companyId]);
  return row?.version ?? '';
}
