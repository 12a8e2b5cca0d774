export const median = (values: number[]) => quantile(values, 0.5);

export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
}

export function round(value: number): number {
  return Number(value.toPrecision(4));
}
