import { importMaxBytes, type User } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { during } from '@latchkey/server/testing/during';
import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newHolder, newRole } from '@latchkey/server/testing/roles';
import { clientFor, newStaff, password, startService } from '@latchkey/server/testing/service';
import {
  accountsAt,
  giveRole,
  moveAddress,
  setTwoFactor,
  takeRoles,
} from '@latchkey/server/testing/standing';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);

let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

let addresses = 0;
const fresh = () => `imported-${++addresses}@example.com`;
const bring = (
  file: string | Uint8Array,
  {
    client = admin.client,
    query = '',
    headers = {},
  }: { client?: Client; query?: string; headers?: object } = {},
) =>
  client.post(`/api/users/import${query}`, undefined, {
    raw: typeof file === 'string' ? Buffer.from(file) : file,
    headers: { 'content-type': 'text/csv', ...headers },
  });
const userAt = async (email: string): Promise<User | undefined> =>
  (await admin.client.get(`/api/users?search=${email}`)).body.users[0];
const entriesOf = async (email: string) =>
  (await service.audit(email)).filter(({ action }) => action === 'ADMIN_USERS_IMPORTED');
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const staffLike = (more: string[] = []) =>
  newHolder(service, ['users:list', 'users:read', 'users:write', ...more], { organizationId: null });

