import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  introspect,
  newApplication,
  postForm,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { clientFor, newUser, password, startService } from '@latchkey/server/testing/service';
import { giveSystemRole } from '@latchkey/server/testing/standing';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';
import type { CodeRow } from './code-store.ts';
import { insertGrant } from './grant-store.ts';

const service = started(startService);
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service);
});

test.each(['\0', 'a\0b', '%00'])(
  'a client id that the database cannot store is an unknown client',
  async (id) => {
    const authorization = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`;
    const form = { grant_type: 'client_credentials' };
    const answer = await postForm(service, '/api/oidc/token', form, { authorization });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  },
);

test('introspection is limited per address', async () => {
  const limited = await startService({ env: { RATE_LIMIT_OIDC_INTROSPECT: '2/1m' } });
  const application = await newApplication(limited);
  const client = limited.client();
  const form = { client_id: application.clientId, client_secret: application.secret, token: 'x' };
  const ask = async () => (await postForm(limited, '/api/oidc/introspect', form, {}, client)).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  limited.clock.advance({ minutes: 1, seconds: 1 });
  expect(await ask()).toBe(200);
});

test('introspection reveals an email address only if it was granted', async () => {
  const { client, email } = await newUser(service);
  const bare = await tokensFor(service, client, application, { scope: 'openid' });
  for (const token of [bare.access_token, bare.refresh_token]) {
    const { body, text } = await introspect(service, application, token);
    expect([body.active, text.includes(email)]).toEqual([true, false]);
  }
  const granted = await tokensFor(service, client, application, { scope: 'openid email' });
  for (const token of [granted.access_token, granted.refresh_token])
    expect((await introspect(service, application, token)).body.username).toBe(email);
});

test('earlier tokens and codes do not work for a user who must set up two-factor first', async () => {
  const person = await newUser(service);
  const scope = 'openid permissions offline_access';
  const tokens = await tokensFor(service, person.client, application, { scope });
  const { query } = await authorize(person.client, application, { scope });
  await giveSystemRole(service, person.id, 'ADMIN');
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  for (const token of [tokens.access_token, tokens.refresh_token])
    expect((await introspect(service, application, token)).body).toEqual({ active: false });
  expect((await refresh(service, application, tokens.refresh_token)).body.error).toBe('invalid_grant');
  expect((await redeem(service, application, query.code)).body.error).toBe('invalid_grant');
  // The grant is not lost: it works again once two-factor is no longer required.
  await giveSystemRole(service, person.id, 'USER');
  expect((await refresh(service, application, tokens.refresh_token)).status).toBe(200);
});

test('a code redeemed while its grant is being withdrawn leaves no grant behind', async () => {
  const person = await newUser(service);
  await authorize(person.client, application, { scope: 'openid offline_access' });
  const withdrawn = await during(
    service,
    (tx) => redeemHalf(tx, person.id),
    () => person.client.delete(`/api/users/profile/applications/${application.id}`),
  );
  expect(withdrawn.status).toBe(200);
  expect(await service.sql`SELECT 1 FROM application_grants WHERE user_id = ${person.id}`).toHaveLength(0);
});

test('a code redeemed while the password is being changed leaves no offline grant behind', async () => {
  const person = await newUser(service);
  const other = await clientFor(service, person.id);
  await authorize(other, application, { scope: 'openid offline_access' });
  const changed = await during(
    service,
    async (tx) => {
      await tx`SELECT 1 FROM sessions WHERE user_id = ${person.id} FOR KEY SHARE`;
      await redeemHalf(tx, person.id);
    },
    () =>
      person.client.post('/api/users/profile', { currentPassword: password, password: 'Another-Horse-8' }),
  );
  expect(changed.status).toBe(200);
  expect(await service.sql`SELECT 1 FROM application_grants WHERE user_id = ${person.id}`).toHaveLength(0);
});

/** What a redemption has written before it commits. */
async function redeemHalf(tx: Db, userId: string): Promise<void> {
  const [code] = await tx<CodeRow[]>`
    UPDATE application_codes SET redeemed_at = 1 WHERE user_id = ${userId} RETURNING *`;
  if (!code) throw new Error('there is no code');
  const now = service.clock.now();
  const refreshExpiresAt = new Date(now.getTime() + 86_400_000);
  await insertGrant(tx, { ...code, id: code.grantId, refreshExpiresAt, now });
}
