import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EmbeddedPostgresError } from './errors.ts';
import { type Lock, lockFolder } from './lock.ts';
import { cleanUp, temporaryFolder } from './testing/harness.ts';

afterEach(cleanUp);

async function race(folder: string, runners: number): Promise<Lock[]> {
  const results = await Promise.allSettled(Array.from({ length: runners }, () => lockFolder(folder)));
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(EmbeddedPostgresError);
  }
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

test('a lock is held until it is released, and names its holder', async () => {
  const folder = await temporaryFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`another process (${process.pid}) is already using`);
  await lock.release();
  await (await lockFolder(folder)).release();
});

test('when many race for a folder, exactly one gets it every time', async () => {
  const folder = await temporaryFolder();
  for (let round = 0; round < 20; round++) {
    const winners = await race(folder, 10);
    expect(winners).toHaveLength(1);
    await winners[0]?.release();
  }
  expect((await readdir(folder)).length).toBeLessThan(3);
});

test("a dead holder doesn't keep the folder locked", async () => {
  const folder = await temporaryFolder();
  await symlink('service-1-dead.sock', join(folder, 'lock-7'));
  const winners = await race(folder, 10);
  expect(winners).toHaveLength(1);
  expect(await readdir(folder)).toContain('lock-8');
  expect(await readdir(folder)).not.toContain('lock-7');
  await winners[0]?.release();
});
