import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Report, UsageError } from '../output.ts';
import { type Change, changesFor } from './changes.ts';
import { diffOf } from './diff.ts';
import { frameworkNames, planFor } from './frameworks.ts';
import { openProject } from './project.ts';

export type InitOptions = { yes?: boolean; dryRun?: boolean; install?: boolean; json?: boolean };

/** Prepares an application for Latchkey: shows what will change, asks, and never touches what it can't read. */
export async function initialize(given: string, options: InitOptions): Promise<Report> {
  const project = openProject(resolve(given));
  const plan = planFor(project);
  if (!plan)
    throw new UsageError(
      `No framework was found in the package.json of ${project.folder}. Known are ${frameworkNames.join(', ')}. For others, see docs/guides/protect-an-api.md.`,
    );
  const { changes, snippets } = changesFor(project, plan);
  const shown = changes.map(diffOf).join('\n\n');
  const wanted =
    options.yes === true || (!options.dryRun && changes.length > 0 && (await agrees(shown, options)));
  const applied = wanted && !options.dryRun;
  if (applied) for (const change of changes) write(project.folder, change);
  const installed = applied && options.install === true;
  if (installed) install(project.folder);
  const json = {
    framework: plan.framework,
    changes: changes.map(({ path, before }) => ({ path, kind: before === undefined ? 'new' : 'changed' })),
    snippets,
    applied: applied && changes.length > 0,
  };
  if (changes.length === 0) return { text: 'Nothing to do: this application is prepared already.', json };
  const told = applied
    ? `Done. Next:\n\n${installed ? '' : '  npm install\n'}  npm run dev:latchkey`
    : 'Nothing was changed. Add --yes to do it.';
  // A person who was asked has seen it.
  const before = options.yes || options.dryRun ? [`${plan.framework}\n`, shown, ''] : [];
  return { text: [...before, ...snippets.map((each) => `${each}\n`), told].join('\n'), json };
}

async function agrees(shown: string, { json }: InitOptions): Promise<boolean> {
  if (json || !process.stdin.isTTY)
    throw new UsageError('Add --yes to make the changes, or --dry-run to see them.');
  console.log(shown);
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: 'Make these changes?' })) === true;
}

function write(folder: string, { path, after }: Change): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, after);
}

/** What it says goes to standard error, beside the report. */
function install(folder: string): void {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new UsageError('The changes were made, but "npm install" failed.');
}
