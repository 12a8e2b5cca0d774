import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import type { Cluster, Redis } from 'ioredis';
import { ApiError } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { connectBottleneck, keepPlaces } from './kept-places.ts';

export type Places = {
  /**
   * A place for an export of the company; the function gives it back.
   * @throws ApiError `rate_limited` when the company has no place left soon, `service_unavailable` when nobody has
   */
  take: (companyId: string, signal: AbortSignal) => Promise<() => void>;
};

type PlacesOptions = {
  atOnce: number;
  /** Bound of an export's time. */
  longestMs: number;
  /** How long it may wait for a place. */
  waitMs?: number;
  /** Where all gateways count as one. */
  redis?: Redis | Cluster | undefined;
  /** How long the places of a gateway that was killed stay taken. */
  keptMs?: number;
  log: Logger;
};

const ofCompanyAtOnce = 2;

/** Bounds the exports at once, of a company and of all. While Redis can't be asked, each gateway counts its own. */
export function createPlaces(options: PlacesOptions): Places {
  const { longestMs, waitMs = 5_000, redis, log } = options;
  const own = createBounds(options);
  const shared = redis && shareBounds(options, redis);
  const takeFrom = async ({ companies, all }: Bounds, companyId: string, signal: AbortSignal) => {
    const waiting = { until: performance.now() + waitMs, longestMs, signal };
    const ofCompany = await placeOf(companies.key(companyId), 'rate_limited', waiting);
    try {
      const ofAll = await placeOf(all, 'service_unavailable', waiting);
      return () => {
        ofAll();
        ofCompany();
      };
    } catch (error) {
      ofCompany();
      throw error;
    }
  };
  return {
    take: async (companyId, signal) => {
      if (shared && (await answers(redis))) {
        try {
          return await takeFrom(shared, companyId, signal);
        } catch (error) {
          if (signal.aborted || (error instanceof ApiError && (await answers(redis)))) throw error;
          log.warn({ err: error }, 'Redis can not count exports: this gateway counts its own');
        }
      }
      return takeFrom(own, companyId, signal);
    },
  };
}

async function answers(redis: Redis | Cluster): Promise<boolean> {
  if (redis.status !== 'ready') return false;
  const answer = redis.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, sleep(500, false, { ref: false })]);
}

type Bounds = { companies: Bottleneck.Group; all: Bottleneck };

function createBounds({ atOnce, longestMs }: PlacesOptions, connection?: Bottleneck.IORedisConnection): Bounds {
  const options = (places: number): Bottleneck.ConstructorOptions => ({
    maxConcurrent: places,
    highWater: places,
    strategy: Bottleneck.strategy.OVERFLOW,
    ...(connection && { connection }),
  });
  return {
    // The number is in the name, since what Redis has of a limiter is not changed. Braces hold all in one slot of a cluster.
    all: new Bottleneck({ ...options(atOnce), id: `{exports}-${atOnce}` }),
    companies: new Bottleneck.Group({
      ...options(ofCompanyAtOnce),
      id: '{exports}-of',
      timeout: 2 * longestMs + 60_000,
    }),
  };
}

function shareBounds(options: PlacesOptions, redis: Redis | Cluster): Bounds {
  const bounds = createBounds(options, connectBottleneck(redis));
  const { all, companies } = bounds;
  const onError = (error: Error) => options.log.debug({ err: error }, 'Bottleneck could not reach Redis');
  all.on('error', onError);
  companies.on('error', onError);
  companies.on('created', (limiter: Bottleneck) => limiter.on('error', onError));
  keepPlaces(redis, () => [all, ...companies.limiters().map(({ limiter }) => limiter)], options.keptMs ?? 40_000);
  return bounds;
}

type Waiting = { until: number; longestMs: number; signal: AbortSignal };

/** Waits for a place of one limiter. Whoever gave up waiting for it gives it back at once when it comes. */
function placeOf(
  limiter: Bottleneck,
  refusal: keyof typeof refusals,
  { until, longestMs, signal }: Waiting,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let over = false;
    const settle = (done: () => void) => {
      if (over) return;
      over = true;
      clearTimeout(limit);
      signal.removeEventListener('abort', refuse);
      done();
    };
    const refuse = () => settle(() => reject(new ApiError(refusal, { message: refusals[refusal] })));
    const limit = setTimeout(refuse, Math.max(0, until - performance.now()));
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
    const job = () =>
      new Promise<void>((giveBack) => {
        if (over) giveBack();
        else settle(() => resolve(giveBack));
      });
    // It never takes so long; what a gateway leaves behind when it is killed does.
    limiter.schedule({ expiration: longestMs + 60_000 }, job).catch((error: unknown) => {
      if (error instanceof Bottleneck.BottleneckError) refuse();
      else settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    });
  });
}

const refusals = {
  rate_limited: `Your company has ${ofCompanyAtOnce} exports running, as many as it may at once. Retry after the number of seconds in Retry-After.`,
  service_unavailable: 'As many exports are running as may at once. Retry after the number of seconds in Retry-After.',
};
