import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { freePort } from '../../local/free-port.ts';

describe('a free port', () => {
  it('is another each time, and none that the system gives to port 0 or an outgoing connection meanwhile', async () => {
    const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
    const lowest = Number.parseInt(await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
    expect(new Set(ports).size).toBe(300);
    expect(Math.max(...ports)).toBeLessThan(lowest);
  });

  it('is none that is taken', async () => {
    const first = await freePort();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(first + 1, '127.0.0.1', resolve));
    expect(await freePort()).not.toBe(first + 1);
    await new Promise((resolve) => taken.close(resolve));
  });
});
