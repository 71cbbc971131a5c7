import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, expect, test } from 'vitest';
import { UsageError } from './output.ts';
import { withEnvFile } from './with-deps.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder('env');
});

async function file(text: string): Promise<string> {
  const path = join(folder, 'settings');
  await writeFile(path, text);
  return path;
}

test('an env file is read, including comments, quotes and values with spaces', async () => {
  const path = await file('# ours\nPORT=4000\nexport HOST=127.0.0.1\nPRODUCT_NAME="Acme Accounts" # shown\n');
  expect(withEnvFile({}, path).variables).toEqual({
    PORT: '4000',
    HOST: '127.0.0.1',
    PRODUCT_NAME: 'Acme Accounts',
  });
});

test('the real environment overrides the file, even with an empty variable', async () => {
  const path = await file('PORT=4000\nREDIS_URL=redis://elsewhere\n');
  expect(withEnvFile({ PORT: '5000', REDIS_URL: '' }, path).variables).toEqual({
    PORT: '5000',
    REDIS_URL: '',
  });
});

test('without a file only the environment is used, but a requested file must exist', () => {
  expect(withEnvFile({ PORT: '1' }, undefined)).toEqual({ variables: { PORT: '1' } });
  const missing = () => withEnvFile({}, join(folder, 'nowhere'));
  expect(missing).toThrow(UsageError);
  expect(missing).toThrow('ENOENT');
});
