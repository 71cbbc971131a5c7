import { started } from '@latchkey/server/testing/lifetime';
import {
  createPerson,
  newDirectory,
  newVerifiedLoner,
  patchPerson,
  scimPath,
} from '@latchkey/server/testing/scim';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const localeOf = async ({ id }: { id: string }) =>
  (await (await clientFor(service, id)).get('/api/auth/me')).body.locale;
const choose = async ({ id }: { id: string }, locale: string | null) =>
  (await clientFor(service, id)).post('/api/users/profile', { locale });
const say = (id: string, preferredLanguage: unknown) =>
  patchPerson(directory.client, id, { op: 'replace', value: { preferredLanguage } });

test('the language of a person is kept as sent, and chosen as by Accept-Language', async () => {
  const sent = 'tlh, es-MX;q=0.8, de;q=0.5';
  const made = await directory.person({ preferredLanguage: sent });
  expect(made).toMatchObject({ preferredLanguage: sent });
  expect(await localeOf(made)).toBe('es');
  const plain = await directory.person({ PreferredLanguage: 'pt' });
  expect(await localeOf(plain)).toBe('pt-BR');
  const unknown = await directory.person({ preferredLanguage: 'tlh' });
  expect(unknown).toMatchObject({ preferredLanguage: 'tlh' });
  expect(await localeOf(unknown)).toBeNull();
  expect(await directory.person()).not.toHaveProperty('preferredLanguage');
});

test('a language that a person has chosen stays', async () => {
  const made = await directory.person();
  expect((await say(made.id, 'fr-CA')).body.preferredLanguage).toBe('fr-CA');
  expect(await localeOf(made)).toBe('fr');
  expect((await say(made.id, 'ja')).body.preferredLanguage).toBe('ja');
  expect(await localeOf(made)).toBe('fr');
  await choose(made, null);
  // The directory repeats itself, which changes nothing.
  await say(made.id, 'ja');
  expect(await localeOf(made)).toBeNull();
  await say(made.id, 'de');
  expect(await localeOf(made)).toBe('de');
});

test('PUT keeps a language that is left out, and PATCH removes it', async () => {
  const { client } = directory;
  const made = await directory.person({ preferredLanguage: 'de-AT' });
  const put = await client.put(`${scimPath}/Users/${made.id}`, { userName: made.userName });
  expect(put.body.preferredLanguage).toBe('de-AT');
  const removed = await patchPerson(client, made.id, { op: 'remove', path: 'preferredLanguage' });
  expect([removed.status, 'preferredLanguage' in removed.body]).toEqual([200, false]);
  expect(await localeOf(made)).toBe('de');
  const bad = await say(made.id, 7);
  expect([bad.status, bad.body.scimType]).toEqual([400, 'invalidValue']);
});

test('a person who is adopted is told in their language', async () => {
  const email = directory.newEmail();
  await newVerifiedLoner(service, email);
  const answer = await createPerson(directory.client, { userName: email, preferredLanguage: 'de' });
  expect(answer.status).toBe(201);
  expect(await localeOf(answer.body)).toBe('de');
  expect((await service.mails(email)).at(-1)?.subject).toBe('Ihr Konto wurde einer Organisation hinzugefügt');
});
