import type { ServerMetadata } from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import { keepRecent } from '../../platform/recent.ts';

const keptMs = 60_000;
const mostKept = 200;
/** Real documents have a few kilobytes. A larger one is read again each time, so it doesn't stay in memory. */
const mostKeptLength = 32_768;
const mostPerOrganization = 3;

type Asked = { id: string; organizationId: string; issuer: string };

export type Discoveries = ReturnType<typeof createDiscoveries>;

/**
 * What identity providers publish about themselves. Sign-ins that start together share one request, and an organization
 * has few under way at a time: a provider that stalls holds up its own sign-ins, and no memory for each.
 */
export function createDiscoveries(clock: Clock) {
  const kept = keepRecent<{ metadata: ServerMetadata; until: number }>(mostKept);
  const underWay = new Map<string, Promise<ServerMetadata>>();
  const inTurn = createTurns(mostPerOrganization);

  async function load(key: string, organizationId: string, ask: () => Promise<ServerMetadata>) {
    const metadata = await inTurn(organizationId, ask);
    if (JSON.stringify(metadata).length <= mostKeptLength)
      kept.set(key, { metadata, until: clock.now().getTime() + keptMs });
    return metadata;
  }

  /** A failure reaches everyone who waited for it, and is not kept. */
  return (
    { id, organizationId, issuer }: Asked,
    ask: () => Promise<ServerMetadata>,
  ): Promise<ServerMetadata> => {
    const key = `${id} ${issuer}`;
    const known = kept.get(key);
    if (known && clock.now().getTime() < known.until) return Promise.resolve(known.metadata);
    const shared = underWay.get(key);
    if (shared !== undefined) return shared;
    const mine = load(key, organizationId, ask).finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}

/** Runs so many tasks of one name at a time; the others wait. */
function createTurns(most: number) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const line = lines.get(name) ?? { running: 0, waiting: [] };
    lines.set(name, line);
    if (line.running >= most) await new Promise<void>((go) => line.waiting.push(go));
    else line.running++;
    try {
      return await task();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(name);
    }
  };
}
