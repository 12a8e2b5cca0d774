/** Divides what all clients use together. A network, which is an IPv4 address or an IPv6 /48, has a quarter of it. */
export function createShares(all: number) {
  const ofNetwork = Math.ceil(all / 4);
  const used = new Map<string, number>();
  let total = 0;
  const add = (network: string, amount: number) => {
    total += amount;
    const sum = (used.get(network) ?? 0) + amount;
    if (sum > 0) used.set(network, sum);
    else used.delete(network);
  };
  return {
    /** @returns what releases the amount, or undefined where it is too much. A network that holds nothing may take any amount once. */
    take: (network: string, amount: number): (() => void) | undefined => {
      const own = used.get(network) ?? 0;
      if ((own > 0 && own + amount > ofNetwork) || (total > 0 && total + amount > all)) return undefined;
      add(network, amount);
      let isHeld = true;
      return () => {
        if (isHeld) add(network, -amount);
        isHeld = false;
      };
    },
  };
}
