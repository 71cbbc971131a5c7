import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const readme = readFileSync(here('README.md'), 'utf8');

test('the README lists each program, and says what it does', () => {
  const help = execFileSync(process.execPath, [here('run.mjs')], { encoding: 'utf8' });
  const programs = [...help.matchAll(/^ {2}(\w+) +(.+)$/gm)].map(([, name, about]) => `${name}: ${about}`);
  const rows = readme.matchAll(/^\| `(\w+)` \| (.+?) \| `/gm);
  expect(programs.length).toBeGreaterThan(10);
  expect([...rows].map(([, name, about]) => `${name}: ${about}`)).toEqual(programs);
});

test('the README names each folder', () => {
  const folders = readdirSync(here('.'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}/`))).toEqual([]);
});
