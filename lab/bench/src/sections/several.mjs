import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { startLatchkey } from '../latchkey.mjs';
import { writeHeaders } from '../load.mjs';
import { connect } from '../postgres.mjs';
import { defer } from '../processes.mjs';
import { interleave } from '../rounds.mjs';
import { headerOf, seedPeople, signIn } from '../seed.mjs';
import { freshen, sessionCheck } from '../stage.mjs';
import { ratioSpread, spreadOf } from '../statistics.mjs';

export const title = 'Session checks where people belong to several organizations';

/** The check reads the same rows, so it should cost the same. */
const target = { max: 1.1 };
const callerCount = 128;
const kinds = ['cookie', 'key'];

/**
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { rounds, seconds, quick } = stage.options;
  const crowds = quick ? [32] : [32, 128];
  const several = await startSeveral(stage);
  const cells = crowds.flatMap((connections) =>
    kinds.flatMap((kind) => [
      { name: nameOf('one', kind, connections), target: sessionCheck(stage, kind), connections },
      { name: nameOf('several', kind, connections), target: several[kind], connections },
    ]),
  );
  const between = () => {
    truncateSync(several.log);
    return freshen(stage);
  };
  const figures = await interleave(cells, { rounds, seconds, databasePid: stage.server.pid, between });
  const lines = crowds.flatMap((crowd) => kinds.map((kind) => lineOf(figures, kind, crowd)));
  return { lines, tables: [tableOf(cells, figures)] };
}

const nameOf = (many, kind, connections) =>
  `${many === 'one' ? 'One organization' : 'Several'}, by ${kind}, ${connections} connections`;

function lineOf(figures, kind, crowd) {
  const of = (many) => figures.get(nameOf(many, kind, crowd)).map(({ rate }) => rate);
  return {
    id: `several.${kind}.${crowd}`,
    text: `check by ${kind}, ${crowd} connections: its time where people may belong to several, against one`,
    unit: '×',
    spread: ratioSpread(of('one'), of('several')),
    target,
  };
}

function tableOf(cells, figures) {
  const rows = cells.map(({ name }) => {
    const of = (field) => spreadOf(figures.get(name).map((measured) => measured[field]));
    return [name, of('rate'), of('p50'), of('p99'), of('cpuUs'), of('databaseUs')];
  });
  return {
    caption: 'With ALLOW_SEVERAL_ORGANIZATIONS, each person belongs to three; without, to one.',
    columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'own CPU µs a request', "PostgreSQL's CPU µs a request"],
    digits: [0, 0, 2, 1, 0, 0],
    rows,
  };
}

/** On a database of its own: once the option was on, a database remembers it. */
async function startSeveral({ scratch, mail, server }) {
  const database = await server.create('several');
  const env = { ALLOW_SEVERAL_ORGANIZATIONS: 'true' };
  const { url, pid, log } = await startLatchkey({ scratch, mail, database, env });
  const sql = connect(database);
  defer(() => sql.end({ timeout: 5 }));
  await seedPeople(sql, callerCount);
  await joinMore(sql);
  const callers = await signIn(
    url,
    Array.from({ length: callerCount }, (_, at) => at + 1),
  );
  const check = (kind) => {
    const headers = writeHeaders(join(scratch, `several-${kind}.headers`), callers.map(headerOf[kind]));
    return { url: `${url}/api/auth/me`, headers, pid, log };
  };
  return { log, ...Object.fromEntries(kinds.map((kind) => [kind, check(kind)])) };
}

/** Everyone joins two more. */
async function joinMore(sql) {
  await sql`
    WITH o AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS nth, count(*) OVER () AS size FROM organizations),
         u AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users)
    INSERT INTO organization_members (organization_id, user_id, joined_at)
    SELECT o.id, u.id, now() FROM u CROSS JOIN generate_series(1, 2) AS more
      JOIN o ON o.nth = (u.n + more * 7) % o.size
    ON CONFLICT DO NOTHING`;
  await sql`ANALYZE`;
}
