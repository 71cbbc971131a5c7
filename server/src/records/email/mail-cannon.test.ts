import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import type { Answer } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { deleteAccount } from '@latchkey/server/testing/standing';
import { enroll, nextCode } from '@latchkey/server/testing/two-factor';
import { addWebhook, organizationPath, startReceiver } from '@latchkey/server/testing/webhooks';
import { describe, expect, test } from 'vitest';

const gone = started(() => startReceiver((_received, response) => response.writeHead(410).end()));
const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } }));
const otherNode = started(() => startService({ database: service.database, clock: service.clock }));

type Owner = Awaited<ReturnType<typeof newUser>>;
const invites = '/api/organizations/current/invites';

const verify = ({ id }: { id: string }) =>
  service.sql`UPDATE users SET email_verified_at = ${service.clock.now()} WHERE id = ${id}`;

async function notices(email: string, type: string): Promise<number> {
  const found = await service.sql`SELECT 1 FROM emails WHERE to_address = ${email} AND type = ${type}`;
  return found.length;
}

/** An OWNER whose address is verified. */
async function newOwner(): Promise<Owner> {
  const owner = await newUser(service);
  await verify(owner);
  return owner;
}

/** The same, who never registered: only their invitations count. */
async function newSender(): Promise<Person> {
  const { owner } = await newOrganization(service);
  await verify(owner);
  return owner;
}
const invite = ({ client }: Pick<Owner, 'client'>, email: string) => client.post(invites, { email });

let strangers = 0;
const stranger = () => `stranger-${++strangers}@elsewhere.example`;

/** Invites and cancels: only the mail is left. */
async function annoy(owner: Pick<Owner, 'client'>, email: string): Promise<Answer> {
  const answer = await invite(owner, email);
  if (answer.status === 201) await owner.client.delete(`${invites}/${answer.body.invite.id}`);
  return answer;
}

/** The same browser, served by the other node. */
function elsewhere({ client }: Pick<Owner, 'client'>) {
  const same = otherNode.client();
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return { client: same };
}

/** As many emails as others may cause in an hour, each sender at most two. */
async function flood(email: string): Promise<void> {
  for (let nth = 0; nth < 5; nth++) expect((await annoy(await newSender(), email)).status).toBe(201);
}

const mailsTo = async (email: string) => (await service.mails(email)).concat(await otherNode.mails(email));
const moved = ({ client }: Pick<Owner, 'client'>, email: string) =>
  client.post('/api/users/profile', { email });

/** Time stands still meanwhile, except where the test moves it. */
const held = (work: () => Promise<void>) => () => service.clock.hold(work);

function expectLimited(answer: Answer, retryAfterSeconds: number): void {
  expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
    429,
    'AUTHORIZATION_ERROR',
    'RATE_LIMITED',
  ]);
  expect(answer.body.error.details).toEqual({ retryAfterSeconds });
  expect(answer.headers.get('retry-after')).toBe(String(retryAfterSeconds));
}

describe('repeatedly inviting and canceling', () => {
  test(
    'reaches one address at most five times an hour',
    held(async () => {
      const owner = await newSender();
      const victim = stranger();
      await flood(victim);
      expectLimited(await annoy(owner, victim), 3600);
      // However it is spelled.
      expectLimited(await annoy(owner, ` ${victim.toUpperCase()} `), 3600);
      expect(await mailsTo(victim)).toHaveLength(5);
      service.clock.advance({ seconds: 3599 });
      expectLimited(await annoy(owner, victim), 1);
      service.clock.advance({ seconds: 1 });
      expect((await annoy(owner, victim)).status).toBe(201);
    }),
  );

  test(
    'reaches one address at most twenty times a day',
    held(async () => {
      const owner = await newSender();
      const victim = stranger();
      for (let nth = 0; nth < 4; nth++) {
        await flood(victim);
        service.clock.advance({ minutes: 61 });
      }
      // The first five leave the window a day after they were sent, which was four hours and a bit ago.
      expectLimited(await annoy(owner, victim), 86_400 - 4 * 61 * 60);
      service.clock.advance({ hours: 19, minutes: 54 });
      expectLimited(await annoy(owner, victim), 120);
      service.clock.advance({ minutes: 2 });
      await flood(victim);
      expect((await annoy(owner, victim)).status).toBe(429);
    }),
  );

  test('is limited across senders, organizations and nodes, even in parallel', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, newSender));
    const victim = stranger();
    const answers = await Promise.all(
      owners.map((owner, nth) => invite(nth % 2 === 0 ? owner : elsewhere(owner), victim)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.error?.code === 'RATE_LIMITED')).toHaveLength(5);
    expect(await mailsTo(victim)).toHaveLength(5);
  });

  test('changes nothing when refused', async () => {
    const owner = await newSender();
    const victim = stranger();
    await flood(victim);
    const before = await service.audit(owner.email);
    expect((await invite(owner, victim)).status).toBe(429);
    expect((await owner.client.get(invites)).body.invites).toEqual([]);
    expect(await service.audit(owner.email)).toEqual(before);
  });
});

