import Bottleneck from 'bottleneck';
import type { Cluster, Redis } from 'ioredis';
import { ApiError } from '../../proto/errors.ts';
import type { Logger } from '../../runtime/logger.ts';
import { placeOf } from './place-of.ts';
import type { GiveBack } from './place-of.ts';
import { sharePlaces } from './shared-places.ts';

export type Places = {
  /**
   * A place for an export of the company; the function gives it back.
   * @throws ApiError `rate_limited` when the company has no place left soon, `service_unavailable` when nobody has
   */
  take: (companyId: string, signal: AbortSignal) => Promise<GiveBack>;
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

/**
 * Bounds the exports at once, of a company and of all: in this gateway, and in all gateways together as long as Redis
 * answers.
 */
export function createPlaces(options: PlacesOptions): Places {
  const { atOnce, longestMs, waitMs = 5_000, redis, keptMs = 40_000, log } = options;
  // Longer than any export: what has been idle for so long is forgotten, whether jobs of it run or not.
  const timeout = 2 * longestMs + 60_000;
  const companies = new Bottleneck.Group({ ...bounds(ofCompanyAtOnce), timeout });
  const all = new Bottleneck(bounds(atOnce));
  const shared = redis && sharePlaces(redis, { keptMs, timeout, log });
  return {
    take: async (companyId, signal) => {
      const waiting = { until: performance.now() + waitMs, signal };
      const held: GiveBack[] = [];
      const hold = async (place: Promise<GiveBack | undefined> | undefined, refusal: keyof typeof refusals) => {
        if (place) held.push((await place) ?? refuse(refusal));
      };
      const giveBack = () => {
        for (const each of held.splice(0)) each();
      };
      try {
        await hold(placeOf(companies.key(companyId), waiting), 'rate_limited');
        await hold(shared?.(`of-${companyId}`, ofCompanyAtOnce, waiting), 'rate_limited');
        await hold(placeOf(all, waiting), 'service_unavailable');
        await hold(shared?.(`all-${atOnce}`, atOnce, waiting), 'service_unavailable');
        return giveBack;
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

/** As many wait as may run. */
function bounds(places: number): Bottleneck.ConstructorOptions {
  return { maxConcurrent: places, highWater: places, strategy: Bottleneck.strategy.OVERFLOW };
}

function refuse(refusal: keyof typeof refusals): never {
  throw refused(refusal);
}

/** How an export without a place is refused: by its company's exports, or by those of all. */
export function refused(refusal: keyof typeof refusals): ApiError {
  return new ApiError(refusal, { message: refusals[refusal] });
}

const refusals = {
  rate_limited: `Your company has ${ofCompanyAtOnce} exports running, as many as it may at once. Retry after the number of seconds in Retry-After.`,
  service_unavailable: 'As many exports are running as may at once. Retry after the number of seconds in Retry-After.',
};
