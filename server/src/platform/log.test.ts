import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, describe, expect, test } from 'vitest';

// The logger as installed: `npm test` builds it first. How a process ends can only be seen from another one.
const logger = new URL('../../dist/platform/log.js', import.meta.url).href;
const prelude = `
  import { createLogger } from '${logger}';
  const log = createLogger({ environment: 'production', logLevel: 'info' });
  const line = (nth) => log.request('info', { requestId: 'id-' + nth, method: 'GET', route: '/api', status: 200, ms: 1, ip: '' });`;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder('logger');
});

function run(script: string, out: 'pipe' | number = 'pipe') {
  return spawn(process.execPath, ['--input-type=module', '-e', prelude + script], {
    stdio: ['ignore', out, 'ignore'],
  });
}

async function printedBy(script: string): Promise<{ code: number; text: string }> {
  const child = run(script);
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  return { code, text };
}

const messages = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each).msg as string);

describe('production log lines are written', () => {
  test.each([
    ['when the process ends on its own', '', 0],
    ['when the process is told to exit', 'process.exit(3);', 3],
    ['when an exception is not caught', "throw new Error('a bug');", 1],
    ['when a later exception is not caught', "setImmediate(() => { throw new Error('a bug'); });", 1],
    ['when a rejection is not handled', "void Promise.reject(new Error('a bug'));", 1],
  ])('%s', async (_when, end, expected) => {
    const { code, text } = await printedBy(`line(1); log.info('last words'); ${end}`);
    expect(code).toBe(expected);
    expect(messages(text)).toEqual(['request', 'last words']);
  });

  test('shortly after logging, while the process keeps running', async () => {
    const child = run("log.info('still here'); setInterval(() => {}, 1e6);");
    const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    expect(messages(String(chunk))).toEqual(['still here']);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  test('completely and in order, even in large volumes', async () => {
    const count = 20_000;
    const script = `for (let nth = 0; nth < ${count}; nth++) line(nth); log.warn('done'); process.exit();`;
    const { text } = await printedBy(script);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines.slice(0, count).map((line) => JSON.parse(line).requestId)).toEqual(
      Array.from({ length: count }, (_, nth) => `id-${nth}`),
    );
  });

  test('to a file when the process exits', async () => {
    const path = join(folder, 'out.log');
    const file = await open(path, 'w');
    const child = run("log.info('last words'); process.exit();", file.fd);
    await once(child, 'close');
    await file.close();
    expect(messages(await readFile(path, 'utf8'))).toEqual(['last words']);
  });
});
