import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, version } from '../../platform/package.ts';
import type { Edit, Plan } from './frameworks.ts';
import type { Project } from './project.ts';

/** `before` is undefined for a new file. Bytes are only ever new. */
export type Change = { path: string; before: string | undefined; after: string | Buffer };
export type Outcome = { changes: Change[]; snippets: string[] };

const sdkFile = `latchkey-sdk-${version}.tgz`;
const script = 'dev:latchkey';

/** Everything that is still to do: the second time, nothing. */
export function changesFor(project: Project, plan: Plan): Outcome {
  const files = plan.files
    .filter(([path]) => !project.has(path))
    .map(([path, after]): Change => ({ path, before: undefined, after }));
  const edited = plan.edit && editFor(project, plan.edit);
  const snippets = [
    ...(edited && 'snippet' in edited ? [edited.snippet] : []),
    ...(plan.snippet && files.length > 0 ? [plan.snippet] : []),
  ];
  const variable = plan.variable ?? 'LATCHKEY_URL';
  const changes = [
    ...sdkPackage(project),
    ...manifestChange(project, plan),
    ...files,
    ...(edited && 'change' in edited ? [edited.change] : []),
    ...lineIn(project, '.env', `${variable}=http://localhost:3000`, new RegExp(`^${variable}=`, 'm')),
    ...lineIn(project, '.gitignore', '.latchkey/', /^\/?\.latchkey\/?$/m),
  ];
  return { changes, snippets };
}

/** From the service itself, so it fits, and no registry is asked. */
function sdkPackage(project: Project): Change[] {
  const tarball = join(packageFolder, 'dist/sdk.tgz');
  if (project.uses('@latchkey/sdk') || project.has(sdkFile) || !existsSync(tarball)) return [];
  return [{ path: sdkFile, before: undefined, after: readFileSync(tarball) }];
}

function manifestChange({ manifest, uses, read }: Project, { port }: Plan): Change[] {
  const before = read('package.json') ?? '';
  const start = manifest.scripts.dev ? 'dev' : 'start';
  // npx in between would keep from it that its script has ended.
  const command = `${uses('latchkey') ? '' : 'npx '}latchkey dev --port ${port} -- npm run ${start}`;
  const after = {
    // As it was written, with its keys in their order.
    ...(JSON.parse(before) as object),
    scripts: {
      ...manifest.scripts,
      ...(!manifest.scripts[script] && { [script]: command }),
    },
    dependencies: {
      ...manifest.dependencies,
      ...(!uses('@latchkey/sdk') && { '@latchkey/sdk': `file:${sdkFile}` }),
    },
  };
  const isSame = uses('@latchkey/sdk') && manifest.scripts[script] !== undefined;
  if (isSame) return [];
  const [, indent = '  '] = /^\{\r?\n([ \t]+)/.exec(before) ?? [];
  return [{ path: 'package.json', before, after: `${JSON.stringify(after, null, indent)}\n` }];
}

function lineIn({ read }: Project, path: string, line: string, known: RegExp): Change[] {
  const before = read(path);
  if (before !== undefined && known.test(before)) return [];
  const start = !before || before.endsWith('\n') ? (before ?? '') : `${before}\n`;
  return [{ path, before, after: `${start}${line}\n` }];
}

/** Only into a module in which exactly one line makes the application; else, what to write there. */
function editFor(project: Project, { paths, after, imports, lines }: Edit) {
  for (const path of paths) {
    const before = project.read(path);
    if (before === undefined) continue;
    if (before.includes('@latchkey/sdk')) return undefined;
    const text = before.split('\n');
    const [at, ...more] = text.flatMap((line, index) => (after.test(line) ? [index] : []));
    const lastImport = text.findLastIndex((line) => /^import .* from ['"].+['"];?$/.test(line));
    if (at === undefined || more.length > 0 || lastImport < 0 || lastImport > at) continue;
    const app = after.exec(text[at] ?? '')?.[1] ?? 'app';
    const now = [
      ...text.slice(0, lastImport + 1),
      ...imports,
      ...text.slice(lastImport + 1, at + 1),
      '',
      ...lines(app),
      ...text.slice(at + 1),
    ];
    return { change: { path, before, after: now.join('\n') } };
  }
  const indented = [...imports, '', ...lines('app')].map((line) => (line ? `  ${line}` : line));
  return { snippet: `Where your application is made:\n\n${indented.join('\n')}` };
}
