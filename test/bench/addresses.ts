import { createLocalWindows } from '../../gateway/limits/local-windows.ts';
import { rateLimitTiers } from '../../gateway/limits/tiers.ts';

/** What a million different addresses cost a gateway: memory and processor time of its windows. */
const limits = { RATE_LIMIT_IP: 200, RATE_LIMIT_TOKEN_IP: 5, RATE_LIMIT_TOKEN_CLIENT: 5, RATE_LIMIT_TIERS: [] };
const tiers = rateLimitTiers(limits).filter(({ key }) => key === 'ip');
const windows = createLocalWindows();
const collect = globalThis.gc;
if (!collect) throw new Error('Usage: node --expose-gc --import tsx test/bench/addresses.ts');

const heldBefore = held();
const usedBefore = process.cpuUsage();
for (let number = 1; number <= 1_000_000; number += 1) {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  windows.charge(tiers, address);
  if (number === 100_000 || number === 1_000_000) report(number);
}

function report(addresses: number): void {
  const { user, system } = process.cpuUsage(usedBefore);
  const megabytes = (held() - heldBefore) / 1_000_000;
  const seconds = (user + system) / 1_000_000;
  console.log(`${addresses} addresses: ${megabytes.toFixed(0)} MB, ${seconds.toFixed(1)} s of processor time`);
}

function held(): number {
  collect?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
