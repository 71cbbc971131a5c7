import { findRedisServer, startRedis, type TestRedis } from '@latchkey/server/testing/limit-stores';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { leaks } from '@latchkey/server/testing/secrets';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flag } from '../flag.ts';
import { createReport } from '../report.ts';
import { applications } from './applications.ts';
import type { Arena, Race } from './arena.ts';
import { directories } from './directories.ts';
import { keys } from './keys.ts';
import { leaving } from './leaving.ts';
import { limit, limits } from './limits.ts';
import { links } from './links.ts';
import { inOrganizations } from './organizations.ts';
import { outgoing } from './outgoing.ts';
import { passkeys } from './passkeys.ts';
import { providers } from './providers.ts';
import { secondFactor } from './second-factor.ts';
import { sessions } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { staff } from './staff.ts';

const rounds = flag('rounds', 1);
const ways = flag('ways', 12);

const races: Race[] = [
  links,
  signIn,
  secondFactor,
  passkeys,
  sessions,
  keys,
  inOrganizations,
  directories,
  leaving,
  staff,
  providers,
  applications,
  outgoing,
  limits,
].flat();

async function startArena(count: number, redis: TestRedis | undefined) {
  const env: Record<string, string> = {
    ENABLE_EMAIL_LOGIN: 'true',
    RATE_LIMIT_REQUEST_UNLOCK: `${limit}/1h`,
    RATE_LIMIT_INVITES: `${limit}/1h`,
    RATE_LIMIT_INVITES_UNVERIFIED: `${limit}/1h`,
    WEBHOOK_ALLOWED_NETWORKS: 'loopback',
    ...(redis && { REDIS_URL: redis.url }),
  };
  const journey = await startWithProviders({ env });
  const { service } = journey;
  const { database, clock } = service;
  const others: TestService[] = [];
  while (others.length < count - 1)
    others.push(await startService({ database, clock, env: { ...service.env } }));
  const arena: Arena = { service, journey, nodes: [service, ...others], ways, sent: 0 };
  const close = async () => {
    for (const node of others) await node.close();
    await journey.close();
    await redis?.kill();
  };
  return { arena, close };
}

/** All races, on this many nodes. Each number has its own file, so they can run side by side. */
export function runRaces(count: number): void {
  const report = createReport(`races-${count}`, ['race', 'nodes', 'rounds', 'requests', 'violations']);
  const redisServer = findRedisServer('limits that two nodes share');
  let started: Awaited<ReturnType<typeof startArena>>;
  beforeAll(async () => {
    started = await startArena(count, redisServer && count > 1 ? await startRedis(redisServer) : undefined);
  });
  afterAll(async () => {
    report.write();
    await started?.close();
  });

  const chosen = races.filter(
    ({ name }) => redisServer || count === 1 || !limits.some((race) => race.name === name),
  );
  describe(`on ${count} node(s)`, () => {
    test.each(chosen)('$name', { timeout: 30_000 + rounds * 10_000 }, async ({ name, round }) => {
      const { arena } = started;
      arena.sent = 0;
      const violations: string[] = [];
      for (let nth = 1; nth <= rounds; nth++) {
        violations.push(...(await round(arena)), ...leaks());
        // Two hundred rounds of log lines would fill the memory.
        for (const { logged } of arena.nodes) logged.splice(0);
      }
      report.add([name, count, rounds, arena.sent, violations.length]);
      expect([...new Set(violations)]).toEqual([]);
    });
  });
}
