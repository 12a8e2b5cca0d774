/** Rows that are to be in a table: those that differ are updated, new ones inserted, the rest stay as they are. */
export type Upsert = {
  into: string;
  key: string[];
  columns: string[];
  /** Of the columns, one that updates leave as it is. */
  kept?: string;
  /** Selects the key and the columns. */
  rows: string;
  /**
   * The table whose lines `rows` selects, from a day and line ($1, $2) until another ($3, $4): triggers have all changed rows of a statement
   * in memory. Rows of the same days are added to the same rows of roll-ups.
   */
  linesOf?: { table: string; day: string };
};

/**
 * Citus takes only one statement. On one server, `on conflict` makes an insert a third slower.
 * @param absent columns that the file lacks: rows that are there keep theirs
 */
export function upsertStatements(upsert: Upsert, isDistributed: boolean, absent: string[] = []): string[] {
  const { into, key, columns, kept, rows } = upsert;
  const all = [...key, ...columns];
  const given = columns.filter((column) => column !== kept && !absent.includes(column));
  const of = (alias: string, names: string[]) => names.map((name) => `${alias}.${name}`).join(', ');
  const isSame = `(${of('t', key)}) = (${of('s', key)})`;
  if (isDistributed) {
    return [
      `insert into ${into} as t (${all.join(', ')})
       select ${of('s', all)} from (${rows}) s (${all.join(', ')})
       on conflict (${key.join(', ')}) do update set ${given.map((column) => `${column} = excluded.${column}`).join(', ')}
       where (${of('t', given)}) is distinct from (${of('excluded', given)})`,
    ];
  }
  return [
    `update ${into} t set (${given.join(', ')}) = row (${of('s', given)})
     from (${rows}) s (${all.join(', ')})
     where ${isSame} and (${of('t', given)}) is distinct from (${of('s', given)})`,
    `insert into ${into} (${all.join(', ')})
     select ${of('s', all)} from (${rows}) s (${all.join(', ')})
     where not exists (select from ${into} t where ${isSame})
     -- All rows are found before the first is inserted: else each could be compared with all before it.
     order by ${of('s', key)}`,
  ];
}

/** Postgres asks for the right to do it only where there are such users. The role of writers has none. */
export const moveUsers = `
  do $$ begin
    if exists (select from import_users s join auth.users t using (id) where t.company_id is distinct from s.company_id) then
      update auth.users t set company_id = s.company_id
      from import_users s where t.id = s.id and t.company_id is distinct from s.company_id;
    end if;
  end $$`;

const moved = `
  (select s.id, s.company_id, c.company_id as former_company_id
   from import_contracts s join current_contracts c on c.id = s.id and c.company_id <> s.company_id) s`;

/** The records of contracts that move to another company move there first. */
export function moveRecords(table: string, columns: string[]): string[] {
  const names = columns.join(', ');
  return [
    `insert into ${table} (company_id, ${names})
     select s.company_id, ${columns.map((column) => `t.${column}`).join(', ')}
     from ${table} t join ${moved} on t.company_id = s.former_company_id and t.contract_id = s.id`,
    `delete from ${table} t using ${moved} where t.company_id = s.former_company_id and t.contract_id = s.id`,
  ];
}

/** A row's id is its key whatever its company is: one that names another company leaves the one it had. */
export function leaveFormerCompany(table: string, rows: string): string {
  return `delete from ${table} t using (${rows}) s where t.id = s.id and t.company_id <> s.company_id`;
}