const passwords = ['Correct-Horse-7', ...Array.from({ length: 6 }, (_, nth) => `Brand-New-${nth}`)];

/** Each change is a notice to the account's own address. */
async function changePassword({ client }: Owner, times: number): Promise<void> {
  for (const [nth, password] of passwords.slice(1, times + 1).entries()) {
    const change = { password, currentPassword: passwords[nth] };
    expect((await client.post('/api/users/profile', change)).status).toBe(200);
  }
}

describe('changing the account email', () => {
  test(
    'reaches a new address at most five times an hour, and changes nothing when refused',
    held(async () => {
      const victim = stranger();
      for (let nth = 0; nth < 5; nth++) {
        const flipper = await newOwner();
        expect((await moved(flipper, victim)).status).toBe(200);
        await deleteAccount(service, flipper.id);
      }
      const flipper = await newOwner();
      const before = await service.audit();
      const answer = await flipper.client.post('/api/users/profile', { email: victim, firstName: 'Never' });
      expectLimited(answer, 3600);
      const { user } = (await flipper.client.get('/api/users/profile')).body;
      expect(user).toMatchObject({ email: flipper.email, firstName: null });
      expect(await service.audit()).toEqual(before);
      expect(await mailsTo(victim)).toHaveLength(5);
      expect(await mailsTo(flipper.email)).toHaveLength(1);
    }),
  );

  test('back and forth, one account reaches an address twice an hour', async () => {
    const { client, email } = await newOwner();
    const victim = stranger();
    const answers: number[] = [];
    for (let nth = 0; nth < 5; nth++)
      answers.push((await moved({ client }, nth % 2 === 0 ? victim : email)).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    expect(await notices(victim, 'verification')).toBe(2);
  });

  test(
    'is refused when the current address was never verified and is at its limit for notices',
    held(async () => {
      const owner = await newUser(service);
      await changePassword(owner, 5);
      expectLimited(await moved(owner, stranger()), 3600);
      expectLimited(await owner.client.put(`/api/users/${owner.id}`, { email: stranger() }), 3600);
      const both = { email: stranger(), password: 'Other-New-1', currentPassword: passwords[5] };
      expectLimited(await owner.client.post('/api/users/profile', both), 3600);
      const login = { email: owner.email, password: passwords[5] };
      expect((await service.client().post('/api/auth/login', login)).status).toBe(200);
      expect(await notices(owner.email, 'email_changed')).toBe(0);
    }),
  );

  test(
    'is told with its undo link even if a new password takes the last notice of the hour',
    held(async () => {
      const owner = await newUser(service);
      await changePassword(owner, 4);
      const both = { email: stranger(), password: 'Other-New-1', currentPassword: passwords[4] };
      expect((await owner.client.post('/api/users/profile', both)).status).toBe(200);
      expect(await notices(owner.email, 'password_changed')).toBe(5);
      expect(await notices(owner.email, 'email_changed')).toBe(1);
      const link = await service.mailedToken(owner.email);
      const undone = await service.client().post('/api/auth/undo-email-change', { token: link });
      expect(undone.status).toBe(200);
      const { pendingEmail } = (await owner.client.get('/api/users/profile')).body;
      expect(pendingEmail).toBeNull();
    }),
  );

  test(
    'attack: no limit tells whether the wanted address has an account',
    held(async () => {
      const taken = await newOwner();
      // Mail about their own account doesn't count here, however much there is.
      await changePassword(taken, 3);
      await service.client().post('/api/auth/forgot-password', { email: taken.email });
      const answersFor = async (victim: string) => {
        const answers: [number, number][] = [];
        const ask = async (person: { client: Owner['client'] }) => {
          const { status, body } = await moved(person, victim);
          answers.push([status, body.error?.details.retryAfterSeconds ?? 0]);
        };
        // One account twice, then others, an organization's invitation among them, until the address has its five.
        const first = await newOwner();
        for (let nth = 0; nth < 3; nth++) await ask(first);
        for (let nth = 0; nth < 2; nth++) await ask(await newOwner());
        expect((await invite(await newSender(), victim)).status).toBe(201);
        await ask(await newOwner());
        return answers;
      };
      const expected = [
        [200, 0],
        [200, 0],
        [429, 3600],
        [200, 0],
        [200, 0],
        [429, 3600],
      ];
      expect(await answersFor(stranger())).toEqual(expected);
      expect(await answersFor(taken.email)).toEqual(expected);
      expect(await notices(taken.email, 'email_in_use')).toBe(4);
    }),
  );

  test(
    'attack: nor do the limits for senders with an unverified address',
    held(async () => {
      const taken = await newOwner();
      const answersFor = async (victim: string) => {
        const answers: (number | string)[] = [];
        for (let nth = 0; nth < 3; nth++) {
          const { status, body } = await moved(await newUser(service), victim);
          answers.push(body.error?.message ?? status);
        }
        return answers;
      };
      const expected = [200, 200, expect.stringMatching(/verify your email/i)];
      expect(await answersFor(stranger())).toEqual(expected);
      expect(await answersFor(taken.email)).toEqual(expected);
    }),
  );

  test(
    'is canceled by the current address, whatever limit is reached',
    held(async () => {
      const owner = await newUser(service);
      await changePassword(owner, 4);
      expect((await moved(owner, stranger())).status).toBe(200);
      await flood(owner.email);
      expectLimited(await moved(owner, stranger()), 3600);
      const before = (await mailsTo(owner.email)).length;
      const canceled = await moved(owner, ` ${owner.email.toUpperCase()} `);
      expect([canceled.status, canceled.body.pendingEmail]).toEqual([200, null]);
      expect((await owner.client.put(`/api/users/${owner.id}`, { email: owner.email })).status).toBe(200);
      expect(await mailsTo(owner.email)).toHaveLength(before);
    }),
  );

  test('stands when an ADMIN makes it, and the notice past the limit is left out', async () => {
    const [owner, admin] = [await newUser(service), await newStaff(service, 'ADMIN')];
    await changePassword(owner, 5);
    const change = { email: stranger() };
    expect((await admin.client.put(`/api/users/${owner.id}`, change)).status).toBe(200);
    expect(await notices(owner.email, 'email_changed')).toBe(0);
  });

  test('is told to a verified address whatever was sent there, and is not refused for it', async () => {
    const owner = await newOwner();
    await flood(owner.email);
    await changePassword(owner, 5);
    expect((await moved(owner, stranger())).status).toBe(200);
    expect(await notices(owner.email, 'email_changed')).toBe(1);
  });

  test('is not refused for invitations that others sent to a never verified address', async () => {
    const owner = await newUser(service);
    await flood(owner.email);
    expect((await moved(owner, stranger())).status).toBe(200);
    expect(await notices(owner.email, 'email_changed')).toBe(1);
  });

  test('in parallel on two nodes stays within the limit without a deadlock', async () => {
    const victims = [stranger(), stranger()];
    const people = await Promise.all(Array.from({ length: 8 }, newOwner));
    const owners = await Promise.all(Array.from({ length: 8 }, newSender));
    const answers = await Promise.all([
      ...people.map((person, nth) => moved(nth < 4 ? person : elsewhere(person), victims[nth % 2] ?? '')),
      ...owners.map((owner, nth) => invite(owner, victims[nth % 2] ?? '')),
      // The same accounts, in both roles at once.
      ...people.map((person, nth) => invite(person, victims[(nth + 1) % 2] ?? '')),
    ]);
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 201, 409, 429].includes(status)),
    ).toEqual([]);
    for (const victim of victims) expect(await mailsTo(victim)).toHaveLength(5);
  });
});

