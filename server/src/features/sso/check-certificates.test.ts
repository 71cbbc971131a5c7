import { makeSelfSigned } from '@latchkey/server/testing/certificates';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { startSamlProvider } from '@latchkey/server/testing/saml/provider';
import { clientFor } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { expect, test } from 'vitest';
import { checkCertificates } from './check-certificates.ts';

const world = started(startWithIdp);
const idp = started(startSamlProvider);

const certificate = (days: number) =>
  makeSelfSigned({ commonName: 'identity provider', rsaBits: 2048, valid: { from: -1, to: days } });

const check = () => checkCertificates({ ...world.service.deps, sso: world.service.sso });
const later = async (days: number) => {
  world.service.clock.advance({ days, seconds: 1 });
  await check();
  await world.service.mailWorker.drain();
};

async function connect(saml: object) {
  const { service, make, change } = world;
  const { owner } = await newOrganization(service);
  await service.sql`UPDATE users SET email_verified_at = now() WHERE id = ${owner.id}`;
  const id = await make(owner, 'saml');
  await change(owner, id, { saml });
  return { owner, id };
}

const shown = async ({ id: userId }: Person, id: string) => {
  const client = await clientFor(world.service, userId);
  return (await client.get(`${connectionsPath}/${id}`)).body.connection.saml;
};
const warningsTo = async ({ email }: Person) =>
  (await world.service.mails(email)).filter(({ subject }) => subject.includes('expires soon'));

test('published certificates are taken over once a day', async () => {
  const { service } = world;
  idp.keys.current = certificate(400);
  const { owner, id } = await connect({ metadataUrl: idp.metadataUrl });
  const [before] = (await shown(owner, id)).certificates;
  await check();
  idp.keys.current = certificate(400);
  await check();
  expect((await shown(owner, id)).certificates).toEqual([before]);
  await later(1);
  const [after, ...more] = (await shown(owner, id)).certificates;
  expect([after.sha256 === before.sha256, more]).toEqual([false, []]);
  const entry = (await service.audit()).findLast(({ action }) => action === 'ORG_CONNECTION_UPDATED');
  expect(entry).toMatchObject({ userId: null, metadata: { connectionId: id } });
  expect(Object.keys(entry?.metadata.changes as object)).toEqual(['certificates']);
});

test('nothing changes while the address is of another provider, has no usable key, is down or forbidden', async () => {
  const { service } = world;
  idp.keys.current = certificate(400);
  const { owner, id } = await connect({ metadataUrl: idp.metadataUrl });
  const before = await shown(owner, id);
  // As if another identity provider were published there.
  await service.sql`UPDATE sso_connections SET entity_id = 'https://other.example' WHERE id = ${id}`;
  idp.keys.current = certificate(400);
  await later(1);
  await service.sql`UPDATE sso_connections SET entity_id = ${before.entityId} WHERE id = ${id}`;
  expect(await shown(owner, id)).toEqual(before);
  idp.keys.current = makeSelfSigned({ commonName: 'identity provider', rsaBits: 1024 });
  await later(1);
  expect(await shown(owner, id)).toEqual(before);
  for (const address of [`${idp.url}/nowhere`, 'http://169.254.169.254/metadata', 'http://localhost:1/']) {
    await service.sql`UPDATE sso_connections SET metadata_url = ${address} WHERE id = ${id}`;
    await later(1);
    expect(await shown(owner, id)).toEqual({ ...before, metadataUrl: address });
  }
});

test('OWNERs are mailed 30 and 7 days before a certificate expires, each once', async () => {
  const { service } = world;
  const ahead = (service.clock.now().getTime() - Date.now()) / 86_400_000;
  const { certificate: pem } = certificate(ahead + 40);
  const { certificate: other } = certificate(ahead + 400);
  const signInUrl = 'https://idp.example/sso';
  const { owner, id } = await connect({
    entityId: 'https://idp.example',
    signInUrl,
    certificates: [pem, other],
  });
  await check();
  await later(9);
  expect(await warningsTo(owner)).toEqual([]);
  await later(1.5);
  await later(1);
  expect(await warningsTo(owner)).toHaveLength(1);
  await later(21);
  await later(1);
  await later(2);
  const mails = await warningsTo(owner);
  expect(mails).toHaveLength(2);
  const [first] = (await shown(owner, id)).certificates;
  expect(mails[1]?.text.replaceAll('\u200b', '')).toContain(first.sha256);
  // Once it is over, there is nothing left to warn of, and it goes on to verify.
  await later(30);
  expect(await warningsTo(owner)).toHaveLength(2);
});
