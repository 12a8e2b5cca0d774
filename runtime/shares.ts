/** What is used by one address, or by all IPv6 addresses of its network, and how much that is at the most. */
type Share = { key: string; most: number };

export type Shares = {
  /** The share that would be exceeded, if so. Who uses nothing may use any amount once. */
  exceeded: (address: string, amount: number) => Share | undefined;
  /** @returns releases it */
  use: (address: string, amount: number) => () => void;
};

/**
 * Divides what all use together, so that no address can use it up, nor a network with as many addresses as it likes: its share is
 * halfway between that of an address and all.
 */
export function createShares({ all, ofEach }: { all: number; ofEach: number }): Shares {
  const used = new Map<string, number>();
  const usedBy = (key: string) => used.get(key) ?? 0;
  const sharesOf = (address: string): Share[] => {
    const network = networkKey(address);
    const own = { key: address, most: ofEach };
    return network ? [own, { key: network, most: Math.max(ofEach, (ofEach + all) / 2) }] : [own];
  };
  const add = (address: string, amount: number) => {
    for (const { key } of sharesOf(address)) {
      const sum = usedBy(key) + amount;
      if (sum > 0) used.set(key, sum);
      else used.delete(key);
    }
  };
  return {
    exceeded: (address, amount) =>
      sharesOf(address).find(({ key, most }) => usedBy(key) > 0 && usedBy(key) + amount > most),
    use: (address, amount) => {
      add(address, amount);
      return () => add(address, -amount);
    },
  };
}

/** The /48 of an IPv6 address that is given by its /64, of which it may hold 65,536; undefined for others. */
export function networkKey(address: string): string | undefined {
  const [, parts] = /^(.*)::\/64$/.exec(address) ?? [];
  return parts && `${parts.split(':').slice(0, 3).join(':')}::/48`;
}