describe('a webhook that is turned on again and again', () => {
  /** Its receiver is gone, so each test turns it off. */
  async function endpointOf(owner: Owner) {
    const { webhook } = await addWebhook(owner.client, gone.url, { events: ['webhook.test'] });
    const path = `${organizationPath}/${webhook.id}`;
    const key = keyClient(service, (await newKey(owner.client, { permission: 'READ_WRITE' })).key);
    return async () => {
      expect((await key.patch(path, { enabled: true })).status).toBe(200);
      expect((await key.post(`${path}/test`)).status).toBe(200);
      await service.webhookWorker.drain();
      expect((await key.get(path)).body.webhook.enabled).toBe(false);
    };
  }

  test(
    'cannot flood an address that an account only claims to have',
    held(async () => {
      const victim = stranger();
      const turnOff = await endpointOf(await newUser(service, { email: victim }));
      for (let nth = 0; nth < 6; nth++) await turnOff();
      expect(await notices(victim, 'webhook_disabled')).toBe(5);
      service.clock.advance({ hours: 1 });
      await turnOff();
      expect(await notices(victim, 'webhook_disabled')).toBe(6);
    }),
  );

  test(
    'tells a verified OWNER at most five times an hour, and twenty times a day',
    held(async () => {
      const owner = await newUser(service);
      await verify(owner);
      const turnOff = await endpointOf(owner);
      for (let nth = 0; nth < 6; nth++) await turnOff();
      expect(await notices(owner.email, 'webhook_disabled')).toBe(5);
      for (let nth = 0; nth < 20; nth++) {
        if (nth % 5 === 0) service.clock.advance({ minutes: 61 });
        await turnOff();
      }
      expect(await notices(owner.email, 'webhook_disabled')).toBe(20);
    }),
  );

  test('is reported to a verified OWNER whose mailbox was flooded with invitations', async () => {
    const owner = await newUser(service);
    await verify(owner);
    const turnOff = await endpointOf(owner);
    await flood(owner.email);
    await turnOff();
    expect(await notices(owner.email, 'webhook_disabled')).toBe(1);
  });
});

