import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { createPerson, holdDomain, newDirectory } from '@latchkey/server/testing/scim';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/** One mailbox is one account, however its domain is written. */
const service = started(startService);

let domains = 0;
/** Spellings of a new domain. */
function newDomain() {
  const nth = ++domains;
  return [
    `bücher${nth}.example`,
    `BU\u0308CHER${nth}.Example`,
    `ｂücher${nth}．ｅｘａｍｐｌｅ`,
    `bücher${nth}。example`,
  ];
}
const at = (domain: string) => `ada@${domain}`;
const register = (email: string) =>
  service.client().post('/api/auth/register', { email, password, organizationName: 'Spelled' });
const login = (email: string, given = password) =>
  service.client().post('/api/auth/login', { email, password: given });
const asciiOf = (domain: string) => new URL(`http://${domain}`).hostname;

describe('the spellings of one domain', () => {
  test('are one account, which any of them signs in to', async () => {
    const others = newDomain();
    const [first = '', ...rest] = others;
    const { status, body } = await register(at(first));
    expect([status, body.user.email]).toEqual([201, at(asciiOf(first))]);
    for (const domain of [...rest, asciiOf(first)]) {
      expect((await register(at(domain))).body.error.code).toBe('EMAIL_TAKEN');
      expect((await login(at(domain))).body.user?.id).toBe(body.user.id);
    }
  });

  test('are counted together where guesses and requests are limited by account', async () => {
    const others = newDomain();
    const [first = '', second = ''] = others;
    await register(at(first));
    for (let nth = 0; nth < 5; nth++) await login(at(others[nth % 4] ?? ''), 'Wrong-Horse-9');
    expect((await login(at(second))).status).toBe(423);
    const strict = await startService({
      database: service.database,
      env: { RATE_LIMIT_FORGOT_PASSWORD: '2/1h' },
    });
    const ask = (domain: string) => strict.client().post('/api/auth/forgot-password', { email: at(domain) });
    for (const domain of others) expect((await ask(domain)).status).toBe(200);
    expect((await ask(second)).status).toBe(429);
  });

  test('are invited once, and no way around a change of address', async () => {
    const others = newDomain();
    const [first = '', second = ''] = others;
    const { owner } = await newOrganization(service);
    const invite = (domain: string) =>
      owner.client.post('/api/organizations/current/invites', { email: at(domain) });
    expect((await invite(first)).status).toBe(201);
    expect((await invite(second)).status).toBe(409);
    await register(at(first));
    const admin = await newStaff(service, 'ADMIN');
    const other = await newUser(service);
    const moved = await admin.client.put(`/api/users/${other.id}`, { email: at(second) });
    expect(moved.body.error.code).toBe('EMAIL_TAKEN');
  });

  test('are one domain of a policy and of a directory', async () => {
    const others = newDomain();
    const [first = ''] = others;
    const { owner } = await newOrganization(service);
    const body = { version: 0, policy: { emailDomains: others } };
    const changed = await owner.client.patch('/api/organizations/current/policy', body);
    expect(changed.body.policy.emailDomains).toEqual([asciiOf(first)]);
    const directory = await newDirectory(service);
    await holdDomain(service, directory.id, asciiOf(first));
    const made = await createPerson(directory.client, { userName: at(first) });
    expect(made.body.emails[0].value).toBe(at(asciiOf(first)));
    const found = await directory.client.get(
      `/api/scim/v2/Users?filter=${encodeURIComponent(`emails.value eq "${at(others[2] ?? '')}"`)}`,
    );
    expect(found.body.totalResults).toBe(1);
  });
});

test('control, format and bidirectional characters are no part of an address', async () => {
  for (const sign of ['\u0000', '\u0007', '\u200b', '\u200d', '\u00ad', '\u202e', '\u2066', '\ufeff'])
    for (const email of [`ad${sign}a@example.com`, `ada@exam${sign}ple.com`, `ada@example.com${sign}`])
      expect((await register(email)).status, JSON.stringify(email)).toBe(400);
});
