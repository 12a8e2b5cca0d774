/** What a chart draws: stacked bars. */
export type Drawing = {
  labels: string[];
  /** `color` is the name of a custom property. */
  series: { name: string; color: string; values: number[] }[];
  format: (value: number) => string;
  /** Bars lie, for labels that are long. */
  lying?: boolean;
};
