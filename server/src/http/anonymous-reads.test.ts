import { started } from '@latchkey/server/testing/lifetime';
import { enact } from '@latchkey/server/testing/matrix/actors';
import { fill, routes } from '@latchkey/server/testing/matrix/requests';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { newUser } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { beforeAll, describe, expect, test } from 'vitest';

/** Clients that are not signed in may read what is public, but must not be able to fill a table. */
const journey = started(() => startWithProviders({ env: { ENABLE_MCP: 'true' } }));
beforeAll(async () => {
  await newUser(journey.service);
  // A new service makes its keys at the first request for them.
  await journey.service.client().get('/api/oidc/jwks');
});

const changedBy = (work: () => Promise<unknown>) => tablesChangedBy(journey.service, work);

const anybody = {
  name: 'nobody',
  credential: 'none',
  role: 'USER',
  twoFactor: false,
  organizationRole: 'OWNER',
} as const;

/** Cookies that a stranger makes up, each of the right shape. */
const forged = {
  latchkey_session: Buffer.alloc(44, 7).toString('base64url'),
  remember_me: `0198c0de-0000-7000-8000-000000000000:${Buffer.alloc(36, 7).toString('base64url')}`,
  refresh_token: `0198c0de-0000-7000-8000-000000000000.${Buffer.alloc(36, 7).toString('base64url')}`,
  oauth_state: Buffer.alloc(120, 7).toString('base64url'),
  oauth_pending: Buffer.alloc(120, 7).toString('base64url'),
};
const queries = [
  '',
  'link=true',
  'code=abc&state=abc',
  'error=access_denied',
  'error=server_error&state=abc',
  'token=abc',
];

describe('an anonymous GET', () => {
  test.each(routes.filter(([, { method }]) => method === 'GET'))(
    'to %s writes nothing',
    async (name, route) => {
      const { service } = journey;
      const caller = await enact(service, anybody);
      const { path } = await fill(name, route, { service, caller, whose: 'own' });
      const statuses = new Set<number>();
      const changed = await changedBy(async () => {
        for (const query of queries)
          for (const cookies of [{}, forged] as Record<string, string>[]) {
            const client = service.client();
            for (const [cookie, value] of Object.entries(cookies)) client.cookies.set(cookie, value);
            const answer = await client.get(path + (path.includes('?') ? '&' : '?') + query);
            statuses.add(answer.status);
          }
      });
      expect(changed).toEqual([]);
      // A request that fails would prove nothing. The connection isn't enabled, so its sign-in is not to be found.
      const isOpen = route.access.kind === 'public' && !route.local && route.feature !== 'sso';
      if (isOpen && name !== 'authorize') expect([200, 302]).toContain([...statuses][0]);
    },
  );

  test('to an unavailable provider writes nothing', async () => {
    // The provider's metadata is remembered for an hour.
    journey.service.clock.advance({ minutes: 61 });
    journey.google.faults.set('/.well-known/openid-configuration', 503);
    const departures: (string | null)[] = [];
    const changed = await changedBy(async () => {
      for (let n = 0; n < 5; n++)
        departures.push((await journey.depart(journey.service.client(), 'google')).location);
    });
    journey.google.faults.clear();
    expect(departures.at(-1)).toContain('error=provider_unavailable');
    expect(changed).toEqual([]);
  });
});

describe('an OAuth callback that did not start here', () => {
  test.each([
    'code=abc&state=forged',
    'code=abc',
    'error=access_denied',
    'error=server_error',
    'error=access_denied&state=forged',
  ])('with ?%s changes no table, even when sent fifty times', async (search) => {
    const locations = new Set<string | null>();
    const changed = await changedBy(async () => {
      for (let n = 0; n < 50; n++) {
        const answer = await journey.service.client().get(`/api/auth/oauth/github/callback?${search}`);
        locations.add(answer.headers.get('location'));
      }
    });
    expect(changed).toEqual([]);
    expect([...locations]).toEqual([expect.stringContaining('/login?error=')]);
  });

  test('counts toward the rate limit of its IP address, with the other provider login routes', async () => {
    const own = await startWithProviders({ env: { RATE_LIMIT_MAX: '5' } });
    const client = own.service.client();
    const statuses: number[] = [];
    await client.get('/api/auth/oauth/github');
    for (let n = 0; n < 6; n++)
      statuses.push((await client.get('/api/auth/oauth/github/callback?error=access_denied')).status);
    expect(statuses).toEqual([302, 302, 302, 302, 429, 429]);
    expect((await client.get('/api/auth/oauth/github')).status).toBe(429);
  });
});
