import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { addHook, allowLoopback, dropHooks, newHookAdmin, startHooks } from '@latchkey/server/testing/hooks';
import { whoIs } from '@latchkey/server/testing/impersonation';
import { started } from '@latchkey/server/testing/lifetime';
import { authorize, newApplication, postForm } from '@latchkey/server/testing/oidc';
import { createPerson, newDirectory } from '@latchkey/server/testing/scim';
import { newUser, newVerified, password, startService } from '@latchkey/server/testing/service';
import { accountsAt } from '@latchkey/server/testing/standing';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { enroll, startLogin, totp } from '@latchkey/server/testing/two-factor';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
  directory = await newDirectory(service);
});
beforeEach(async () => {
  await dropHooks(service);
  receiver.answer({ decision: 'deny' });
});

/** From now on, every hook refuses. */
async function refuseAll(): Promise<void> {
  for (const point of ['registration.before', 'sign_in.before', 'token.claims'] as const)
    await addHook(admin, point, receiver.url);
  receiver.take();
}
const signedIn = async (rememberMe: boolean) => {
  const { email, id } = await newUser(service);
  const client = service.client();
  expect((await client.post('/api/auth/login', { email, password, rememberMe })).status).toBe(200);
  return { client, id };
};

describe('an account that its person does not make themselves is asked about by no hook:', () => {
  const makers: [string, (email: string) => Promise<unknown>][] = [
    [
      'an administrator creates it',
      async (email) => {
        const made = await admin.client.post('/api/users', { email });
        expect(made.status, made.text).toBe(201);
      },
    ],
    [
      'a directory creates it',
      async (email) => {
        const userName = email.replace('example.com', directory.domain);
        expect((await createPerson(directory.client, { userName })).status).toBe(201);
      },
    ],
    [
      'it is imported',
      async (email) => {
        const cwd = await temporaryFolder('not-asked');
        writeFileSync(join(cwd, 'users.jsonl'), JSON.stringify({ email }));
        const done = await runCommand(['users', 'import', 'users.jsonl'], {
          cwd,
          env: environmentOf(service),
        });
        expect([done.code, done.out]).toEqual([0, expect.stringContaining('1 imported')]);
      },
    ],
    [
      'the command line creates it',
      async (email) => {
        const where = { cwd: await temporaryFolder('not-asked'), env: environmentOf(service) };
        const args = ['admin', 'create', '--email', email, '--password', password];
        expect((await runCommand(args, where)).code).toBe(0);
      },
    ],
  ];

  test.each(makers)('%s', async (name, make) => {
    await refuseAll();
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    await make(email);
    expect(receiver.take()).toEqual([]);
    if (!name.includes('directory')) expect(await accountsAt(service, email)).toHaveLength(1);
  });
});

describe('what goes on with a session is asked about by no hook:', () => {
  test('a remembered login that opens another', async () => {
    const { client, id } = await signedIn(true);
    await refuseAll();
    client.cookies.delete('latchkey_session');
    expect(await whoIs(client)).toBe(id);
    expect(receiver.take()).toEqual([]);
  });

  test('tokens that are refreshed', async () => {
    const { client } = await signedIn(false);
    await refuseAll();
    expect((await client.post('/api/auth/refresh', {})).status).toBe(200);
    expect(receiver.take()).toEqual([]);
  });

  test('an ADMIN who impersonates, and stops', async () => {
    const [{ id }, chief] = [await newUser(service), await newHookAdmin(service)];
    await refuseAll();
    expect((await chief.client.post('/api/admin/impersonate', { userId: id })).status).toBe(200);
    expect(await whoIs(chief.client)).toBe(id);
    expect((await chief.client.post('/api/admin/exit-impersonation')).status).toBe(200);
    expect(receiver.take()).toEqual([]);
  });

  test('a second factor after the first, which has asked', async () => {
    const { client, email } = await newUser(service);
    const { secret } = await enroll(service, client);
    service.clock.advance({ seconds: 30 });
    const { validate } = await startLogin(service, email);
    await refuseAll();
    expect((await validate(totp(secret, service.clock.now()))).status).toBe(200);
    expect(receiver.take()).toEqual([]);
  });

  test('an application that sends a person who is signed in', async () => {
    const { client } = await newVerified(service);
    const application = await newApplication(service);
    await refuseAll();
    expect((await authorize(client, application)).query.code).toBeDefined();
    expect(receiver.take()).toEqual([]);
  });

  test('a service that gets a token for itself', async () => {
    const program = await newApplication(service, { kind: 'service' });
    await refuseAll();
    const form = { client_id: program.clientId, client_secret: program.secret };
    const answer = await postForm(service, '/api/oidc/token', { grant_type: 'client_credentials', ...form });
    expect(answer.status, answer.text).toBe(200);
    expect(receiver.take()).toEqual([]);
  });
});
