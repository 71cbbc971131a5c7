import type { Answer, Client } from '@latchkey/server/testing/client';
import { startSmtp } from '@latchkey/server/testing/email';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newUser, startService } from '@latchkey/server/testing/service';
import { deleteAccount } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';
import { smtpTransport } from './transport.ts';

const asShipped = { RATE_LIMIT_INVITES: '', RATE_LIMIT_INVITES_UNVERIFIED: '' };

const service = started(() => startService({ env: asShipped }));
const otherNode = started(() =>
  startService({ env: asShipped, database: service.database, clock: service.clock }),
);

type Sender = { id: string; client: Client };
const invites = '/api/organizations/current/invites';
const invite = ({ client }: { client: Client }, email: string) => client.post(invites, { email });

let strangers = 0;
const stranger = () => `bystander-${++strangers}@elsewhere.example`;

const verify = ({ id }: { id: string }, on = service) =>
  on.sql`UPDATE users SET email_verified_at = ${on.clock.now()} WHERE id = ${id}`;

async function verified<S extends Sender>(sender: S): Promise<S> {
  await verify(sender);
  return sender;
}

/** Invites and cancels: only the mail is left. */
async function annoy(sender: { client: Client }, email: string): Promise<Answer> {
  const answer = await invite(sender, email);
  if (answer.status === 201) await sender.client.delete(`${invites}/${answer.body.invite.id}`);
  return answer;
}

/** The same browser, served by the other node. */
function elsewhere({ client }: { client: Client }) {
  const same = otherNode.client();
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return { client: same };
}

async function mailed(like: string, type: string, on = service): Promise<number> {
  const [row] = await on.sql<{ count: number }[]>`
    SELECT count(*)::int FROM emails WHERE to_address LIKE ${like} AND type = ${type}`;
  return row?.count ?? 0;
}

