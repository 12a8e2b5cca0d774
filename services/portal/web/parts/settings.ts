import { storageOf } from './storage.ts';

const storedAs = 'yearBegins';

/** The month in which the fiscal year begins, 1 to 12: a setting of this browser. */
export function yearBegins(): number {
  return Number(storageOf('localStorage')?.getItem(storedAs) ?? 1);
}

export function setYearBegins(month: number): void {
  storageOf('localStorage')?.setItem(storedAs, String(month));
}
