import type { Times } from '../../runtime/times.ts';

/** The settings of a program with the times that the test changes. */
export function withChangedTimes<Config extends { times: Times }>(
  config: Config,
  { CHANGED_TIMES = '{}' }: NodeJS.ProcessEnv,
): Config {
  return { ...config, times: { ...config.times, ...(JSON.parse(CHANGED_TIMES) as Partial<Times>) } };
}
