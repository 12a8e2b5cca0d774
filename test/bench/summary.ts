export type Summary = { count: number; p50Ms: number; p99Ms: number; maxMs: number };

export function summaryOf(milliseconds: number[]): Summary {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50Ms: round(quantile(sorted, 0.5)),
    p99Ms: round(quantile(sorted, 0.99)),
    maxMs: round(sorted.at(-1) ?? NaN),
  };
}

export function median(values: number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

export function round(value: number): number {
  return Number(value.toPrecision(4));
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}
