import { Authenticator, addPasskey, passkeyLogin } from '@latchkey/server/testing/authenticator';
import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { clientFor, newVerified } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { deactivate, reactivate, setTwoFactor } from '@latchkey/server/testing/standing';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';

const world = started(startWithIdp);

/** An organization with a connection that is on, and an OWNER who could break the glass. */
async function ready() {
  const organization = await world.connected();
  const { owner, connectionId } = organization;
  const { sql } = world.service;
  await sql`UPDATE users SET password_hash = 'none', two_factor_enabled = true WHERE id = ${owner.id}`;
  const patch = async (edit: object, client = owner.client) => {
    const { status, body } = await client.patch(`${connectionsPath}/${connectionId}`, edit);
    return [status, status === 200 ? body.connection.required : body.error.code];
  };
  return { ...organization, patch };
}

describe('requiring a connection', () => {
  test('is shown, recorded and told to whoever looks for a way in', async () => {
    const { service } = world;
    const { owner, domain, connectionId, patch, path } = await ready();
    const required = async () =>
      (await service.client().post('/api/auth/sso/discover', { email: `x@${domain.name}` })).body;
    expect((await required()).required).toBe(false);
    expect(await patch({ required: true })).toEqual([200, true]);
    expect(await required()).toEqual({
      redirectTo: `${path}?loginHint=${encodeURIComponent(`x@${domain.name}`)}`,
      required: true,
    });
    const entries = await service.audit(owner.email);
    expect(entries.at(-1)).toMatchObject({
      action: 'ORG_CONNECTION_UPDATED',
      metadata: { connectionId, changes: { required: { from: false, to: true } } },
    });
    // The same again writes nothing, and needs nothing.
    service.clock.advance({ hours: 25 });
    const later = await clientFor(service, owner.id);
    expect(await patch({ required: true }, later)).toEqual([200, true]);
    expect(await service.audit(owner.email)).toHaveLength(entries.length);
  });

  test('is over when it is turned off, when the connection is, and when its issuer changes', async () => {
    const { service, idp } = world;
    const { patch, connectionId } = await ready();
    expect(await patch({ required: true })).toEqual([200, true]);
    expect(await patch({ required: false })).toEqual([200, false]);
    expect(await patch({ required: true })).toEqual([200, true]);
    expect(await patch({ enabled: false })).toEqual([200, false]);
    expect(await patch({ enabled: true })).toEqual([200, false]);
    expect(await patch({ required: true })).toEqual([200, true]);
    expect(await patch({ name: 'Other', required: true })).toEqual([200, true]);
    // A change of the issuer is one of the trust, as if it were another connection.
    await service.sql`UPDATE sso_connections SET issuer = 'https://before.example' WHERE id = ${connectionId}`;
    expect(await patch({ oidc: { issuer: idp.url, clientSecret: 'anew' } })).toEqual([200, false]);
  });

  test('needs the connection to be on, and a test of one’s own that passed within 24 hours', async () => {
    const { service, test, change, somebody } = world;
    const { id, owner, domain, patch, connectionId } = await ready();
    const refused = [409, 'CONNECTION_NOT_TESTED'];
    expect(await patch({ required: true, enabled: false })).toEqual(refused);
    await patch({ required: true });
    expect(await patch({ required: true, enabled: false })).toEqual(refused);
    await patch({ enabled: false });
    expect(await patch({ required: true })).toEqual(refused);
    expect(await patch({ required: true, enabled: true })).toEqual([200, true]);
    await patch({ required: false });

    const other = await newVerified(service);
    await settleIn(service, other.id, id, 'OWNER');
    const another = { client: await clientFor(service, other.id) };
    expect(await patch({ required: true }, another.client)).toEqual(refused);
    await test(another, connectionId, null);
    expect(await patch({ required: true }, another.client)).toEqual(refused);
    await test(another, connectionId, somebody(domain.name).login);
    expect(await patch({ required: true }, another.client)).toEqual([200, true]);
    await change(another, connectionId, { required: false });

    // The test was of another issuer.
    await service.sql`UPDATE sso_tests SET tested = 'https://before.example' WHERE user_id = ${owner.id}`;
    expect(await patch({ required: true })).toEqual(refused);
    await test(owner, connectionId, somebody(domain.name).login);
    service.clock.advance({ hours: 24, minutes: 1 });
    const later = await clientFor(service, owner.id);
    expect(await patch({ required: true }, later)).toEqual(refused);
  });

  test('needs a session begun with two factors, a passkey, or this connection', async () => {
    const { service, test, travel, somebody } = world;
    const { domain, path, patch, id, connectionId } = await ready();
    const person = await newVerified(service, { email: somebody(domain.name).email });
    await settleIn(service, person.id, id, 'OWNER');
    const login = person.email.split('@')[0] ?? '';
    await test(person, connectionId, login);
    expect(await patch({ required: true }, person.client)).toEqual([409, 'BREAK_GLASS_REQUIRED']);
    const device = new Authenticator(service);
    await addPasskey(person.client, device);
    const { client: byPasskey } = await passkeyLogin(service, device);
    expect(await patch({ required: true }, byPasskey)).toEqual([200, true]);
    expect(await patch({ required: false }, byPasskey)).toEqual([200, false]);
    const client = service.client();
    await travel(client, path, login);
    expect(await patch({ required: true }, client)).toEqual([200, true]);
    expect((await client.get(connectionsPath)).status).toBe(200);
    // The session by password is over, and the one that turned it on goes on.
    expect((await person.client.get('/api/auth/me')).status).toBe(401);
  });

  test('needs an active OWNER who could get in without it', async () => {
    const { service } = world;
    const { owner, patch, id } = await ready();
    await setTwoFactor(service, owner.id, false);
    const refused = [409, 'BREAK_GLASS_REQUIRED'];
    expect(await patch({ required: true })).toEqual(refused);
    const colleague = await newEnrolled(service);
    await settleIn(service, colleague.id, id, 'ADMIN');
    expect(await patch({ required: true })).toEqual(refused);
    await settleIn(service, colleague.id, id, 'OWNER');
    await deactivate(service, colleague.id);
    expect(await patch({ required: true })).toEqual(refused);
    await reactivate(service, colleague.id);
    // What the service's policy doesn't allow is no way in.
    await forceSystemPolicy(service, { signInMethods: ['passkey', 'sso'] });
    const passkeys = await clientFor(service, owner.id);
    await service.sql`UPDATE sessions SET sign_in_method = 'passkey' WHERE user_id = ${owner.id}`;
    expect(await patch({ required: true }, passkeys)).toEqual(refused);
    await service.sql`DELETE FROM policies WHERE organization_id IS NULL`;
    expect(await patch({ required: true })).toEqual([200, true]);
    const { body } = await owner.client.get(connectionsPath);
    expect(body.connections[0].breakGlassOwners).toBe(1);
  });
});
