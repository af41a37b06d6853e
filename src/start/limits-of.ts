import { isLoopbackName } from '~/api/access/guard';
import { type Limits, LOAD_TEST_LIMITS, USUAL_LIMITS } from '~/api/access/limits';
import { type Config, ConfigError } from '~/config';

/** The limits according to the settings. Refuses `load-test` if strangers can reach the server. */
export function limitsOf({ edge, host, origins }: Pick<Config, 'edge' | 'host' | 'origins'>): Limits {
  const isHere = isLoopbackName(host) && origins.every((origin) => isLoopbackName(new URL(origin).hostname));
  if (edge.limits === 'load-test' && !isHere)
    throw new ConfigError('MANDI_LIMITS: load-test is for this machine alone: unset it, or HOST and MANDI_ORIGINS.');
  const usual = edge.limits === 'load-test' ? LOAD_TEST_LIMITS : USUAL_LIMITS;
  const own = {
    sockets: edge.socketsPerVisitor,
    batch: edge.batchSize,
    replays: edge.replaysPerMinute,
    pages: edge.pagesPerMinute,
    pagesAtOnce: edge.pagesAtOnce,
  };
  return { ...usual, ...Object.fromEntries(Object.entries(own).filter(([, most]) => most !== null)) };
}
