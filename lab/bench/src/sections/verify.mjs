import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeHeaders } from '../load.mjs';
import { interleave } from '../rounds.mjs';
import { freshen, sessionCheck } from '../stage.mjs';
import { ratioSpread, spreadOf } from '../statistics.mjs';

export const title = "Verifying an organization's keys";

/** A verification looks up two keys, and should cost little more than a check that looks up one. */
const target = { max: 1.2 };
const pairs = 128;

/**
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { rounds, seconds, quick } = stage.options;
  const crowds = quick ? [32] : [32, 128];
  const contenders = {
    'Session check by API key': sessionCheck(stage, 'key'),
    Verification: await verification(stage, null),
    'Verification of a limited key': await verification(stage, 100_000),
  };
  const cells = crowds.flatMap((connections) =>
    Object.entries(contenders).map(([name, target]) => ({
      name: `${name}, ${connections} connections`,
      target,
      connections,
    })),
  );
  const plan = { rounds, seconds, databasePid: stage.server.pid, between: () => freshen(stage) };
  const figures = await interleave(cells, plan);
  return { lines: crowds.flatMap((crowd) => linesOf(figures, crowd)), tables: [tableOf(cells, figures)] };
}

function linesOf(figures, crowd) {
  const of = (name) => figures.get(`${name}, ${crowd} connections`).map(({ rate }) => rate);
  const line = (id, name, text) => ({
    id: `verify.${id}.${crowd}.key`,
    text: `${text}, ${crowd} connections: its time against that of a session check by API key`,
    unit: '×',
    spread: ratioSpread(of('Session check by API key'), of(name)),
    target,
  });
  return [
    line('plain', 'Verification', 'verification'),
    line('limited', 'Verification of a limited key', 'verification of a key with a rate limit'),
  ];
}

function tableOf(cells, figures) {
  const rows = cells.map(({ name }) => {
    const of = (field) => spreadOf(figures.get(name).map((measured) => measured[field]));
    return [name, of('rate'), of('p50'), of('p99'), of('cpuUs'), of('databaseUs')];
  });
  return {
    caption: `${pairs} APIs in as many organizations, each verifying a key of its own customer in turn.`,
    columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'own CPU µs a request', "PostgreSQL's CPU µs a request"],
    digits: [0, 0, 2, 1, 0, 0],
    rows,
  };
}

/** @returns {Promise<import('../stage.mjs').Target>} */
async function verification({ scratch, sql, latchkey }, limit) {
  const organizations = await sql`SELECT id FROM organizations ORDER BY id LIMIT ${pairs}`;
  const lines = [];
  for (const { id } of organizations) {
    const own = await insertKey(sql, id, ['latchkey:verify'], null);
    const customers = await insertKey(sql, id, ['orders:read'], limit);
    const body = JSON.stringify({ key: customers, scopes: ['orders:read'], ipAddress: '192.0.2.7' });
    lines.push(`Authorization: Bearer ${own}\t${body}`);
  }
  const headers = writeHeaders(join(scratch, `verify-${limit ?? 'plain'}.headers`), lines);
  const { pid, log, url } = latchkey;
  return { url: `${url}/api/keys/verify`, headers, pid, log };
}

async function insertKey(sql, organizationId, scopes, limit) {
  const [id, secret] = [randomUUID(), `lok_${randomBytes(32).toString('base64url')}`];
  // A window of one second, so that the limit is counted and never reached.
  await sql`
    INSERT INTO organization_keys (id, organization_id, name, key_prefix, secret_prefix, verification_only, scopes,
                                   allowed_networks, rate_limit, rate_window_seconds, external_id, metadata, created_at)
    VALUES (${id}, ${organizationId}, 'Bench', ${secret.slice(0, 8)}, 'lok_', false, ${scopes}, '{}', ${limit},
            ${limit && 1}, 'customer-7', '{"plan":"pro"}', now())`;
  await sql`
    INSERT INTO organization_key_secrets (hash, key_id, created_at)
    VALUES (${createHash('sha256').update(secret).digest()}, ${id}, now())`;
  return secret;
}
