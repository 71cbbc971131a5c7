import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Environment } from './platform/config/environment.ts';

/* Workflows run only on GitHub, so what can be checked without it is checked here. */

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = {
  'timeout-minutes'?: number;
  permissions?: unknown;
  strategy?: { matrix: { node?: string[]; os?: string[] } };
  steps: Step[];
};

describe.each(readdirSync(folder))('%s', (name) => {
  const workflow = parse(readFileSync(join(folder, name), 'utf8'));
  const jobs = Object.values<Job>(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);
  const isNightly = name === 'nightly.yml';
  const commands = steps.map(({ run = '' }) => run).join('\n');

  test('may only read the repository, stops outdated runs, and limits every job in time', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter((job) => job.permissions !== undefined)).toEqual([]);
    expect(workflow.concurrency['cancel-in-progress']).toBe(true);
    const most = isNightly ? 120 : 40;
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(most);
  });

  test("uses only GitHub's own actions, pinned to a version, and leaves no credentials behind", () => {
    const used = steps.filter(({ uses }) => uses);
    for (const { uses } of used) expect(uses).toMatch(/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
    const checkouts = used.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(jobs.length);
    for (const { with: given } of checkouts) expect(given).toEqual({ 'persist-credentials': false });
  });

  test('runs only scripts and files that exist', () => {
    const npmScripts = [...commands.matchAll(/npm (?:run ([\w-]+)|(start|test))/g)].map(([, a, b]) => a ?? b);
    expect(npmScripts.filter((script = '') => !(script in scripts))).toEqual([]);
    const files = [...commands.matchAll(/(?:bash|node|-f|vitest run) (\.?[a-z][\w./-]*)/g)].map(
      ([, file = '']) => file,
    );
    expect(npmScripts.length + files.length).toBeGreaterThan(isNightly ? 0 : 3);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('gives the image only variables that the service knows', () => {
    const variables = [...commands.matchAll(/-e ([A-Z_]+)=/g)].map(([, variable = '']) => variable);
    if (!isNightly) expect(variables).toContain('DATABASE_URL');
    expect(variables.filter((variable) => !(variable in Environment.shape))).toEqual([]);
  });

  if (isNightly) return;
  test('covers the oldest supported Node, and macOS and Windows', () => {
    const tested = jobs.flatMap((job) => job.strategy?.matrix.node ?? []);
    expect(tested).toEqual([engines.node.replace(/^>=(\d+\.\d+).*$/, '$1'), '22', '24']);
    const systems = jobs.flatMap((job) => job.strategy?.matrix.os ?? []);
    expect(systems).toEqual(['macos-latest', 'windows-latest']);
  });
});
