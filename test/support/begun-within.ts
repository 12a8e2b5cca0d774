/** A property that begins no run after that time. The limit of fast-check leaves its last run going on, beside the next test. */
export function begunWithin<Values extends unknown[]>(
  milliseconds: number,
  property: (...values: Values) => Promise<void>,
): (...values: Values) => Promise<void> {
  const endsAt = Date.now() + milliseconds;
  return async (...values) => {
    if (Date.now() < endsAt) await property(...values);
  };
}
