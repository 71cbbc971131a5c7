import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { keepSecretsIn, leaks } from '@latchkey/server/testing/secrets';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { enroll } from '@latchkey/server/testing/two-factor';
import { beforeAll, expect, test } from 'vitest';

/*
 * `each-file.ts` looks for secrets in the log of every test file. Here each kind is put there on purpose: what watches has
 * to see it.
 */

const service = started(startService);
const made: Record<string, string> = {};
beforeAll(async () => {
  const person = await newUser(service);
  const { key } = await newKey(person.client);
  await keyClient(service, key).get('/api/auth/me');
  const oidc = await tokensFor(service, person.client, await newApplication(service));
  Object.assign(made, {
    password,
    'access token': person.tokens.accessToken,
    'refresh token': person.tokens.refreshToken,
    'session cookie': person.client.cookies.get('latchkey_session'),
    'CSRF token': person.client.cookies.get('csrf_token'),
    'API key': key,
    "an application's access token": oidc.access_token,
    'ID token': oidc.id_token,
    'link in a mail': await service.mailedToken(person.email),
    'secret of the service': service.config.secrets.session,
  });
  const { secret, backupCodes } = await enroll(service, person.client);
  // One in ten of them looks like this.
  const letters = 'ABCD-EFGH';
  keepSecretsIn({ backupCodes: [letters] });
  Object.assign(made, {
    'two-factor secret': secret,
    'backup code': backupCodes[0],
    'backup code without digits': letters,
  });
});

test('the logs of these journeys contain none of their secrets', () => {
  expect(service.logged.length).toBeGreaterThan(5);
  expect(leaks()).toEqual([]);
});

test.each([
  'password',
  'access token',
  'refresh token',
  'session cookie',
  'CSRF token',
  'API key',
  "an application's access token",
  'ID token',
  'link in a mail',
  'secret of the service',
  'two-factor secret',
  'backup code',
  'backup code without digits',
])('a leaked secret is detected in a log line: %s', (kind) => {
  const before = service.logged.length;
  service.deps.log.warn({ url: `/somewhere?it=${made[kind]}&more` }, 'said too much');
  const found = leaks();
  // Removed, or the end of this file would find it as well.
  service.logged.splice(before);
  expect(found).toEqual([expect.stringContaining('said too much')]);
  expect(leaks()).toEqual([]);
});
