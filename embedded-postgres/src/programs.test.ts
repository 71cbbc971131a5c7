import { chmod, cp, lstat, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findInstalled, type Installed, preparePrograms } from './programs.ts';
import { isRoot, type RunUser } from './run-user.ts';
import { cleanUp, keepingLog, later, ordinaryUser, temporaryFolder } from './testing/harness.ts';

afterEach(cleanUp);

/** The installation as npm leaves it without install scripts: the links between libraries are missing. */
async function bareInstallation(parent: string): Promise<Installed> {
  const { native, version } = await findInstalled();
  const bare = join(parent, 'native');
  await cp(native, bare, {
    recursive: true,
    filter: async (path) => !/\.so(\.\d+)?$/.test(path) || isFile(path),
  });
  return { native: bare, version };
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path)).isFile();
}

function prepare(installed: Installed, user: RunUser | undefined, copies: string, log = keepingLog()) {
  return preparePrograms(installed, { user, copies: async () => copies, log });
}

test.runIf(process.platform === 'linux')('missing links between libraries are created in place', async () => {
  const installed = await bareInstallation(await temporaryFolder());
  expect(await readdir(join(installed.native, 'lib'))).not.toContain('libpq.so.5');
  const copies = await temporaryFolder();
  const programs = await prepare(installed, await ordinaryUser(), copies);
  expect(programs.postgres).toBe(join(installed.native, 'bin', 'postgres'));
  expect(programs.major).toBe('18');
  expect(await readdir(join(installed.native, 'lib'))).toContain('libpq.so.5');
  expect(await readdir(copies)).toEqual([]);
});

test.runIf(isRoot())(
  'unreachable programs are copied only once, even when prepared concurrently',
  async () => {
    const closed = await temporaryFolder({ open: false });
    const installed = await bareInstallation(closed);
    const copies = await temporaryFolder();
    const user = await ordinaryUser();
    const both = await Promise.all([prepare(installed, user, copies), prepare(installed, user, copies)]);
    expect(both[0]).toEqual(both[1]);
    const [copy, ...others] = await readdir(copies);
    expect(others).toEqual([]);
    expect(both[0].postgres.startsWith(join(copies, copy ?? ''))).toBe(true);
    const before = await stat(both[0].postgres);
    const log = keepingLog();
    await prepare(installed, user, copies, log);
    expect((await stat(both[0].postgres)).ino).toBe(before.ino);
    expect(log.entries).toEqual([]);
  },
);

test.runIf(isRoot())('a copy of restricted files is readable, and a broken copy is repaired', async () => {
  const installed = await bareInstallation(await temporaryFolder({ open: false }));
  await chmod(join(installed.native, 'share'), 0o700);
  await chmod(join(installed.native, 'bin', 'postgres'), 0o700);
  const copies = await temporaryFolder();
  const user = await ordinaryUser();
  const { postgres } = await prepare(installed, user, copies);
  expect((await stat(join(postgres, '..', '..', 'share'))).mode & 0o777).toBe(0o755);
  await writeFile(postgres, '');
  const log = keepingLog();
  expect((await prepare(installed, user, copies, log)).postgres).toBe(postgres);
  expect((await stat(postgres)).size).toBeGreaterThan(1_000_000);
  expect(log.entries[0]).toMatchObject({ level: 'warn' });
});

test.runIf(!isRoot())('a read-only installation with missing links is copied', async () => {
  const installed = await bareInstallation(await temporaryFolder());
  const lib = join(installed.native, 'lib');
  await chmod(lib, 0o555);
  later(() => chmod(lib, 0o755));
  const copies = await temporaryFolder();
  const { postgres } = await prepare(installed, undefined, copies);
  expect(postgres.startsWith(copies)).toBe(true);
});
