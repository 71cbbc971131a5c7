import { eachHost } from './database-url.ts';
import type { Values } from './environment.ts';

/** How to connect to the primary, and to replicas. Undefined: everything is read from the primary. */
export function poolsOf(values: Values) {
  const { DATABASE_READ_URL: url, READ_MAX_LAG_MS: maxLagMs } = values;
  return {
    pool: { size: values.DATABASE_POOL_SIZE, prepare: values.DATABASE_PREPARE },
    /** An address for each, and how late one may be. */
    replicas: url ? { urls: eachHost(url), maxLagMs } : undefined,
  };
}

/** The embedded database has no replicas. */
export function replicaFaults(given: Record<string, string | undefined>): string[] {
  const isLost = given.DATABASE_READ_URL && !given.DATABASE_URL?.startsWith('postgres');
  return isLost ? ['DATABASE_READ_URL needs a DATABASE_URL that names the primary.'] : [];
}
