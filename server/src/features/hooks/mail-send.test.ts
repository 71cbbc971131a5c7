import {
  addHook,
  allowLoopback,
  isSignedWith,
  lastMailTo,
  newHookAdmin,
  startHooks,
} from '@latchkey/server/testing/hooks';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, beforeEach, expect, test } from 'vitest';

const receiver = started(startHooks);
const service = started(() => startService({ env: allowLoopback }));

let admin: Awaited<ReturnType<typeof newHookAdmin>>;
beforeAll(async () => {
  admin = await newHookAdmin(service);
});
beforeEach(async () => {
  receiver.answer({});
  receiver.take();
});

async function mailTo(person: { email: string }): Promise<void> {
  await service.client().post('/api/auth/forgot-password', { email: person.email });
}

const logged = (email: string) => lastMailTo(service, email);

test('while it is on, all mail goes there, with its live link and under its own id, and not to SMTP', async () => {
  const person = await newUser(service);
  await service.mails(person.email);
  const { id, secret } = await addHook(admin, 'mail.send', receiver.url);
  const before = (await service.mails(person.email)).length;
  await mailTo(person);
  expect(await service.mails(person.email)).toHaveLength(before);
  const [mail] = await logged(person.email);
  expect(mail).toMatchObject({ status: 'SENT', attempts: 1 });
  expect(receiver.take().filter(({ data }) => data.to === person.email)).toEqual([
    {
      id: mail?.id,
      type: 'mail.send',
      timestamp: expect.any(String),
      data: {
        to: person.email,
        from: service.config.email.from,
        subject: 'Reset your password',
        text: expect.stringMatching(/token=/),
        html: expect.stringContaining('token='),
        type: 'password_reset',
        locale: 'en',
        userId: person.id,
      },
    },
  ]);
  const sent = receiver.received.at(-1);
  expect(sent && isSignedWith(secret, sent)).toBe(true);
  await admin.client.patch(`/api/admin/hooks/${id}`, { enabled: false });
  await mailTo(person);
  expect(await service.mails(person.email)).toHaveLength(before + 1);
  expect(receiver.take()).toEqual([]);
});

test('a failure is retried as ever, under the same id, and the log says only its kind', async () => {
  const person = await newUser(service);
  await addHook(admin, 'mail.send', receiver.url);
  await service.mails(person.email);
  receiver.take();
  receiver.answer({ status: 503, body: 'a secret of the other side' });
  await mailTo(person);
  await service.mails(person.email);
  expect(await logged(person.email)).toMatchObject([
    { status: 'PENDING', attempts: 1, lastError: 'Hook: 503' },
  ]);
  receiver.answer({});
  service.clock.advance({ seconds: 10 });
  await service.mails(person.email);
  expect(await logged(person.email)).toMatchObject([{ status: 'SENT', attempts: 2, lastError: null }]);
  const ids = receiver.take().map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(2);
});

test('mail says the language it is written in', async () => {
  await addHook(admin, 'mail.send', receiver.url);
  const client = service.client();
  const email = 'in-german@example.com';
  const registration = { email, password: 'Correct-Horse-7', organizationName: 'Deutsch' };
  await client.post('/api/auth/register', registration, { headers: { 'accept-language': 'de' } });
  await service.mails(email);
  const told = receiver.take().filter(({ data }) => data.to === email);
  expect(told.map(({ data }) => [data.type, data.locale])).toEqual([['verification', 'de']]);
});
