import { createHmac } from 'node:crypto';
import { insertPendingLogin } from '../src/identity/sessions/pending-login-store.ts';
import { newToken } from '../src/platform/crypto/credentials.ts';
import type { Client } from './client.ts';
import { newUser, password, type TestService } from './service.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const stepMs = 30_000;

/** RFC 6238 written out, so the service isn't checked against the library it uses. */
export function totp(secret: string, at: Date, stepsAway = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / stepMs) + stepsAway));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Six digits that aren't a code of this secret, now or in the steps around it. */
export function wrongCode(secret: string, at: Date): string {
  const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((away) => totp(secret, at, away)));
  for (let guess = 0; ; guess++) {
    const code = String(guess).padStart(6, '0');
    if (!near.has(code)) return code;
  }
}

/** Moves the clock to the next time step, whose code hasn't been used yet. */
export function nextCode(service: TestService, secret: string): string {
  service.clock.advance({ ms: stepMs });
  return totp(secret, service.clock.now());
}

/** Moves the clock ahead to the start of a time step, plus the given time. */
export function toStepStart(service: TestService, more: { ms: number }): Date {
  const into = service.clock.now().getTime() % stepMs;
  service.clock.advance({ ms: stepMs - into + more.ms });
  return service.clock.now();
}

export type Enrolled = Awaited<ReturnType<typeof newUser>> & { secret: string; backupCodes: string[] };

/** A new user with two-factor on, signed in. */
export async function newEnrolled(
  service: TestService,
  more: Record<string, unknown> = {},
): Promise<Enrolled> {
  const person = await newUser(service, more);
  return { ...person, ...(await enroll(service, person.client)) };
}

export async function enroll(
  service: TestService,
  client: Client,
): Promise<{ secret: string; backupCodes: string[] }> {
  const setup = await client.post('/api/auth/2fa/setup');
  if (setup.status !== 200) throw new Error(`setup failed: ${setup.text}`);
  const { secret, backupCodes } = setup.body as { secret: string; backupCodes: string[] };
  const verified = await client.post('/api/auth/2fa/verify', { code: totp(secret, service.clock.now()) });
  if (verified.status !== 200) throw new Error(`verify failed: ${verified.text}`);
  return { secret, backupCodes };
}

/** The first half of a login: a new browser, and the token for the second half. */
export async function startLogin(service: TestService, email: string, more: { rememberMe?: boolean } = {}) {
  const client = service.client();
  const login = await client.post('/api/auth/login', { email, password, ...more });
  if (!login.body?.pendingToken) throw new Error(`no pending login: ${login.text}`);
  const pendingToken = login.body.pendingToken as string;
  return {
    client,
    pendingToken,
    validate: (code: string) => client.post('/api/auth/2fa/validate', { pendingToken, code }),
  };
}

/** Any number of logins at the same halfway point, without the passwords. */
export async function startLogins(service: TestService, userId: string, many: number) {
  const now = service.clock.now();
  const logins = Array.from({ length: many }, () => ({ client: service.client(), ...newToken() }));
  const expiresAt = new Date(now.getTime() + 300_000);
  for (const { hash: tokenHash } of logins)
    await insertPendingLogin(service.sql, {
      tokenHash,
      userId,
      rememberMe: false,
      method: 'password',
      expiresAt,
      now,
    });
  return logins.map(({ client, token }) => ({
    validate: (code: string) => client.post('/api/auth/2fa/validate', { pendingToken: token, code }),
  }));
}

export async function failures(service: TestService, email: string): Promise<number> {
  const [row] = await service.sql<{ failures: number }[]>`
    SELECT failures FROM attempts WHERE subject = sha256(convert_to(${email}, 'UTF8'))`;
  return row?.failures ?? 0;
}

/** The failed proofs in a session. */
export async function proofFailures(service: TestService, userId: string): Promise<number> {
  const [row] = await service.sql<{ failures: number }[]>`
    SELECT failures FROM attempts WHERE subject = uuid_send(${userId}::uuid)`;
  return row?.failures ?? 0;
}

/** What was recorded for a user, oldest first. */
export async function actions(service: TestService, email: string): Promise<string[]> {
  return (await service.audit(email)).map((entry) => entry.action);
}
