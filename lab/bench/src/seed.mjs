import { setTimeout as pause } from 'node:timers/promises';
import { cookieNames, csrfHeader } from '@latchkey/contract';
import bcrypt from '@node-rs/bcrypt';
import { call, each } from './http.mjs';

/**
 * Someone who is signed in, with all of their credentials.
 * @typedef {{ email: string, userId: string, sessionId: string, cookie: string, csrf: string, token: string, key: string, keyId: string }} Caller
 */

export const password = 'Correct-Horse-7';
const crowd = 10_000;
const quickCost = 4;
const usualCost = 12;
const atOnce = 8;
const mostAttempts = 10;

/**
 * A database of some size: people with organizations and sessions. The first `callers` have a hash that is quick to
 * check, so they can sign in by the dozen; all others have a real one.
 * @param {import('postgres').Sql} sql
 */
export async function seedPeople(sql, callers) {
  const [quick, usual] = await Promise.all([
    bcrypt.hash(password, quickCost),
    bcrypt.hash(password, usualCost),
  ]);
  await sql`
    INSERT INTO organizations (id, name, slug, created_at, updated_at)
    SELECT gen_random_uuid(), 'Organization ' || n, 'organization-' || n, now(), now()
      FROM generate_series(1, ${crowd / 10}::int) n`;
  await sql`
    INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at, created_at, updated_at)
    SELECT gen_random_uuid(), 'person' || n || '@example.com',
           CASE WHEN n <= ${callers} THEN ${quick} ELSE ${usual} END, 'Ada', 'Lovelace ' || n, now(), now(), now()
      FROM generate_series(1, ${crowd}::int) n`;
  await sql`
    WITH o AS (SELECT id, row_number() OVER () - 1 AS nth FROM organizations)
    INSERT INTO organization_members (organization_id, user_id, joined_at)
    SELECT o.id, u.id, now() FROM (SELECT id, row_number() OVER () AS n FROM users) AS u
      JOIN o ON o.nth = u.n % ${crowd / 10}`;
  await sql`
    INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip_address, user_agent, refresh_expires_at)
    SELECT gen_random_uuid(), id, now(), now(), now() + interval '7 days', '127.0.0.1', 'bench', now() + interval '7 days'
      FROM users`;
  await sql`ANALYZE`;
}

export const emailOf = (nth) => `person${nth}@example.com`;

/**
 * @param {string} url
 * @param {number[]} people by number
 * @returns {Promise<Caller[]>}
 */
export function signIn(url, people) {
  return each(people, atOnce, async (nth) => {
    const email = emailOf(nth);
    const login = await logIn(url, email);
    const cookies = cookiesOf(login);
    const session = { Cookie: cookieHeader(cookies), [csrfHeader]: cookies[cookieNames.csrf] };
    const json = { name: 'bench', permission: 'READ_ONLY' };
    const made = await expect(201, call(`${url}/api/keys`, { method: 'POST', headers: session, json }));
    const { body: list } = await expect(200, call(`${url}/api/auth/sessions`, { headers: session }));
    return {
      email,
      userId: login.body.user.id,
      sessionId: list.sessions.find(({ current }) => current).id,
      cookie: session.Cookie,
      csrf: session[csrfHeader],
      token: login.body.tokens.accessToken,
      key: made.body.key,
      keyId: made.body.id,
    };
  });
}

/**
 * The same callers with new access tokens: they last fifteen minutes, but a long run lasts longer.
 * @param {string} url
 * @param {Caller[]} callers
 */
export function renewTokens(url, callers) {
  return each(callers, atOnce, async (caller) => {
    const { body } = await logIn(url, caller.email);
    return { ...caller, token: body.tokens.accessToken };
  });
}

/** A busy machine refuses some. That isn't what we measure, so try again. */
async function logIn(url, email) {
  for (let attempt = 1; ; attempt++) {
    const answer = await call(`${url}/api/auth/login`, { method: 'POST', json: { email, password } });
    if (answer.status !== 503 || attempt === mostAttempts) return expect(200, answer);
    await pause(Number(answer.headers['retry-after']) * 1000);
  }
}

/** The header that a request carries. @param {Caller} caller */
export const headerOf = {
  cookie: ({ cookie }) => `Cookie: ${cookie}`,
  token: ({ token }) => `Authorization: Bearer ${token}`,
  key: ({ key }) => `Authorization: Bearer ${key}`,
  floor: ({ sessionId }) => `Cookie: session=${sessionId}`,
};

async function expect(status, answering) {
  const answer = await answering;
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer;
}

/** @param {import('./http.mjs').Answer} answer */
function cookiesOf({ headers }) {
  return Object.fromEntries((headers['set-cookie'] ?? []).map((line) => line.split(';')[0].split('=')));
}

/** The cookies a browser sends on such a path. */
function cookieHeader(cookies) {
  const names = [cookieNames.session, cookieNames.csrf];
  return names.map((name) => `${name}=${cookies[name]}`).join('; ');
}
