export type Tier = {
  name: string;
  /** What is counted: requests of one address, or with one client id in their body. */
  key: 'ip' | 'clientId';
  /** Requests a window. */
  limit: number;
  windowSeconds: number;
  /** "METHOD /path" of the requests it counts; all of them when absent. */
  routes?: string[] | undefined;
};

/** Where one key stands in one tier after a request. */
export type Allowance = { tier: Tier; remaining: number; resetMs: number; exceeded: boolean };

export type RateLimiter = {
  /**
   * Charges the tiers of one kind of key in their order, up to the first that is exceeded. Never fails.
   * @param patienceMs the longest that it may wait for anybody else
   */
  charge: (tiers: Tier[], key: string, patienceMs: number) => Promise<Allowance[]>;
};
