import { eachHost } from './database-url.ts';

type Values = { DATABASE_READ_URL?: string | undefined; READ_MAX_LAG_MS: number };

/** An address for each replica, and how late one may be. Undefined: everything is read from the primary. */
export function replicasOf({ DATABASE_READ_URL: url, READ_MAX_LAG_MS: maxLagMs }: Values) {
  return url ? { urls: eachHost(url), maxLagMs } : undefined;
}

/** The embedded database has no replicas. */
export function replicaFaults(given: Record<string, string | undefined>): string[] {
  const isLost = given.DATABASE_READ_URL && !given.DATABASE_URL?.startsWith('postgres');
  return isLost ? ['DATABASE_READ_URL needs a DATABASE_URL that names the primary.'] : [];
}