describe('a password changed again and again', () => {
  test(
    'cannot flood an address that was never verified',
    held(async () => {
      const owner = await newUser(service);
      await changePassword(owner, 6);
      expect(await notices(owner.email, 'password_changed')).toBe(5);
    }),
  );

  test('is counted apart from what others cause', async () => {
    const owner = await newUser(service);
    await flood(owner.email);
    await changePassword(owner, 5);
    expect(await notices(owner.email, 'password_changed')).toBe(5);
    const other = await newUser(service);
    await changePassword(other, 5);
    await flood(other.email);
  });

  test('leaves out the notice of a lock, too, at an address that was never verified', async () => {
    const owner = await newUser(service);
    await changePassword(owner, 5);
    for (let nth = 0; nth < 5; nth++)
      await service.client().post('/api/auth/login', { email: owner.email, password: 'Wrong-Horse-7' });
    expect(await notices(owner.email, 'account_locked')).toBe(0);
  });

  test('is always reported to a verified address, even after a flood', async () => {
    const owner = await newUser(service);
    await verify(owner);
    await flood(owner.email);
    await changePassword(owner, 6);
    expect(await notices(owner.email, 'password_changed')).toBe(6);
  });

  test('is reported after a reset, which proves the mailbox, even after a flood', async () => {
    const { email } = await newUser(service);
    await flood(email);
    await service.client().post('/api/auth/forgot-password', { email });
    const token = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
    const reset = { token, password: 'Brand-New-1' };
    expect((await service.client().post('/api/auth/reset-password', reset)).status).toBe(200);
    expect(await notices(email, 'password_changed')).toBe(1);
  });
});

