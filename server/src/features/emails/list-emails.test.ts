import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';

const path = '/api/admin/emails';

const service = started(startService);
let admin: Client;
beforeAll(async () => {
  admin = (await newStaff(service, 'ADMIN')).client;
});

/** A row of the log, as the outbox would have left it. */
async function logged(to: string, status: 'PENDING' | 'SENT' | 'FAILED' = 'SENT'): Promise<string> {
  const id = uuidv7();
  await service.sql`
    INSERT INTO emails (id, to_address, from_address, subject, type, status, created_at)
    VALUES (${id}, ${to}, 'a@b.c', 'Hello', 'verification', ${status}, ${service.clock.now()})`;
  return id;
}

const idsOf = (answer: { body: { emails: { id: string }[] } }) => answer.body.emails.map(({ id }) => id);

test('shows what was sent, to whom and with what result, but not the content', async () => {
  const person = await newUser(service);
  await service.mails(person.email);
  const answer = await admin.get(`${path}?to=${person.email}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    emails: [
      {
        id: expect.any(String),
        to: person.email,
        from: 'Latchkey <no-reply@localhost>',
        subject: expect.any(String),
        type: 'verification',
        status: 'SENT',
        attempts: 1,
        lastError: null,
        sentAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
        userId: person.id,
      },
    ],
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false },
  });
});

test('shows a failed email with its reason', async () => {
  const id = await logged('failed@log.example', 'FAILED');
  await service.sql`UPDATE emails SET attempts = 3, last_error = 'mailbox full' WHERE id = ${id}`;
  const [email] = (await admin.get(`${path}?to=failed@log.example`)).body.emails;
  expect(email).toMatchObject({ id, status: 'FAILED', attempts: 3, lastError: 'mailbox full', sentAt: null });
});

test('filters by status and by any part of the address, ignoring case, newest first', async () => {
  const first = await logged('ada@filter.example', 'SENT');
  const second = await logged('ada@filter.example', 'FAILED');
  const other = await logged('bob@filter.example', 'SENT');
  const ask = async (query: string) => idsOf(await admin.get(`${path}?${query}`));
  expect(await ask('to=FILTER.example')).toEqual([other, second, first]);
  expect(await ask('to=ada@filter')).toEqual([second, first]);
  expect(await ask('to=ada@filter&status=FAILED')).toEqual([second]);
  expect(await ask('to=filter.example&status=SENT')).toEqual([other, first]);
});

test('matches percent, underscore and backslash literally', async () => {
  const odd = await logged('a_b%c\\d@odd.example');
  await logged('axbxcxd@odd.example');
  for (const part of ['a_b', 'b%c', 'c\\d'])
    expect(idsOf(await admin.get(`${path}?to=${encodeURIComponent(part)}`)), part).toEqual([odd]);
});

test('returns pages of 20 by default and 100 at most', async () => {
  for (let n = 0; n < 101; n++) await logged(`page${n}@pages.example`);
  const ask = async (query: string) => {
    const { emails, pagination } = (await admin.get(`${path}?to=pages.example&${query}`)).body;
    return [emails.length, pagination];
  };
  const total = { total: 101 };
  expect(await ask('')).toMatchObject([20, { ...total, limit: 20, totalPages: 6, hasNextPage: true }]);
  expect(await ask('page=6')).toMatchObject([
    1,
    { ...total, page: 6, hasNextPage: false, hasPrevPage: true },
  ]);
  expect(await ask('page=7')).toMatchObject([0, { ...total, page: 7, hasNextPage: false }]);
  expect(await ask('limit=500')).toMatchObject([100, { ...total, limit: 100, totalPages: 2 }]);
});

test.each(['status=LOST', 'status=', 'page=0', 'limit=-1', 'limit=ten', 'to=%00'])(
  '%s is 400',
  async (query) => {
    expect((await admin.get(`${path}?${query}`)).status).toBe(400);
  },
);
