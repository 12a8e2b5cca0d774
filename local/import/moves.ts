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
