/** Options of Node that make the making of a signing key take so long, as on a machine that is starved. */
export function slowKeys(delayMs: number): string {
  const code = `
    import crypto from 'node:crypto';
    import { syncBuiltinESMExports } from 'node:module';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { promisify } from 'node:util';
    const make = promisify(crypto.generateKeyPair);
    crypto.generateKeyPair = Object.assign(() => undefined, {
      [promisify.custom]: (...values) => sleep(${delayMs}).then(() => make(...values)),
    });
    syncBuiltinESMExports();`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}
