import { round } from './summary.ts';

/** A row of the table. What has no target is there to be known. */
export type Figure = {
  figure: string;
  target?: { atLeast: number } | { atMost: number };
  unit: string;
  measured: number;
};

export function reached({ target, measured }: Figure): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

export function tableOf(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const { target, unit, measured } = figure;
    const wanted = !target
      ? ''
      : 'atLeast' in target
        ? `at least ${number(target.atLeast)}`
        : `at most ${number(target.atMost)}`;
    const verdict = { true: 'yes', false: 'NO', undefined: '' }[String(reached(figure)) as 'true'];
    return [figure.figure, wanted, `${number(measured)} ${unit}`.trim(), verdict];
  });
  const all = [['figure', 'target', 'measured', 'reached'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value: number): string {
  return round(value).toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 1 });
}
