import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test } from 'vitest';
import { isBreached } from './breached-passwords.ts';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

async function fileOf(passwords: string[], { newline = '\n', end = true } = {}) {
  const path = join(await temporaryFolder('breaches'), 'hashes.txt');
  const lines = passwords.map((each, at) => `${sha1(each)}:${10 ** (at % 8)}`).sort();
  await writeFile(path, lines.join(newline) + (end ? newline : ''));
  return { by: 'file', path } as const;
}

describe('a file of breached passwords', () => {
  test.each([
    [{ newline: '\n', end: true }],
    [{ newline: '\r\n', end: true }],
    [{ newline: '\n', end: false }],
    [{ newline: '\r\n', end: false }],
  ])('finds every one of its lines and no other, with %j', async (shape) => {
    for (const size of [1, 2, 3, 64]) {
      const passwords = Array.from({ length: size }, (_, at) => `password ${at}`);
      const file = await fileOf(passwords, shape);
      for (const each of passwords) expect(await isBreached(file, each)).toBe(true);
      for (let at = 0; at < 64; at++) expect(await isBreached(file, `unknown ${at}`)).toBe(false);
    }
  });

  test('may be empty', async () => {
    const file = await fileOf([], { end: false });
    expect(await isBreached(file, 'password')).toBe(false);
  });

  test('that is missing is an error', async () => {
    await expect(isBreached({ by: 'file', path: '/nowhere/hashes.txt' }, 'password')).rejects.toThrow(
      'ENOENT',
    );
  });
});
