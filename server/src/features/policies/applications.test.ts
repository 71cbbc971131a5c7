import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  introspect,
  newApplication,
  refresh,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { newMember } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

async function newSignedIn(scope: string) {
  const owner = await newUser(service);
  const member = await newMember(service, owner.organizationId, 'MEMBER');
  const application = await newApplication(service, { firstParty: true });
  const tokens = await tokensFor(service, member.client, application, { scope });
  return { owner, member, application, tokens };
}

type SignedIn = Awaited<ReturnType<typeof newSignedIn>>;

async function verdictsOn({ application, tokens }: SignedIn) {
  const refreshed = await refresh(service, application, tokens.refresh_token);
  return {
    refresh: refreshed.body.error ?? refreshed.status,
    userinfo: (await userinfo(service, tokens.access_token)).status,
    active: (await introspect(service, application, tokens.access_token)).body.active,
  };
}
const refused = { refresh: 'invalid_grant', userinfo: 401, active: false };
const accepted = { refresh: 200, userinfo: 200, active: true };

test('a way of signing in that the organization no longer allows ends what applications may do', async () => {
  for (const scope of ['openid', 'openid offline_access']) {
    const signedIn = await newSignedIn(scope);
    await service.sql`UPDATE sessions SET sign_in_method = 'google' WHERE user_id = ${signedIn.member.id}`;
    await service.sql`
      UPDATE application_grants SET sign_in_method = 'google' WHERE user_id = ${signedIn.member.id}`;
    expect(await verdictsOn(signedIn)).toEqual(accepted);
    await setPolicy(signedIn.owner.client, organizationPolicy, { signInMethods: ['password'] });
    expect(await verdictsOn(signedIn)).toEqual(refused);
    const silent = await authorize(signedIn.member.client, signedIn.application, { prompt: 'none' });
    expect(silent.query.error).toBe('login_required');
  }
});

test('a session that is too old ends its grant, but not one that works offline', async () => {
  const bound = await newSignedIn('openid');
  const offline = await newSignedIn('openid offline_access');
  for (const { owner } of [bound, offline])
    await setPolicy(owner.client, organizationPolicy, { sessionMinutes: 5 });
  service.clock.advance({ minutes: 6 });
  expect(await verdictsOn(bound)).toEqual(refused);
  expect(await verdictsOn(offline)).toEqual(accepted);
});

test('a missing second factor comes first', async () => {
  const signedIn = await newSignedIn('openid offline_access');
  const policy = { twoFactorRequired: true, twoFactorGraceDays: 1 };
  await setPolicy(signedIn.owner.client, organizationPolicy, policy);
  expect(await verdictsOn(signedIn)).toEqual(accepted);
  service.clock.advance({ days: 1, minutes: 1 });
  expect((await userinfo(service, signedIn.tokens.access_token)).status).toBe(401);
  const silent = await authorize(signedIn.member.client, signedIn.application, { prompt: 'none' });
  expect(silent.query.error).toBe('interaction_required');
});
