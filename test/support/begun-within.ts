/**
 * A property that begins no run after that time, and says how many it began. The limit of fast-check leaves its last run going on,
 * beside the next test.
 */
export function begunWithin<Values extends unknown[]>(
  milliseconds: number,
  property: (...values: Values) => Promise<void>,
): (...values: Values) => Promise<void> {
  const endsAt = Date.now() + milliseconds;
  let begun = 0;
  let hasEnded = false;
  return async (...values) => {
    if (Date.now() < endsAt) {
      begun += 1;
      return property(...values);
    }
    if (!hasEnded) console.warn(`${begun} runs began within ${milliseconds / 1_000} s; no other one does.`);
    hasEnded = true;
  };
}
