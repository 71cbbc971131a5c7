import { started } from '@latchkey/server/testing/lifetime';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { setTwoFactor } from '@latchkey/server/testing/standing';
import { enroll } from '@latchkey/server/testing/two-factor';
import { afterEach, describe, expect, test } from 'vitest';

const world = started(startWithIdp);
const current = '/api/organizations/current';

afterEach(() => world.service.sql`DELETE FROM policies WHERE organization_id IS NULL`);

/** A session that the identity provider opened, of a person without a second factor. */
async function arrive({ trustsSecondFactor }: { trustsSecondFactor: boolean }) {
  const { service, connected, somebody, travel } = world;
  const { owner, domain, path, connectionId } = await connected({ trustsSecondFactor });
  const { login } = somebody(domain.name);
  const client = service.client();
  await travel(client, path, login);
  await setTwoFactor(service, owner.id, true);
  const answer = async () => {
    const { status, body } = await client.get(current);
    return [status, body.error?.code];
  };
  return { owner, client, answer, connectionId, path, login };
}

const due = { twoFactorRequired: true, twoFactorGraceDays: 0 };
const missing = [403, 'TWO_FACTOR_SETUP_REQUIRED'];

describe("an identity provider's second factor", () => {
  test("meets the organization's policy where it is trusted, as long as it is", async () => {
    const { owner, answer, connectionId } = await arrive({ trustsSecondFactor: true });
    await setPolicy(owner.client, organizationPolicy, due);
    expect(await answer()).toEqual([200, undefined]);
    await world.change(owner, connectionId, { trustsSecondFactor: false });
    expect(await answer()).toEqual(missing);
  });

  test("doesn't where it isn't", async () => {
    const { owner, answer } = await arrive({ trustsSecondFactor: false });
    await setPolicy(owner.client, organizationPolicy, due);
    expect(await answer()).toEqual(missing);
  });

  test("never meets the service's, which asks at sign-in, too", async () => {
    const { service, travel } = world;
    const { client, answer, path, login } = await arrive({ trustsSecondFactor: true });
    await enroll(service, client);
    expect((await travel(service.client(), path, login)).path).toBe('/');
    await forceSystemPolicy(service, due);
    expect((await travel(service.client(), path, login)).path).toBe('/auth/two-factor');
    await service.sql`UPDATE users SET two_factor_enabled = false`;
    expect(await answer()).toEqual(missing);
  });
});

test('another connection of the organization is no way around the required one', async () => {
  const { service, requiring, make, change, test: tested, oidc, zone, somebody, travel } = world;
  const { owner, domain, id } = await requiring();
  const { proveDomain } = await import('@latchkey/server/testing/domains');
  const second = await proveDomain(owner, zone);
  const other = await make(owner);
  await change(owner, other, { oidc, domains: [second.name] });
  await tested(owner, other, somebody(second.name).login);
  await change(owner, other, { enabled: true });
  const { login } = somebody(second.name);
  await travel(service.client(), `/api/auth/sso/${other}`, login);
  // Their account's address is in the domain of the connection that is required.
  await service.sql`
    UPDATE users SET email = ${`x@${domain.name}`} WHERE id IN (SELECT user_id FROM sso_links WHERE subject = ${login})`;
  const client = service.client();
  const { length: seen } = await service.audit();
  const landed = await travel(client, `/api/auth/sso/${other}`, login);
  expect([landed.path, landed.error]).toEqual(['/login', 'sso_required']);
  expect((await client.get(current)).status).toBe(401);
  const entries = await service.audit();
  expect(entries.at(-1)).toMatchObject({
    action: 'AUTH_SSO_LOGIN_FAILED',
    organizationId: id,
    metadata: { reason: 'sso_required' },
  });
  expect(entries.slice(seen).map(({ action }) => action)).not.toContain('AUTH_SSO_LOGIN_SUCCESS');
});
