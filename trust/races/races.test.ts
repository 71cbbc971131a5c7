import { findRedisServer, startRedis, type TestRedis } from '@latchkey/server/testing/limit-stores';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flag } from '../flag.ts';
import { createReport } from '../report.ts';
import { applications } from './applications.ts';
import type { Arena, Race } from './arena.ts';
import { keys } from './keys.ts';
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

// The test command runs the short form, on two nodes; `npm run races` the long one, on one node too.
const rounds = flag('rounds', 1);
const sizes = process.env.TRUST_ROUNDS ? [1, 2] : [2];
const ways = flag('ways', 12);
const only = new RegExp(process.env.TRUST_ONLY ?? '', 'i');

const races: Race[] = [
  links,
  signIn,
  secondFactor,
  passkeys,
  sessions,
  keys,
  inOrganizations,
  staff,
  providers,
  applications,
  outgoing,
  limits,
].flat();

const report = createReport('races', ['race', 'nodes', 'rounds', 'requests', 'violations']);
afterAll(() => report.write());

const redisServer = findRedisServer('limits that two nodes share');

describe.each(sizes)('on %d node(s)', (count) => {
  let arena: Arena;
  let redis: TestRedis | undefined;
  const others: TestService[] = [];

  beforeAll(async () => {
    if (redisServer && count > 1) redis = await startRedis(redisServer);
    const env: Record<string, string> = {
      ENABLE_EMAIL_LOGIN: 'true',
      RATE_LIMIT_REQUEST_UNLOCK: `${limit}/1h`,
      WEBHOOK_ALLOWED_NETWORKS: 'loopback',
      ...(redis && { REDIS_URL: redis.url }),
    };
    const journey = await startWithProviders({ env });
    const { service } = journey;
    const { database, clock } = service;
    while (others.length < count - 1)
      others.push(await startService({ database, clock, env: { ...service.env } }));
    arena = { service, journey, nodes: [service, ...others], ways, sent: 0 };
  });
  afterAll(async () => {
    for (const node of others) await node.close();
    await arena?.journey.close();
    await redis?.kill();
  });

  const chosen = races.filter(
    ({ name }) =>
      only.test(name) && (redisServer || count === 1 || !limits.some((race) => race.name === name)),
  );
  test.each(chosen)('$name', { timeout: 30_000 + rounds * 10_000 }, async ({ name, round }) => {
    arena.sent = 0;
    const violations: string[] = [];
    for (let nth = 1; nth <= rounds; nth++) violations.push(...(await round(arena)));
    report.add([name, count, rounds, arena.sent, violations.length]);
    expect([...new Set(violations)]).toEqual([]);
  });
});