test(
  'passkeys and two-factor, added and removed again and again, cannot flood an address that was never verified',
  held(async () => {
    const owner = await newUser(service);
    const device = new Authenticator(service);
    for (let nth = 0; nth < 2; nth++) {
      const added = await addPasskey(owner.client, device);
      expect(added.status).toBe(201);
      const path = `/api/auth/passkeys/${added.body.passkey.id}`;
      expect((await owner.client.delete(path)).status).toBe(200);
      const { secret } = await enroll(service, owner.client);
      const code = nextCode(service, secret);
      expect((await owner.client.post('/api/auth/2fa/disable', { code })).status).toBe(200);
    }
    const types = await service.sql`SELECT type FROM emails WHERE to_address = ${owner.email} ORDER BY id`;
    expect(types.map(({ type }) => type)).toEqual([
      'verification',
      'passkey_added',
      'passkey_removed',
      'two_factor_enabled',
      'two_factor_disabled',
      'passkey_added',
    ]);
  }),
);

test(
  'a remembered login, resumed by ever new devices or used twice, cannot flood an address that was never verified',
  held(async () => {
    const owner = await newUser(service);
    const remembered = async () => {
      const client = service.client();
      const login = { email: owner.email, password, rememberMe: true };
      expect((await client.post('/api/auth/login', login)).status).toBe(200);
      return client;
    };
    const browser = await remembered();
    const old = browser.cookies.get('remember_me') ?? '';
    for (let nth = 0; nth < 6; nth++) {
      browser.cookies.delete('latchkey_session');
      browser.userAgent = `browser-${nth}/1 x`;
      expect((await browser.get('/api/auth/me')).status).toBe(200);
      service.clock.advance({ seconds: 1 });
    }
    const thief = service.client();
    thief.cookies.set('remember_me', old);
    expect((await thief.get('/api/auth/me')).status).toBe(401);
    expect((await browser.get('/api/auth/me')).status).toBe(401);
    const types = await service.sql`SELECT type FROM emails WHERE to_address = ${owner.email} ORDER BY id`;
    expect(types.map(({ type }) => type)).toEqual([
      'verification',
      ...Array.from({ length: 5 }, () => 'new_device'),
    ]);
  }),
);

describe('email that the owner of an address requests', () => {
  test('does not count toward the limit and is not blocked by a flood', async () => {
    const { email } = await newUser(service);
    await flood(email);
    expect((await annoy(await newSender(), email)).status).toBe(429);
    const before = (await mailsTo(email)).length;
    await service.client().post('/api/auth/forgot-password', { email });
    await service.client().post('/api/auth/resend-verification', { email });
    for (let nth = 0; nth < 5; nth++)
      await service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    await service.client().post('/api/auth/request-unlock', { email });
    const types = await service.sql<{ type: string }[]>`
      SELECT type FROM emails WHERE to_address = ${email} AND type NOT IN ('invite') ORDER BY id`;
    expect(types.map(({ type }) => type)).toEqual([
      'verification',
      'password_reset',
      'verification',
      'account_locked',
      'account_unlock',
    ]);
    expect((await mailsTo(email)).length).toBe(before + 4);
  });

  test('does not use up the limit for invitations', async () => {
    const { email } = await newUser(service);
    for (let nth = 0; nth < 6; nth++) {
      await service.client().post('/api/auth/forgot-password', { email });
      await service.client().post('/api/auth/resend-verification', { email });
    }
    await flood(email);
  });

  test('is still sent when someone registers with a flooded address', async () => {
    const email = stranger();
    await flood(email);
    await newUser(service, { email });
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Confirm your email address');
  });
});

test('an ordinary first day hits no limit: a dozen invitations and an email change', async () => {
  const owner = await newUser(service);
  const colleagues = Array.from({ length: 12 }, stranger);
  for (const email of colleagues) expect((await invite(owner, email)).status).toBe(201);
  expect((await moved(owner, stranger())).status).toBe(200);
});