async function statuses(answers: Iterable<Answer> | Promise<Answer>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Time stands still meanwhile, except where the test moves it. */
const held = (work: () => Promise<void>) => () => service.clock.hold(work);

function expectLimited({ status, body, headers }: Answer, retryAfterSeconds: number): void {
  expect([status, body.error.code, body.error.details]).toEqual([429, 'RATE_LIMITED', { retryAfterSeconds }]);
  expect(headers.get('retry-after')).toBe(String(retryAfterSeconds));
}

describe('how much one sender may cause', () => {
  test(
    'one unverified account sends 10 of 40 invitations, and is told to verify its address',
    held(async () => {
      const founder = await newUser(service);
      const answers: Answer[] = [];
      for (let nth = 0; nth < 40; nth++) answers.push(await invite(founder, `cannon-${nth}@three.example`));
      expect(await statuses(answers)).toEqual({ 201: 10, 429: 30 });
      expect(await mailed('%@three.example', 'invite')).toBe(10);
      const last = answers[39] as Answer;
      expectLimited(last, 3600);
      expect(last.body.error.message).toBe(
        'Verify your email address to send more emails, or try again in 1 hour.',
      );
      expect((await founder.client.get(invites)).body.invites).toHaveLength(10);
      await verify(founder);
      expect((await invite(founder, stranger())).status).toBe(201);
      service.clock.advance({ hours: 1 });
    }),
  );

  test('a verified founder invites a team of thirty at once', async () => {
    const founder = await verified(await newUser(service));
    const team = Array.from({ length: 30 }, stranger);
    expect(await statuses(team.map((email) => invite(founder, email)))).toEqual({ 201: 30 });
  });

  test(
    'a verified account sends 100 an hour, in parallel on two nodes too',
    held(async () => {
      const owner = await verified(await newUser(service));
      const nodes = [owner, elsewhere(owner)];
      const sending = Array.from({ length: 120 }, (_, nth) => invite(nodes[nth % 2] ?? owner, stranger()));
      expect(await statuses(sending)).toEqual({ 201: 100, 429: 20 });
      const refused = await invite(owner, stranger());
      expectLimited(refused, 3600);
      expect(refused.body.error.message).toBe('Too many requests. Try again in 1 hour.');
      service.clock.advance({ hours: 1 });
      expect((await invite(owner, stranger())).status).toBe(201);
    }),
  );

  test('40 parallel invitations on two nodes stay within an unverified account’s 10', async () => {
    const founder = await newUser(service);
    const nodes = [founder, elsewhere(founder)];
    const sending = Array.from({ length: 40 }, (_, nth) => invite(nodes[nth % 2] ?? founder, stranger()));
    expect(await statuses(sending)).toEqual({ 201: 10, 429: 30 });
  });

  test('an unverified account that asks for ever new addresses mails at most 10 of them', async () => {
    const { client } = await newUser(service);
    const answers: Answer[] = [];
    for (let nth = 0; nth < 20; nth++)
      answers.push(await client.post('/api/users/profile', { email: `move-${nth}@moves.example` }));
    expect(answers.at(-1)?.status).toBe(429);
    expect(await mailed('%@moves.example', 'verification')).toBeLessThanOrEqual(10);
  });
});

describe('with small limits', () => {
  const small = started(async () => {
    const env = { RATE_LIMIT_INVITES: '6/2h', RATE_LIMIT_INVITES_UNVERIFIED: '3/30m' };
    return startService({ env });
  });

  async function newSender(): Promise<Sender & { organizationId: string }> {
    const sender = await newUser(small);
    await verify(sender, small);
    return sender;
  }

  test('the variables set count and window, each for its senders', () =>
    small.clock.hold(async () => {
      const [founder, owner] = [await newUser(small), await newSender()];
      for (let nth = 0; nth < 3; nth++) expect((await invite(founder, stranger())).status).toBe(201);
      expectLimited(await invite(founder, stranger()), 1800);
      for (let nth = 0; nth < 6; nth++) expect((await invite(owner, stranger())).status).toBe(201);
      expectLimited(await invite(owner, stranger()), 7200);
    }));

  test('what a member causes counts for the organization and for the account', async () => {
    const owner = await newSender();
    const admin = await newMember(small, owner.organizationId, 'ADMIN');
    await verify(admin, small);
    for (let nth = 0; nth < 4; nth++) expect((await invite(admin, stranger())).status).toBe(201);
    for (let nth = 0; nth < 2; nth++) expect((await invite(owner, stranger())).status).toBe(201);
    expect((await invite(owner, stranger())).status).toBe(429);
    expect((await invite(admin, stranger())).status).toBe(429);
    // Elsewhere the organization's mail no longer counts, but the account's own does.
    expect((await admin.client.delete(`/api/organizations/current/members/${admin.id}`)).status).toBe(200);
    expect((await admin.client.post('/api/organizations', { name: 'Elsewhere' })).status).toBe(201);
    for (let nth = 0; nth < 2; nth++) expect((await invite(admin, stranger())).status).toBe(201);
    expect((await invite(admin, stranger())).status).toBe(429);
  });

  test('an account that deletes its organization and creates another has not begun anew', async () => {
    const owner = await newSender();
    const victim = stranger();
    for (let nth = 0; nth < 2; nth++) expect((await annoy(owner, victim)).status).toBe(201);
    for (let nth = 0; nth < 3; nth++) expect((await invite(owner, stranger())).status).toBe(201);
    expect((await owner.client.delete('/api/organizations/current')).status).toBe(200);
    expect((await owner.client.post('/api/organizations', { name: 'Phoenix' })).status).toBe(201);
    expect((await invite(owner, victim)).status).toBe(429);
    expect((await invite(owner, stranger())).status).toBe(201);
    expect((await invite(owner, stranger())).status).toBe(429);
  });

  test('a member who was deleted still counts for the organization', async () => {
    const owner = await newSender();
    const admin = await newMember(small, owner.organizationId, 'ADMIN');
    await verify(admin, small);
    for (let nth = 0; nth < 6; nth++) expect((await invite(admin, stranger())).status).toBe(201);
    await deleteAccount(small, admin.id);
    expect((await invite(owner, stranger())).status).toBe(429);
  });
});

describe('how much of one recipient’s cap a sender may use', () => {
  test(
    'an account causes 2 an hour and 8 a day',
    held(async () => {
      const owner = await verified(await newUser(service));
      const victim = stranger();
      for (let nth = 0; nth < 8; nth++) {
        expect((await annoy(owner, victim)).status).toBe(201);
        if (nth % 2 === 0) continue;
        expectLimited(await annoy(owner, victim), nth === 7 ? 86_400 - 3 * 3600 : 3600);
        service.clock.advance({ hours: 1 });
      }
      expectLimited(await annoy(owner, victim), 86_400 - 4 * 3600);
      service.clock.advance({ hours: 20 });
      expect((await annoy(owner, victim)).status).toBe(201);
    }),
  );

  test('members of one organization share its 2 an hour', async () => {
    const owner = await verified(await newUser(service));
    const admin = await verified(await newMember(service, owner.organizationId, 'ADMIN'));
    const victim = stranger();
    expect((await annoy(owner, victim)).status).toBe(201);
    expect((await annoy(admin, victim)).status).toBe(201);
    expect((await annoy(owner, victim)).status).toBe(429);
    expect((await annoy(admin, victim)).status).toBe(429);
    expect((await annoy(await verified(await newUser(service)), victim)).status).toBe(201);
  });

  test('many unverified accounts cannot keep an honest organization from inviting', async () => {
    const victim = stranger();
    const crowd = await Promise.all(Array.from({ length: 8 }, () => newUser(service)));
    expect(await statuses(crowd.map((each) => annoy(each, victim)))).toEqual({ 201: 2, 429: 6 });
    expect((await invite(await verified(await newUser(service)), victim)).status).toBe(201);
  });

  test(
    'unverified accounts together cause 8 a day',
    held(async () => {
      const victim = stranger();
      for (let hour = 0; hour < 4; hour++) {
        for (let nth = 0; nth < 2; nth++)
          expect((await annoy(await newUser(service), victim)).status).toBe(201);
        service.clock.advance({ hours: 1 });
      }
      expectLimited(await annoy(await newUser(service), victim), 20 * 3600);
      expect((await annoy(await verified(await newUser(service)), victim)).status).toBe(201);
    }),
  );

  test('verified accounts together cause 5 an hour, in parallel on two nodes too', async () => {
    const victim = stranger();
    const owners = await Promise.all(Array.from({ length: 8 }, async () => verified(await newUser(service))));
    const sending = owners.map((owner, nth) => invite(nth % 2 === 0 ? owner : elsewhere(owner), victim));
    expect(await statuses(sending)).toEqual({ 201: 5, 429: 3 });
    expect(await mailed(victim, 'invite')).toBe(5);
  });
});

test('counting reads a few entries of a large mail log', async () => {
  const [owner, victim] = [await newUser(service), stranger()];
  // Half of it is by one organization and to one address, long ago.
  await service.sql`
    INSERT INTO emails (id, to_address, from_address, subject, type, cause, status, created_at,
                        sender_id, sender_organization_id, sender_verified)
    SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN ${victim} ELSE n || '@log.example' END, 'a@example.com', 'x',
           CASE WHEN n % 4 < 2 THEN 'invite' ELSE 'new_device' END, CASE WHEN n % 4 < 2 THEN 'others' ELSE 'notice' END,
           'SENT', ${service.clock.now()}::timestamptz - interval '2 days' - n * interval '1 second',
           CASE WHEN n % 4 < 2 THEN ${owner.id}::uuid END, CASE WHEN n % 4 < 2 THEN ${owner.organizationId}::uuid END, true
      FROM generate_series(1, 12000) n`;
  await service.sql`ANALYZE emails`;
  const plans: string[] = [];
  const asked: { statement: string; parameters: unknown[] }[] = [];
  const debug = (_connection: number, statement: string, parameters: unknown[]) =>
    void asked.push({ statement, parameters: [...parameters] });
  Object.assign(service.sql.options, { debug });
  await invite(owner, victim);
  Object.assign(service.sql.options, { debug: false });
  for (const { statement, parameters } of asked) {
    if (!/^\s*\(?SELECT\b.*FROM emails/s.test(statement)) continue;
    const rows = await service.sql.unsafe(`EXPLAIN (COSTS OFF) ${statement}`, parameters as never[]);
    plans.push(rows.map((row) => Object.values(row)[0]).join('\n'));
  }
  expect(plans.filter((plan) => /Seq Scan on emails|Sort/.test(plan))).toEqual([]);
  for (const index of ['others', 'sender', 'sender_organization'])
    expect(plans.join()).toContain(`emails_${index}_idx`);
});

describe('a bystander’s reset', () => {
  /** A service whose mail server begins to answer when told to, and the order in which it was asked to deliver. */
  async function startSlow(answer: (done: () => void) => void) {
    const order: string[] = [];
    const smtp = await startSmtp({
      onRcptTo({ address }, _session, done) {
        order.push(address);
        answer(done);
      },
    });
    const transport = smtpTransport(smtp.url);
    const slow = await startService({ transport });
    const close = async () => {
      await slow.close();
      await smtp.close();
    };
    return { slow, order, close };
  }

  test('leaves before 100 invitations that wait at a slow mail server', async () => {
    const waiting: (() => void)[] = [];
    let holds = true;
    const { slow, order, close } = await startSlow((done) => (holds ? waiting.push(done) : done()));
    const [owner, bystander] = [await newUser(slow), await newUser(slow)];
    await Promise.all(Array.from({ length: 100 }, () => invite(owner, stranger())));
    await slow.client().post('/api/auth/forgot-password', { email: bystander.email });
    holds = false;
    const requested = order.length;
    for (const done of waiting) done();
    await slow.mailWorker.drain();
    expect(order.length).toBeGreaterThan(100);
    expect(order.lastIndexOf(bystander.email)).toBeLessThan(requested + 10);
    await close();
  });

  test('leaves while invitations to a mail server that never answers hold their lanes', async () => {
    const waiting: (() => void)[] = [];
    let holds = false;
    const { slow, order, close } = await startSlow((done) => (holds ? waiting.push(done) : done()));
    const [owner, bystander] = [await newUser(slow), await newUser(slow)];
    await slow.mailWorker.drain();
    order.length = 0;
    holds = true;
    await Promise.all(Array.from({ length: 12 }, () => invite(owner, stranger())));
    await eventually(() => expect(order).toHaveLength(4));
    await slow.client().post('/api/auth/forgot-password', { email: bystander.email });
    await eventually(() => expect(order).toHaveLength(5));
    expect(order[4]).toBe(bystander.email);
    holds = false;
    for (const done of waiting) done();
    await slow.mailWorker.drain();
    expect(order).toHaveLength(13);
    await close();
  });
});
