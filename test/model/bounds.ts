/** The constants of the model: how many changes each writer makes, how many requests each caller, how often a copy is updated. */
export type Bounds = { writes: number[]; requests: number[]; updates: number; hasStandby: boolean; restores: number };

/** All states of these are checked. */
export const scopes = {
  primary: { writes: [2, 1], requests: [2, 1], updates: 0, hasStandby: false, restores: 0 },
  standby: { writes: [1, 1], requests: [2, 1], updates: 0, hasStandby: true, restores: 0 },
  backup: { writes: [1, 1], requests: [2], updates: 0, hasStandby: true, restores: 1 },
  copy: { writes: [2, 1], requests: [], updates: 3, hasStandby: true, restores: 1 },
} satisfies Record<string, Bounds>;

/** What the model can do wrong, and the scope in which that shows. */
export const faults: Record<string, keyof typeof scopes> = {
  'no new version': 'primary',
  'no lock': 'primary',
  'two snapshots': 'primary',
  'cached of any version': 'primary',
  'totals of any version': 'primary',
  'steps of one': 'backup',
  'any standby': 'standby',
  'sum of versions': 'standby',
  'no chain': 'copy',
  'no keys': 'copy',
  'greatest id': 'copy',
  "a part's end as its state": 'copy',
};
