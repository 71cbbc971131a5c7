import { proveDomain } from '@latchkey/server/testing/domains';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { rsaKey } from '@latchkey/server/testing/rsa-keys';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { expect, test } from 'vitest';

const world = started(startWithIdp);

async function made(edit: object = {}) {
  const { owner } = await newOrganization(world.service);
  const domain = await proveDomain(owner, world.zone);
  const id = await world.make(owner);
  await world.change(owner, id, { oidc: world.oidc, domains: [domain.name], ...edit });
  return { owner, id, domain, landing: `http://latchkey.test/organization/sso?test=${id}` };
}

test('a wrong client secret is named', async () => {
  const { owner, id, domain, landing } = await made({ oidc: { ...world.oidc, clientSecret: 'wrong' } });
  const { landed, test: failed } = await world.test(owner, id, world.somebody(domain.name).login);
  expect(landed.location).toBe(landing);
  expect(failed).toMatchObject({
    passed: false,
    reason: 'sso_failed',
    received: { fault: 'The identity provider refused the client ID or the client secret.' },
  });
});

test('what the identity provider says about a refusal is shown', async () => {
  const { owner, id, landing } = await made();
  const { landed, test: failed } = await world.test(owner, id, null);
  expect(landed.location).toBe(landing);
  expect(failed).toMatchObject({
    passed: false,
    reason: 'sso_denied',
    received: { fault: expect.stringContaining('"access_denied') },
  });
});

test('a token that does not verify is explained without showing it', async () => {
  const { owner, id, domain } = await made();
  world.idp.forgery.key = rsaKey('unknown');
  const { test: failed } = await world.test(owner, id, world.somebody(domain.name).login);
  delete world.idp.forgery.key;
  expect(failed).toMatchObject({
    reason: 'sso_failed',
    received: {
      fault: expect.stringMatching(/^The identity provider's answer isn't accepted: ".*signature/),
    },
  });
  expect(JSON.stringify(failed)).not.toContain(world.idp.issued.at(-1)?.id_token?.split('.')[2]);
});

test('an identity provider that does not answer leads back to the page of the test', async () => {
  const { owner, id, landing } = await made();
  world.idp.faults.set('/.well-known/openid-configuration', 500);
  const { landed, test: failed } = await world.test(owner, id, 'x');
  world.idp.faults.clear();
  expect(landed.location).toBe(landing);
  expect(failed).toMatchObject({ passed: false, reason: 'sso_unavailable', subject: null });
});

test('a fault is told in the language of each reader, and is kept without one', async () => {
  const { owner, id, domain } = await made({ oidc: { ...world.oidc, clientSecret: 'wrong' } });
  await world.test(owner, id, world.somebody(domain.name).login);
  const read = (language: string) =>
    owner.client.get(`${connectionsPath}/${id}/test`, { headers: { 'accept-language': language } });
  const german = await read('de');
  expect(german.body.test.received.fault).toBe(
    'Der Identitätsanbieter hat die Client-ID oder das Client-Geheimnis abgelehnt.',
  );
  expect(german.headers.get('content-language')).toBe('de');
  expect((await read('ja')).body.test.received.fault).toBe(
    'ID プロバイダーがクライアント ID またはクライアントシークレットを拒否しました。',
  );
  expect((await read('en')).body.test.received.fault).toBe(
    'The identity provider refused the client ID or the client secret.',
  );
});

test('why settings are refused is told in the language of the request', async () => {
  const { owner } = await newOrganization(world.service);
  const { id } = (await owner.client.post(connectionsPath, { kind: 'saml', name: 'x' })).body.connection;
  const refusal = async (saml: object) => {
    const headers = { 'accept-language': 'fr' };
    return (await owner.client.patch(`${connectionsPath}/${id}`, { saml }, { headers })).body.error;
  };
  expect(await refusal({ certificates: ['x'.repeat(200)] })).toMatchObject({
    code: 'CONNECTION_INVALID',
    details: { reason: 'Ce n’est pas un certificat X.509.' },
  });
  expect((await refusal({ metadata: '<a>' })).details.reason).toBe(
    'Les métadonnées ne peuvent pas être lues. Le message n’est pas du XML bien formé\u00a0: il se termine trop tôt.',
  );
});
