import { storageOf } from '../parts/storage.ts';

/** When rows were looked at last, and the version of the data then. */
export type Look = { at: number; version: string };

const atMost = 100;

/** The last look at the rows of a path, in this browser only. */
export function lookAt(clientId: string, path: string): Look | undefined {
  return looksOf(clientId).find(([other]) => other === path)?.[1];
}

export function keepLook(clientId: string, path: string, version: string): void {
  const others = looksOf(clientId).filter(([other]) => other !== path);
  const looks = [...others, [path, { at: Date.now(), version }]].slice(-atMost);
  storageOf('localStorage')?.setItem(`looks ${clientId}`, JSON.stringify(looks));
}

function looksOf(clientId: string): [path: string, look: Look][] {
  return JSON.parse(storageOf('localStorage')?.getItem(`looks ${clientId}`) ?? '[]') as [string, Look][];
}
