import type { Answer, undescribed } from './undescribed.ts';

const ports = new Set<string>();
const findings = new Set<string>();
let judge: typeof undescribed | undefined;

/** From now on, what this gateway answers is held against the OpenAPI document. */
export async function holdToDocument(gatewayUrl: string): Promise<void> {
  judge ??= (await import('./undescribed.ts')).undescribed;
  ports.add(new URL(gatewayUrl).port);
}

export function isHeld(port: string | number | undefined): boolean {
  return ports.has(String(port));
}

/** Notes what the document doesn't describe in the answer of a gateway that is held to it. */
export function seeAnswer(answer: Answer): void {
  for (const finding of judge?.(answer) ?? []) findings.add(finding);
}

/** What was noted since the last time. */
export function takeFindings(): string[] {
  const taken = [...findings];
  findings.clear();
  return taken;
}
