import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { uuidv7 } from 'uuidv7';
import type { Deps } from '../identity/deps.ts';
import { databaseAhead } from '../platform/db/server-store.ts';
import { version } from '../platform/package.ts';
import { withinLimit } from '../platform/recent.ts';
import { forgetNode, type NodeFacts, noteNode } from './node-store.ts';
import { everySoOften, type Upkeep } from './upkeep.ts';

const beatMs = 15_000;
const forgetMs = 1000;
const fingerprintBytes = 12;

type Tools = Pick<Deps, 'sql' | 'clock' | 'config' | 'dataKeys' | 'log'>;
type Node = Pick<NodeFacts, 'id' | 'name' | 'version'>;

/** Tells the others, through the database, that this node runs, and how: for `latchkey doctor --cluster`. */
export function startHeartbeat(deps: Tools): Upkeep {
  const node = { id: uuidv7(), name: `${hostname()}:${deps.config.port}`, version };
  const stop = everySoOften(deps, beatMs, 'telling that this node runs', () => beat(deps, node));
  return {
    async stop() {
      await stop();
      const forgotten = forgetNode(deps.sql, node.id);
      await withinLimit(forgotten, forgetMs, () => new Error('no answer')).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'could not tell that this node stops; its row expires'),
      );
    },
  };
}

export async function beat({ sql, clock, config, dataKeys }: Tools, node: Node): Promise<void> {
  const { ahead, roundTrip } = await databaseAhead(sql, () => clock.now().getTime() * 1000);
  const { told, untold } = config.agreement;
  await noteNode(sql, {
    ...node,
    settings: told,
    fingerprints: fingerprintsOf(untold, dataKeys.of('node-settings')[0]),
    clockAheadMs: -ahead / 1000,
    uncertainMs: roundTrip / 2000,
  });
}

/**
 * Equal for equal values, and nothing else: the key is random and kept sealed in the database, so a reader of the table has
 * nothing to try guesses against. Two variables with the same value differ.
 */
function fingerprintsOf(untold: Record<string, string | null>, key: Buffer): NodeFacts['fingerprints'] {
  const of = (variable: string, value: string) =>
    createHmac('sha256', key).update(`${variable}\0${value}`).digest().subarray(0, fingerprintBytes);
  return Object.fromEntries(
    Object.entries(untold).map(([variable, value]) => [
      variable,
      value === null ? null : of(variable, value).toString('base64url'),
    ]),
  );
}
