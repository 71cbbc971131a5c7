import { createHash, randomBytes } from 'node:crypto';
import { connectToRunning } from '@latchkey/embedded-postgres';
import postgres from 'postgres';
import { startLatchkey } from '../src/latchkey.mjs';
import { defer } from '../src/processes.mjs';

/** @typedef {Awaited<ReturnType<typeof openSubject>>} Subject a database of some size, and the service on it */

/**
 * @param {string} url of a database that the seeding command has made
 * @param {{ scratch: string, mail: string }} place
 */
export async function openSubject(url, place) {
  const service = await startLatchkey({ ...place, database: url });
  const sql = await connect(url);
  defer(() => sql.end({ timeout: 5 }));
  const size = await sizeOf(sql);
  return { service, sql, size, keys: await giveKeys(sql, size) };
}

async function connect(url) {
  const settings = { max: 1, onnotice() {} };
  if (!url.startsWith('embedded:')) return postgres(url, settings);
  const folder = url.slice('embedded:'.length);
  return postgres({ ...(await connectToRunning({ folder, name: 'latchkey' })), ...settings });
}

/** @returns {Promise<import('./pages.mjs').Size>} */
async function sizeOf(sql) {
  const [counts] = await sql`
    SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM organizations) AS organizations,
           (SELECT count(*)::int FROM audit_logs) AS entries, (SELECT max(created_at) FROM audit_logs) AS now`;
  const organizations = await sql`
    SELECT organization_id AS id, count(*)::int AS members FROM users WHERE organization_id IS NOT NULL
     GROUP BY organization_id ORDER BY members DESC, organization_id`;
  const [huge] = organizations;
  const { id: smallId } = organizations.find(({ members }) => members === 9);
  const [{ entries: hugeEntries }] = await sql`
    SELECT entries::int FROM audit_organizations WHERE organization_id = ${huge.id}`;
  const [{ email: hugeEmail }] = await sql`
    SELECT email FROM users WHERE organization_id = ${huge.id} ORDER BY created_at LIMIT 1`;
  return { ...counts, hugeId: huge.id, hugeMembers: huge.members, hugeEntries, hugeEmail, smallId };
}

/** An API key for everyone who requests pages. */
async function giveKeys(sql, { hugeId, smallId }) {
  const owner = (id) => sql`
    SELECT user_id AS id FROM organization_members WHERE organization_id = ${id} AND role = 'OWNER' LIMIT 1`;
  const [admin] = await sql`SELECT id FROM users WHERE role = 'ADMIN' AND is_active LIMIT 1`;
  const people = { admin, hugeOwner: (await owner(hugeId))[0], smallOwner: (await owner(smallId))[0] };
  const keys = await Promise.all(Object.values(people).map(({ id }) => giveKey(sql, id)));
  return Object.fromEntries(Object.keys(people).map((who, at) => [who, keys[at]]));
}

async function giveKey(sql, userId) {
  const key = `lsk_${randomBytes(32).toString('base64url')}`;
  await sql`UPDATE users SET is_active = true WHERE id = ${userId}`;
  await sql`
    INSERT INTO api_keys (id, user_id, name, key_hash, key_prefix, created_at)
    VALUES (gen_random_uuid(), ${userId}, 'growth', ${createHash('sha256').update(key).digest()}, ${key.slice(0, 8)}, now())`;
  return key;
}
