import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { removeNodes } from '../nodes.ts';
import { createReport } from '../report.ts';
import { mountSmallDisk } from './disk.ts';
import { type Fault, type Setting, suffer } from './suffer.ts';

const report = createReport('faults', [
  'fault',
  'acknowledged writes',
  'refused',
  'lost',
  'longest request (ms)',
  'recovered after (ms)',
]);
afterAll(() => report.write());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

const clockFile = join(mkdtempSync(join(tmpdir(), 'latchkey-clock-')), 'ahead');
const shifted = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));
const jump = async ({ node }: Setting, hours: number) => {
  writeFileSync(clockFile, String(hours * 3_600_000));
  node.send('SIGWINCH');
  await pause(1000);
};

let release = () => {};
/** Every request for a key waits, until all connections are waiting. */
async function holdKeys({ database }: Setting): Promise<void> {
  const sql = database.connect();
  await new Promise<void>((locked) => {
    void sql
      .begin(async (tx) => {
        await tx`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
        locked();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      })
      .finally(() => sql.end());
  });
}

const faults: Fault[] = [
  {
    name: 'PostgreSQL frozen for 5 s',
    begin: ({ database }) => database.server().freeze(),
    end: ({ database }) => database.server().thaw(),
    holdMs: 5000,
  },
  {
    name: 'every connection taken for 4 s',
    env: { DATABASE_POOL_SIZE: '4' },
    begin: holdKeys,
    end: () => release(),
    holdMs: 4000,
  },
  {
    name: 'Redis killed for 3 s',
    begin: ({ redis }) => redis.kill(),
    end: ({ redis }) => redis.restart(),
    holdMs: 3000,
  },
  {
    name: 'Redis frozen for 3 s',
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
    holdMs: 3000,
  },
  ...(['hang', 'refuse', 'lie'] as const).map((mode) => ({
    name: {
      hang: 'mail server silent',
      refuse: 'mail server hanging up',
      lie: 'mail server talking nonsense',
    }[mode],
    begin: ({ mail }: Setting) => mail.turn(mode),
    end: ({ mail }: Setting) => mail.turn('pass'),
    holdMs: 3000,
  })),
  {
    name: 'clock an hour ahead, then two back, then right',
    env: { NODE_OPTIONS: `--import=${shifted}`, CLOCK_FILE: clockFile },
    begin: async (setting) => {
      await jump(setting, 1);
      await jump(setting, -1);
    },
    end: (setting) => jump(setting, 0),
    holdMs: 0,
  },
];

async function go(fault: Fault): Promise<void> {
  const { lost, halfWritten, unsent, violations, ...figures } = await suffer(fault, closing);
  const { acknowledged, refused, longest, recovered } = figures;
  report.add([fault.name, acknowledged, refused, lost.length, longest, recovered]);
  expect({
    lost: lost.slice(0, 5),
    halfWritten,
    unsent: unsent.slice(0, 5),
    violations: violations.slice(0, 5),
  }).toEqual({
    lost: [],
    halfWritten: [],
    unsent: [],
    violations: [],
  });
}

describe('a service under load loses no acknowledged write', () => {
  for (const fault of faults) test(fault.name, () => go(fault));

  test('disk full for 3 s', async () => {
    const disk = mountSmallDisk();
    if (!disk) return console.log('SKIPPED: disk full, because a small disk may not be mounted here');
    closing.push(() => disk.unmount());
    await go({ name: 'disk full for 3 s', data: disk.data, begin: disk.fill, end: disk.empty, holdMs: 3000 });
  });

  test('SIGTERM, then started again', async () => {
    let code: number | null = null;
    await go({
      name: 'SIGTERM under load, then started again',
      begin: async ({ node }) => {
        code = await node.stop();
      },
      end: ({ node }) => node.start(),
      holdMs: 0,
    });
    expect(code).toBe(0);
  });
});
