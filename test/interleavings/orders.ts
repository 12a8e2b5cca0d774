/** The steps of sessions in some order, by the numbers of their sessions. Each session's own steps stay in theirs. */
export type Order = number[];

/** Every order, given the number of steps of each session. */
export function* allOrders(steps: number[]): Generator<Order> {
  if (steps.every((left) => left === 0)) yield [];
  for (const [session, left] of steps.entries()) {
    if (left === 0) continue;
    for (const rest of allOrders(steps.with(session, left - 1))) yield [session, ...rest];
  }
}

/** The order that `shuffle` makes of all steps. */
export function shuffledOrder(steps: number[], shuffle: (order: Order) => Order): Order {
  return shuffle(steps.flatMap((count, session) => Array.from({ length: count }, () => session)));
}
