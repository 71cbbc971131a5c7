import { createHmac } from 'node:crypto';
import type { HookPoint } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { insertHook } from '../src/features/hooks/hook-store.ts';
import { insertSecret } from '../src/records/vault/signing-secret-store.ts';
import type { Client } from './client.ts';
import { newStaff, type TestService } from './service.ts';
import { type Received, startReceiver } from './webhooks.ts';

export const hooksPath = '/api/admin/hooks';
/** Hooks in tests are on loopback. */
export const allowLoopback = { WEBHOOK_ALLOWED_NETWORKS: 'loopback' };

type Told = { type: HookPoint; timestamp: string; data: Record<string, unknown> & { test?: true } };
type Answer = object | string | { status: number; body?: string };
type Say = (told: Told, received: Received) => Answer | Promise<Answer>;

/** Something that answers hooks: it keeps what it is asked, and says what it is told to. */
export async function startHooks() {
  const receiver = await startReceiver();
  const asked: (Told & { id: string })[] = [];
  const behavior: { answer: Say } = { answer: () => ({ decision: 'allow' }) };
  receiver.answerWith(async (received, response) => {
    const told = JSON.parse(received.body) as Told;
    asked.push({ ...told, id: String(received.headers['webhook-id']) });
    const answer = await behavior.answer(told, received);
    if (typeof answer === 'string') return response.writeHead(200).end(answer);
    const { status, body } = answer as { status?: number; body?: string };
    if (typeof status === 'number') return response.writeHead(status).end(body);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return {
    ...receiver,
    /** Everything it was asked so far. */
    asked,
    /** Applies from now on. A text is sent as it is. */
    answer(next: Say | Exclude<Answer, Say>) {
      behavior.answer = typeof next === 'function' ? (next as Say) : () => next;
    },
    /** What it was asked since the last time, without tests. */
    take: () => asked.splice(0),
  };
}

export type HookReceiver = Awaited<ReturnType<typeof startHooks>>;

/** A hook added over HTTP and turned on, with its secret. Removes the one that the point has. */
export async function addHook(
  admin: { client: Client },
  point: HookPoint,
  url: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const { hooks } = (await admin.client.get(hooksPath)).body as { hooks: { id: string; point: string }[] };
  const former = hooks.find((hook) => hook.point === point);
  if (former) await admin.client.delete(`${hooksPath}/${former.id}`);
  const made = await admin.client.post(hooksPath, { point, url, enabled: true, ...more });
  if (made.status !== 201) throw new Error(`no hook was added: ${made.text}`);
  return { id: made.body.hook.id, secret: made.body.secret };
}

export const newHookAdmin = (service: TestService) => newStaff(service, 'ADMIN');

/** A hook that is turned off, added directly to the database. Takes the place of the one that the point has. */
export async function placeHook(service: TestService, point: HookPoint = 'token.claims'): Promise<string> {
  const { sql, clock, deps } = service;
  const [id, now] = [uuidv7(), clock.now()];
  const given = { point, url: 'https://example.com/hook', enabled: false } as const;
  const { sealed } = deps.hooks.newSecret();
  // Another test may place one at the same point.
  await sql.begin(async (tx) => {
    await tx`DELETE FROM hooks WHERE point = ${point}`;
    await insertHook(tx, { id, now, ...given, timeoutMs: 100, onFailure: 'deny' });
    await insertSecret(tx, { kind: 'hook', id }, { id: uuidv7(), sealed, now }, now);
  });
  return id;
}

/** Whether one of the signatures is that of this secret. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

export async function dropHooks({ sql }: TestService): Promise<void> {
  await sql`DELETE FROM hooks`;
}

/** The secrets of all hooks, as they are kept. */
export const keptSecrets = ({ sql }: TestService) =>
  sql<{ sealed: Buffer }[]>`SELECT sealed FROM hook_secrets`;

export const hookEvents = ({ sql }: TestService) =>
  sql<{ body: string }[]>`SELECT body FROM events WHERE type LIKE 'hook.%'`;

/** What hooks refused to a person or an address. */
export const denialsOf = ({ sql }: TestService, email: string) =>
  sql`SELECT action, user_id, metadata FROM audit_logs
       WHERE action = 'AUTH_HOOK_DENIED' AND (user_email = ${email} OR metadata->>'email' = ${email})
       ORDER BY created_at, id`;

export async function publicMetadataOf({ sql }: TestService, email: string): Promise<unknown> {
  const [row] = await sql`SELECT public_metadata FROM users WHERE email = ${email}`;
  return row?.publicMetadata;
}

/** What the other connections to the database do in transactions, right now. */
export const transactionsOf = ({ sql }: TestService) =>
  sql`SELECT state, query FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;

export async function giveAddress({ sql }: TestService, id: string, email: string): Promise<void> {
  await sql`UPDATE users SET email = ${email} WHERE id = ${id}`;
}

/** As if each session of theirs had proven a second factor. */
export async function proveSecondFactor({ sql }: TestService, userId: string): Promise<void> {
  await sql`UPDATE sessions SET second_factor = true WHERE user_id = ${userId}`;
}

/** The newest mail to an address, as the log has it. */
export const lastMailTo = ({ sql }: TestService, email: string) =>
  sql`SELECT id, status, attempts, last_error FROM emails
       WHERE to_address = ${email} ORDER BY created_at DESC, id DESC LIMIT 1`;

export const grantsOf = ({ sql }: TestService, userId: string) =>
  sql`SELECT id FROM application_grants WHERE user_id = ${userId} ORDER BY id`;
