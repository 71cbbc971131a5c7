import { started } from '@latchkey/server/testing/lifetime';
import {
  authorize,
  introspect,
  newApplication,
  redeem,
  refresh,
  tokensFor,
  userinfo,
} from '@latchkey/server/testing/oidc';
import { joins, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
const scope = 'openid organization offline_access';
const consentPath = '/api/oidc/consent';

/** A MEMBER of two organizations; the first is their default. */
async function newCommuter() {
  const [home, away] = [await newOrganization(service, 'Home'), await newOrganization(service, 'Away')];
  const person = await newMember(service, home.id, 'MEMBER');
  service.clock.advance({ seconds: 1 });
  await joins(service, person.id, away.id, 'ADMIN');
  const setDefault = (id: string) => person.client.post(`/api/organizations/${id}/default`);
  const leave = (id: string) =>
    person.client.delete(`/api/organizations/current/members/${person.id}`, {
      headers: { 'x-organization-id': id },
    });
  return { home, away, person, setDefault, leave };
}

describe('tokens', () => {
  test('are about the organization asked for, and about no other once the default moves', async () => {
    const application = await newApplication(service);
    const { home, away, person, setDefault } = await newCommuter();
    const asked = await tokensFor(service, person.client, application, { scope, organization: away.id });
    const unasked = await tokensFor(service, person.client, application, { scope });
    const orgOf = async (token: string) => (await userinfo(service, token)).body.org_id;
    expect([await orgOf(asked.access_token), await orgOf(unasked.access_token)]).toEqual([away.id, home.id]);
    expect((await userinfo(service, asked.access_token)).body.org_role).toBe('ADMIN');
    expect((await setDefault(away.id)).status).toBe(200);
    const renewed = await refresh(service, application, unasked.refresh_token);
    expect(await orgOf(renewed.body.access_token)).toBe(home.id);
  });

  test('end with the membership that was asked for; others only lose what they tell of it', async () => {
    const application = await newApplication(service);
    const { away, person, setDefault, leave } = await newCommuter();
    await setDefault(away.id);
    const asked = await tokensFor(service, person.client, application, { scope, organization: away.id });
    const unasked = await tokensFor(service, person.client, application, { scope });
    expect((await leave(away.id)).status).toBe(200);
    expect((await refresh(service, application, asked.refresh_token)).body.error).toBe('invalid_grant');
    expect((await introspect(service, application, asked.access_token)).body).toEqual({ active: false });
    const { status, body } = await userinfo(service, unasked.access_token);
    expect([status, body.org_id]).toEqual([200, undefined]);
    await joins(service, person.id, away.id);
    expect((await refresh(service, application, asked.refresh_token)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, unasked.access_token)).body.org_id).toBeUndefined();
  });

  test('are denied for an organization that is not theirs, or not the application’s', async () => {
    const { home, away, person } = await newCommuter();
    const foreign = await newOrganization(service);
    const open = await newApplication(service);
    const bound = await newApplication(service, { organizationId: away.id });
    const errorOf = async (application: typeof open, organization: string) =>
      (await authorize(person.client, application, { scope, organization })).query.error;
    expect(await errorOf(open, foreign.id)).toBe('access_denied');
    expect(await errorOf(open, 'acme')).toBe('access_denied');
    expect(await errorOf(bound, home.id)).toBe('access_denied');
    const { query } = await authorize(person.client, bound, { scope });
    const { body } = await redeem(service, bound, query.code ?? '');
    expect((await userinfo(service, body.access_token)).body.org_id).toBe(away.id);
  });
});

describe('a policy', () => {
  const refusing = { signInMethods: ['github'] };

  test('has people meet it before they get tokens about its organization, and about no other', async () => {
    const application = await newApplication(service);
    const { home, away, person, setDefault } = await newCommuter();
    await setPolicy(away.owner.client, organizationPolicy, refusing);
    const ask = async (organization: string | undefined, prompt?: string) =>
      authorize(person.client, application, { scope, organization, prompt });
    expect((await ask(away.id, 'none')).query.error).toBe('login_required');
    expect((await ask(away.id)).url?.pathname).toBe('/login');
    expect((await ask(home.id, 'none')).query.code).toBeDefined();
    expect((await setDefault(away.id)).status).toBe(200);
    expect((await ask(undefined, 'none')).query.error).toBe('login_required');
    expect((await ask(home.id, 'none')).query.code).toBeDefined();
  });

  test('of the default does not keep people from consenting in another', async () => {
    const application = await newApplication(service, { firstParty: false });
    const { home, away, person } = await newCommuter();
    await setPolicy(home.owner.client, organizationPolicy, refusing);
    const { query } = await authorize(person.client, application, { scope, organization: away.id });
    const { request } = query;
    const shown = await person.client.get(`${consentPath}?request=${encodeURIComponent(request ?? '')}`);
    expect(shown.body.organizations).toEqual([{ id: away.id, name: 'Away' }]);
    const allowed = await person.client.post(consentPath, { request, decision: 'allow' });
    const code = new URL(allowed.body.redirectTo).searchParams.get('code') ?? '';
    expect((await redeem(service, application, code)).status).toBe(200);
  });
});

describe('consent', () => {
  test('is asked for in each organization, and people choose one if none was asked for', async () => {
    const application = await newApplication(service, { firstParty: false });
    const { home, away, person } = await newCommuter();
    const asked = await authorize(person.client, application, { scope });
    const { request } = asked.query;
    const shown = await person.client.get(`${consentPath}?request=${encodeURIComponent(request ?? '')}`);
    expect(shown.body.organizations).toEqual([
      { id: home.id, name: 'Home' },
      { id: away.id, name: 'Away' },
    ]);
    const foreign = await newOrganization(service);
    const decide = (organizationId: string) =>
      person.client.post(consentPath, { request, decision: 'allow', organizationId });
    expect((await decide(foreign.id)).status).toBe(400);
    const allowed = await decide(away.id);
    const code = new URL(allowed.body.redirectTo).searchParams.get('code') ?? '';
    const { body } = await redeem(service, application, code);
    expect((await userinfo(service, body.access_token)).body.org_id).toBe(away.id);
    const silently = async (organization: string) =>
      (await authorize(person.client, application, { scope, organization, prompt: 'none' })).query;
    expect((await silently(away.id)).code).toBeDefined();
    expect((await silently(home.id)).error).toBe('consent_required');
  });

  test('is 400 for another organization than the one asked for', async () => {
    const application = await newApplication(service, { firstParty: false });
    const { home, away, person } = await newCommuter();
    const { query } = await authorize(person.client, application, { scope, organization: away.id });
    const body = { request: query.request, decision: 'allow', organizationId: home.id };
    expect((await person.client.post(consentPath, body)).status).toBe(400);
  });
});
