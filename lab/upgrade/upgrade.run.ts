import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepServer } from '../faults/server.ts';
import { audit } from '../load/ledger.ts';
import { type Load, startLoad } from '../load/load.ts';
import { type Node, removeNodes, startNode, usual } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { type Build, makeBuild } from './builds.ts';

const seconds = Number(process.env.LAB_SECONDS ?? 10);

const report = createReport('upgrade', [
  'step',
  'serving',
  'acknowledged writes',
  'refused',
  'longest request (ms)',
  'doctor --cluster',
]);
afterAll(() => report.write());
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

let builds: { before: Build; expanding: Build; contracting: Build };
let env: Record<string, string>;
let sql: Sql;
let load: Load;
/** What a balancer knows: a node is in turn once it is ready, and no longer when it is told to stop. */
const bases: string[] = [];
const serving: string[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  builds = {
    before: makeBuild(folder, '1.0.0', []),
    expanding: makeBuild(folder, '1.1.0', ['9001_expand.sql']),
    contracting: makeBuild(folder, '1.2.0', ['9001_expand.sql', '9002_contract.sql']),
  };
  const database = await keepServer();
  closing.push(() => database.stop());
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  env = { DATABASE_URL: database.url, SMTP_URL: mailbox.url };
  sql = database.connect();
  closing.push(() => sql.end());
});

async function enter({ command, version }: Build): Promise<Node> {
  const node = await startNode(env, undefined, command);
  bases.push(node.url);
  serving.push(version);
  return node;
}

async function leave(node: Node): Promise<void> {
  const at = bases.indexOf(node.url);
  bases.splice(at, 1);
  serving.splice(at, 1);
  expect(await node.stop()).toBe(0);
}

async function replace(nodes: Node[], build: Build): Promise<Node[]> {
  const added: Node[] = [];
  for (const node of nodes) {
    added.push(await enter(build));
    await leave(node);
  }
  return added;
}

/** Returns what `doctor --cluster` of the newest build that has started says afterward. */
async function step(what: string, newest: Build, change: () => Promise<unknown>): Promise<string> {
  Object.assign(load.figures, { refused: 0, longestMs: 0 });
  const had = load.acknowledged();
  await change();
  await pause(seconds * 1000);
  const said = await examine(newest);
  const { refused, longestMs: longest, violations } = load.figures;
  report.add([what, serving.join(', '), load.acknowledged() - had, refused, Math.round(longest), said]);
  expect.soft([what, refused, violations.splice(0, 5)]).toEqual([what, 0, []]);
  return said;
}

test('nodes are upgraded one by one, across a schema that expands and contracts', async () => {
  const { before, expanding, contracting } = builds;
  const former = [await enter(before), await enter(before)] as const;
  load = await startLoad({ bases, people: 2, registerEvery: 2000 });
  closing.push(() => load.stop());
  expect(await step('nothing', before, async () => {})).toMatch(/^2 nodes agree: version 1\.0\.0/);

  const next: Node[] = [];
  const expand = async () => next.push(await enter(expanding));
  expect(await step('a node of 1.1.0 expands the schema', expanding, expand)).toMatch(
    /^Versions differ: 1\.0\.0 on /,
  );
  // What nodes of 1.0.0 wrote meanwhile has what 1.1.0 needs.
  const [row] = await sql`SELECT count(*)::int AS wrong FROM api_keys WHERE label IS DISTINCT FROM name`;
  expect(row?.wrong).toBe(0);
  // A node that starts would not know what it writes to. One that runs goes on.
  await expect(startNode(env, undefined, before.command)).rejects.toThrow('the service ended with 1');

  const finish = async () => {
    next.push(...(await replace([former[1]], expanding)));
    await leave(former[0]);
  };
  expect(await step('the nodes of 1.0.0 leave', expanding, finish)).toMatch(
    /^2 nodes agree: version 1\.1\.0/,
  );
  const contract = () => replace(next, contracting);
  expect(await step('nodes of 1.2.0 contract the schema and take over', contracting, contract)).toMatch(
    /^2 nodes agree: version 1\.2\.0/,
  );
  await load.stop();
  expect(await audit(sql, load.ledger)).toEqual({ lost: [], halfWritten: [] });
});

/** What `doctor --cluster` says first about the nodes. */
async function examine({ command }: Build): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const all = { PATH, HOME, ...usual, ...env };
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [command, 'doctor', '--cluster', '--json'], { env: all }, (_error, out) =>
      resolve(out),
    );
  });
  const { findings } = JSON.parse(said) as { findings: { area: string; message: string }[] };
  return findings.find(({ area }) => area === 'cluster')?.message ?? '';
}
