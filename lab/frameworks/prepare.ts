import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { blocksOf } from '../../e2e/guide-blocks.ts';
import { command } from '../nodes.ts';
import type { Application } from './applications.ts';

/** The framework's own new application, or the one of our page. */
export type Kind = 'starter' | 'page';
export type Tools = { env: Record<string, string>; hasGitHub: boolean };

/** Several frameworks need a newer Node.js than Latchkey does. */
const enough = [22, 22];

/** Where programs are found. A newer Node.js comes from npm, once. */
function pathWithNode(folder: string): string {
  const { PATH = '' } = process.env;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = enough;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return PATH;
  const name = `node-${process.platform}-${process.arch}`;
  const bin = join(folder, 'node_modules', name, 'bin');
  if (!existsSync(bin))
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@24`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return bin + delimiter + PATH;
}

export async function findTools(): Promise<Tools> {
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch('https://codeload.github.com/', { signal }).catch(() => undefined);
  const env = {
    PATH: pathWithNode(fileURLToPath(new URL('../../.lab/node', import.meta.url))),
    // What is started must not know that it is tested.
    VITEST: '',
    NODE_ENV: 'development',
    CI: '1',
    npm_config_yes: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  return { env, hasGitHub: answer !== undefined };
}

/** Fails with what the command said. */
export function must(line: string, cwd: string, env: Record<string, string>): string {
  const options = { cwd, encoding: 'utf8', input: '', env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], options);
  if (status !== 0) throw new Error(`${line}: ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Outside of any repository, and gone with the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-framework-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function fromPage(page: string): string {
  const folder = newFolder();
  for (const { file, text } of blocksOf(page, 'quickstarts')) {
    if (!file) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Ready to start, or why there is none. */
export function prepare(
  application: Application,
  kind: Kind,
  { env, hasGitHub }: Tools,
): { folder: string; version: string } | string {
  const { create, page, finish, needsGitHub, dependency } = application;
  const template = join(process.env.LAB_TEMPLATES ?? '', page ?? '');
  const isOut = kind === 'starter' && needsGitHub && !hasGitHub;
  if (isOut && !process.env.LAB_TEMPLATES) return 'its template is on GitHub: out of reach here';
  const folder = kind === 'page' ? fromPage(page ?? '') : join(newFolder(), 'app');
  if (isOut) cpSync(template, folder, { recursive: true });
  else if (kind === 'starter') must(`npx --yes ${create}`, dirname(folder), env);
  const init = () => must(`node ${command} init --yes`, folder, env);
  init();
  const left = kind === 'starter' ? finish?.(folder) : undefined;
  must('npm install --no-audit --no-fund', folder, env);
  if (left) must(left, folder, env);
  const before = contents(folder);
  const said = init();
  if (!said.startsWith('Nothing to do') || contents(folder) !== before)
    throw new Error(`The second time, init changed something: ${said}`);
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(command, join(bin, 'latchkey'));
  const installed = readFileSync(join(folder, 'node_modules', dependency, 'package.json'), 'utf8');
  return { folder, version: JSON.parse(installed).version };
}

function contents(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => `${file}\n${readFileSync(file, 'latin1')}`).join('\n');
}
