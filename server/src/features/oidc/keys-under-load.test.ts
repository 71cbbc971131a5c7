import { testClock } from '@latchkey/server/testing/clock';
import { introspect, newApplication, postForm, type TestApplication } from '@latchkey/server/testing/oidc';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const skewMs = 20 * second;
const rotationMs = 48 * hour;
const rotations = 2;
const tens = [1, 2, 3, 4, 5, 6].map((nth) => nth * 10 * second);
/** When tokens are issued, from one key's turn to the next: most of them around the change. */
const moments: readonly number[] = [
  ...tens,
  ...[5, 9.9, 14, 16, 25].map((minutes) => minutes * minute),
  ...[24 * hour - 10 * minute, 24 * hour, 24 * hour + 10 * minute],
  ...[rotationMs - 8 * minute, rotationMs - minute],
  ...tens.map((ms) => rotationMs - minute + ms),
];
const tokensAtOnce = 4;
const tokensInAll = 200;

/** Keeps what it read for as long as the answer says, and never asks again because of a token. */
function cachingVerifier(service: TestService) {
  let cached: { keys: ReturnType<typeof createLocalJWKSet>; until: number } | undefined;
  return async (token: string) => {
    const currentDate = service.clock.now();
    if (!cached || currentDate.getTime() >= cached.until) {
      const { body, headers } = await service.client().get('/api/oidc/jwks');
      const maxAge = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]);
      const keys = createLocalJWKSet(body as JSONWebKeySet);
      cached = { keys, until: currentDate.getTime() + maxAge * 1000 };
    }
    return jwtVerify(token, cached.keys, { currentDate, clockTolerance: skewMs / 1000, typ: 'at+jwt' });
  };
}

async function mint(service: TestService, { clientId, secret }: TestApplication): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const { body, text } = await postForm(service, '/api/oidc/token', form);
  if (!body.access_token) throw new Error(`no token: ${text}`);
  return body.access_token;
}

test('every verifier accepts every token while keys rotate, on nodes whose clocks are 20 seconds apart', {
  timeout: 120_000,
}, async () => {
  const [behindClock, aheadClock] = [testClock(), testClock()];
  aheadClock.advance({ ms: skewMs });
  const env = { OIDC_KEY_ROTATION_DAYS: '2' };
  const behind = await startService({ env, clock: behindClock });
  const ahead = await startService({ env, clock: aheadClock, database: behind.database });
  const nodes = [behind, ahead];
  const applications = await Promise.all(
    (['RS256', 'ES256'] as const).map((signingAlgorithm) =>
      newApplication(behind, { kind: 'service', signingAlgorithm }),
    ),
  );
  const verifiers = nodes.map(cachingVerifier);
  const kids = new Set<string | undefined>();
  let live: { token: string; expiresAt: number }[] = [];
  let minted = 0;

  async function step() {
    // Both nodes maintain the keys while both issue tokens.
    const [tokens] = await Promise.all([
      Promise.all(nodes.flatMap((node) => applications.map((application) => mint(node, application)))),
      ...nodes.map(({ oidc }) => oidc.keys.rotate('by-age')),
    ]);
    minted += tokens.length;
    const expiresAt = behindClock.now().getTime() + 10 * minute;
    live = [
      ...live.filter((each) => each.expiresAt > aheadClock.now().getTime()),
      ...tokens.map((token) => ({ token, expiresAt })),
    ];
    // The new ones, and the oldest still valid: their key may be on its way out.
    const checked = new Set([...tokens, ...live.slice(0, tokensAtOnce).map(({ token }) => token)]);
    for (const token of checked)
      for (const verify of verifiers) kids.add((await verify(token)).protectedHeader.kid);
    // Each node vouches for what the other signed.
    for (const [at, token] of tokens.entries()) {
      const other = nodes[at < applications.length ? 1 : 0] ?? behind;
      const { body } = await introspect(other, applications[0] as TestApplication, token);
      expect(body.active).toBe(true);
    }
  }

  const turns = Array.from({ length: rotations + 1 }, (_, nth) => nth * rotationMs);
  const times = [0, ...turns.flatMap((turn) => moments.map((moment) => turn + moment))];
  await behindClock.hold(() =>
    aheadClock.hold(async () => {
      let now = 0;
      for (const time of times.slice(0, tokensInAll / tokensAtOnce)) {
        for (const { clock } of nodes) clock.advance({ ms: time - now });
        now = time;
        await step();
      }
    }),
  );
  expect(minted).toBe(tokensInAll);
  // One per algorithm at the start, and one after each rotation.
  expect(kids.size).toBe(2 * (1 + rotations));
});
