import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { listen } from '@latchkey/server/testing/net';
import { newOrganization } from '@latchkey/server/testing/organizations';
import {
  forceSystemPolicy,
  organizationPolicy,
  setPolicy,
  systemPolicy,
} from '@latchkey/server/testing/policies';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test } from 'vitest';
import { warnOfUncheckedBreaches } from './unchecked-breaches.ts';

const strong = 'Obtuse-Walrus-Juggles-41-Lanterns';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('the strength of a password', () => {
  const service = started(startService);

  test('is judged by the organization when it is changed or reset', async () => {
    const person = await newUser(service);
    await setPolicy(person.client, organizationPolicy, { passwordStrength: 4 });
    const change = (next: string) =>
      person.client.post('/api/users/profile', { password: next, currentPassword: password });
    const weak = await change('Password123!');
    expect(weak.status).toBe(400);
    expect(weak.body.error.code).toBe('PASSWORD_TOO_WEAK');
    await service.client().post('/api/auth/forgot-password', { email: person.email });
    const token = await service.mailedToken(person.email);
    const reset = (next: string) =>
      service.client().post('/api/auth/reset-password', { token, password: next });
    expect((await reset('Password123!')).body.error.code).toBe('PASSWORD_TOO_WEAK');
    expect((await reset(strong)).status).toBe(200);
  });

  test('is judged by the organization that invited', async () => {
    const { owner } = await newOrganization(service);
    const email = 'weak@example.com';
    const sent = await owner.client.post('/api/organizations/current/invites', { email });
    await setPolicy(owner.client, organizationPolicy, { passwordStrength: 3 });
    const inviteToken = sent.body.invite.token;
    const register = (given: string) =>
      service.client().post('/api/auth/register', { email, password: given, inviteToken });
    expect((await register('Password123!')).body.error.code).toBe('PASSWORD_TOO_WEAK');
    expect((await register(strong)).status).toBe(201);
  });

  test('is judged by the service for everyone', async () => {
    const own = await startService();
    await forceSystemPolicy(own, { passwordStrength: 3 });
    const register = (given: string) =>
      own.client().post('/api/auth/register', {
        email: 'someone@example.com',
        password: given,
        organizationName: 'Someone',
      });
    expect((await register('Password123!')).body.error.code).toBe('PASSWORD_TOO_WEAK');
    expect((await register(strong)).status).toBe(201);
  });
});

/** A server that answers as the public one does, and what it was asked. */
async function startBreaches(answer: (path: string) => { status: number; body: string } | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const given = answer(request.url ?? '');
    if (given) response.writeHead(given.status).end(given.body);
  });
  const port = await listen(server, 0);
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}

describe('a password that is known from a breach', () => {
  const register = (service: Awaited<ReturnType<typeof startService>>, email: string, given: string) =>
    service.client().post('/api/auth/register', { email, password: given, organizationName: 'Someone' });

  test('is refused by what a server answers to five digits of its hash', async () => {
    const hash = sha1(password);
    const lines = `${'0'.repeat(35)}:0\r\n${hash.slice(5).toLowerCase()}:3\r\n${sha1(strong).slice(5)}:0\r\n`;
    const breaches = await startBreaches(() => ({ status: 200, body: lines }));
    const env = { PASSWORD_BREACH_CHECK: 'hibp', PASSWORD_BREACH_URL: breaches.url };
    const service = await startService({ env });
    await forceSystemPolicy(service, { passwordBreachCheck: true });
    const refused = await register(service, 'one@example.com', password);
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe('PASSWORD_BREACHED');
    expect(breaches.asked).toEqual([`/range/${hash.slice(0, 5)}`]);
    expect((await register(service, 'one@example.com', strong)).status).toBe(201);
  });

  test('passes while the server fails, and that is counted', async () => {
    const breaches = await startBreaches(() => ({ status: 503, body: '' }));
    const env = { PASSWORD_BREACH_CHECK: 'hibp', PASSWORD_BREACH_URL: breaches.url };
    const service = await startService({ env });
    await forceSystemPolicy(service, { passwordBreachCheck: true });
    expect((await register(service, 'two@example.com', password)).status).toBe(201);
    const metrics = await service.deps.metrics.registry.metrics();
    expect(metrics).toMatch(/latchkey_breach_check_fail_open_total 1/);
  });

  test.each([
    ['LF', '\n', (hash: string) => hash],
    ['CRLF and lower case', '\r\n', (hash: string) => hash.toLowerCase()],
  ])('is refused by what a file says, with %s', async (_name, newline, write) => {
    const others = Array.from({ length: 500 }, (_, at) => sha1(`other ${at}`));
    const hashes = [...others, sha1(password)].sort();
    const path = join(await temporaryFolder('breaches'), 'breaches.txt');
    writeFileSync(path, hashes.map((hash, at) => `${write(hash)}:${at + 1}`).join(newline));
    const service = await startService({
      env: { PASSWORD_BREACH_CHECK: 'file', PASSWORD_BREACH_FILE: path },
    });
    await forceSystemPolicy(service, { passwordBreachCheck: true });
    const refused = await register(service, 'three@example.com', password);
    expect(refused.body.error.code).toBe('PASSWORD_BREACHED');
    expect((await register(service, 'three@example.com', strong)).status).toBe(201);
    // Once the check is off, the policy keeps asking for it, and no one is refused.
    const off = await startService({ database: service.database, clock: service.clock });
    expect((await register(off, 'four@example.com', password)).status).toBe(201);
    await warnOfUncheckedBreaches(off.deps);
    expect(off.logged.filter((line) => line.includes('PASSWORD_BREACH_CHECK is off'))).toHaveLength(1);
    const admin = await newStaff(off, 'ADMIN');
    const saved = await setPolicy(admin.client, systemPolicy, {
      passwordBreachCheck: true,
      passwordStrength: 1,
    });
    expect(saved.policy).toMatchObject({ passwordBreachCheck: true, passwordStrength: 1 });
  });
});