describe('an import', () => {
  test('makes accounts of USERs without an organization, and tells line by line what became of each', async () => {
    const [one, two] = [fresh(), fresh()];
    const file = `email,firstName,role,organizationId\n${one},Ada,ADMIN,x\nnone,Bob\n${one},Again\n${two},"Carol\nvan, Dam"\n`;
    const answer = await bring(file);
    expect(answer.body).toEqual({
      imported: 2,
      alreadyThere: 1,
      refused: 1,
      lines: [
        { line: 2, email: one, outcome: 'imported', reason: null },
        { line: 3, email: 'none', outcome: 'refused', reason: 'email: Must be an email address.' },
        { line: 4, email: one, outcome: 'exists', reason: null },
        { line: 5, email: two, outcome: 'imported', reason: null },
      ],
    });
    const made = await userAt(one);
    expect(made).toMatchObject({
      role: 'USER',
      firstName: 'Ada',
      organizationId: null,
      emailVerified: false,
    });
    expect((await admin.client.get(`/api/users/${made?.id}/sign-in-methods`)).body.password).toBe(false);
    expect(await userAt(two)).toMatchObject({ firstName: 'Carol\nvan, Dam' });
    expect(await service.mails(one)).toEqual([]);
  });

  test('is recorded as the act of its caller, in the transaction of the accounts', async () => {
    const { client, email } = await staffLike();
    await bring(`email\n${fresh()}\n${fresh()}\nnone\n`, { client });
    expect(await entriesOf(email)).toMatchObject([{ metadata: { from: 'upload', imported: 2 } }]);
    await bring('email\nnone\n', { client });
    expect(await entriesOf(email)).toHaveLength(1);
  });

  test('changes nothing as a dry run, which says the same', async () => {
    const { client, email } = await staffLike();
    const [one, two] = [fresh(), fresh()];
    await bring(`email\n${two}\n`);
    const file = `email\n${one}\nnone\n${one}\n${two}\n`;
    const preview = await bring(file, { client, query: '?dryRun=true' });
    expect(preview.status).toBe(200);
    expect(await userAt(one)).toBeUndefined();
    expect(await entriesOf(email)).toEqual([]);
    expect((await bring(file, { client })).body).toEqual(preview.body);
    expect(await userAt(one)).toBeDefined();
  });

  test.each([
    ['a byte order mark', (email: string) => `\uFEFFemail,firstName\n${email},Ada\n`],
    ['semicolons', (email: string) => `email;firstName\n${email};Ada\n`],
    ['tabs', (email: string) => `email\tfirstName\n${email}\tAda\n`],
    ['quotes and CRLF', (email: string) => `"email","firstName"\r\n"${email}","Ada"\r\n`],
    ['no line end', (email: string) => `firstName,email\nAda,${email}`],
    ['headings as people write them', (email: string) => `E-Mail,First name\n${email},Ada\n`],
    ['JSON lines', (email: string) => `${JSON.stringify({ email, firstName: 'Ada' })}\n`],
    ['a JSON document', (email: string) => JSON.stringify([{ email, firstName: 'Ada' }], null, 2)],
  ])('reads a file with %s', async (_kind, write) => {
    const email = fresh();
    expect((await bring(write(email))).body).toMatchObject({ imported: 1, refused: 0 });
    expect(await userAt(email)).toMatchObject({ firstName: 'Ada' });
  });

  test('reads letters that lie across two reads of the file', async () => {
    const email = fresh();
    const heading = 'email,firstName,other\n';
    const padding = 'x'.repeat(65_536 - heading.length - email.length - 2);
    await bring(`${heading}${email},é,\n${fresh()},,${padding}\n`);
    const shifted = fresh();
    await bring(
      `${heading.replace('other', '')}${fresh()},${'y'.repeat(90)},\n`.padEnd(65_535 - 40, '\n') +
        `${shifted},${'é'.repeat(50)},\n`,
    );
    expect(await userAt(email)).toMatchObject({ firstName: 'é' });
    expect(await userAt(shifted)).toMatchObject({ firstName: 'é'.repeat(50) });
  });

  test('answers in the language of its reader', async () => {
    const { body } = await bring('email\nnone\n', { headers: { 'accept-language': 'de' } });
    expect(body.lines[0].reason).toBe('email: Muss eine E-Mail-Adresse sein.');
  });

  test('is held to the domains of the policy', async () => {
    await forceSystemPolicy(service, { emailDomains: ['allowed.example'] });
    const { body } = await bring(`email\n${fresh()}\nada@allowed.example\n`);
    await forceSystemPolicy(service, { emailDomains: [] });
    expect(body).toMatchObject({ imported: 1, refused: 1 });
    expect(body.lines[0].reason).toBe('email: The policy of the service allows other domains only.');
  });

  test('of more than it takes at a time is 413 and imports nothing', async () => {
    const email = fresh();
    const file = `email,firstName\n${email},Ada\n`.padEnd(importMaxBytes + 1, '\n');
    expect(codeOf(await bring(file))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await userAt(email)).toBeUndefined();
    expect((await bring(file.slice(0, importMaxBytes))).status).toBe(200);
  });

  test('that is cut off in the middle imports nothing', async () => {
    const email = fresh();
    const { client } = admin;
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = openSocket(service.url);
    const body = `email\n${email}\n`;
    socket.on('error', () => undefined);
    const head = `POST /api/users/import HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${client.cookies.get('csrf_token')}\r\n`;
    await new Promise<void>((resolve) => {
      socket.write(
        `${head}Content-Type: text/csv\r\nContent-Length: ${body.length + 50}\r\n\r\n${body}`,
        () => resolve(),
      );
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.destroy();
    await closed;
    expect((await bring(body)).body.imported).toBe(1);
  });

  test('of thousands of lines goes in parts, each whole', async () => {
    const part = (nth: number) =>
      `email\n${Array.from({ length: 5000 }, (_, at) => `many-${nth}-${at}@example.com`).join('\n')}\n`;
    const answers = [];
    for (let nth = 0; nth < 2; nth++) answers.push((await bring(part(nth))).body.imported);
    expect(answers).toEqual([5000, 5000]);
  });

  test('beside another of the same file makes each account once', async () => {
    const emails = Array.from({ length: 900 }, fresh);
    const heading = 'email,username\n';
    const lines = emails.map((email, at) => `${email},twin${at}\n`);
    const file = `${heading}${lines.join('')}`;
    const second = await newStaff(service, 'ADMIN');
    const answers = await Promise.all([
      bring(file),
      bring(file, { client: second.client }),
      bring(`${heading}${lines.toReversed().join('')}`, { client: second.client }),
    ]);
    const imported = answers.reduce((sum, { body }) => sum + (body.imported ?? 0), 0);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(imported).toBe(900);
    expect(await accountsAt(service, emails[0] ?? '')).toHaveLength(1);
  });
});

describe('who may import', () => {
  test('brings a password or vouches for an address only with every permission', async () => {
    const [known, claimed, plain] = [fresh(), fresh(), fresh()];
    const passwordHash = await bcrypt(password, 4);
    const file = `email,passwordHash,emailVerified\n${known},${passwordHash},\n${claimed},,true\n${plain},,false\n`;
    const { client } = await staffLike();
    const { body } = await bring(file, { client });
    expect(body.lines.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      'passwordHash: Only an ADMIN can import it.',
      'emailVerified: Only an ADMIN can import it.',
      null,
    ]);
    expect(await userAt(known)).toBeUndefined();
    expect((await bring(file)).body).toMatchObject({ imported: 2, alreadyThere: 1 });
    expect((await service.client().post('/api/auth/login', { email: known, password })).status).toBe(200);
    expect(await userAt(claimed)).toMatchObject({ emailVerified: true });
  });

  test('needs users:write and users:read', async () => {
    const email = fresh();
    for (const permissions of [['users:write'], ['users:read', 'users:list']]) {
      const { client } = await newHolder(service, permissions);
      expect(codeOf(await bring(`email\n${email}\n`, { client }))).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await bring(`email\n${email}\n`, { client: service.client() })).status).toBe(401);
    expect((await bring(`email\n${email}\n`, { headers: { 'x-csrf-token': 'wrong' } })).status).toBe(403);
    expect(await userAt(email)).toBeUndefined();
  });

  test('is no API key, no ADMIN acting as someone else, and no session without a recent proof', async () => {
    const email = fresh();
    const other = await newStaff(service, 'ADMIN');
    for (const permission of ['READ_ONLY', 'READ_WRITE'] as const) {
      const { key } = await newKey(other.client, { permission });
      const { status } = await bring(`email\n${email}\n`, { client: keyClient(service, key) });
      expect(status).toBe(403);
    }
    const { admin: acting } = await startImpersonating(service);
    expect((await bring(`email\n${email}\n`, { client: acting.client })).status).toBe(403);
    service.clock.advance({ minutes: 11 });
    expect(codeOf(await bring(`email\n${email}\n`, { client: other.client }))).toEqual([
      403,
      'REAUTHENTICATION_REQUIRED',
    ]);
    expect(await userAt(email)).toBeUndefined();
    admin = { ...admin, client: await clientFor(service, admin.id) };
  });

  test('loses it with the role, in the middle of the file', async () => {
    const person = await newLoner(service);
    await setTwoFactor(service, person.id, true);
    await giveRole(service, person.id, (await newRole(service, ['users:write', 'users:read'])).id);
    const other = await newLoner(service);
    const emails = Array.from({ length: 900 }, fresh);
    // The first part of the file waits for an address that this change holds.
    const answer = await during(
      service,
      async (tx) => {
        await moveAddress({ sql: tx }, other.id, emails[10] ?? '');
        await takeRoles({ sql: tx }, person.id);
      },
      () => bring(`email\n${emails.join('\n')}\n`, { client: person.client }),
    );
    expect(codeOf(answer)).toEqual([403, 'PERMISSION_DENIED']);
    expect(await userAt(emails[0] ?? '')).toBeDefined();
    expect(await userAt(emails.at(-1) ?? '')).toBeUndefined();
  });
});
