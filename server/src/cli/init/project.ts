import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../output.ts';

const words = z.record(z.string(), z.string()).default({});
const Manifest = z.looseObject({
  type: z.string().optional(),
  main: z.string().optional(),
  scripts: words,
  dependencies: words,
  devDependencies: words,
});
type Manifest = z.infer<typeof Manifest>;

/** An application as it is on disk. */
export type Project = {
  folder: string;
  manifest: Manifest;
  /** Of new files: `ts` where the project is written in TypeScript. */
  extension: 'ts' | 'js';
  isModule: boolean;
  uses(name: string): boolean;
  has(path: string): boolean;
  /** Undefined: there is none. */
  read(path: string): string | undefined;
};

export function openProject(folder: string): Project {
  const read = (path: string) => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const text = read('package.json');
  if (text === undefined)
    throw new UsageError(`There is no package.json in ${folder}. Name the folder of your application.`);
  const parsed = Manifest.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new UsageError(`The package.json in ${folder} can't be parsed. Nothing was changed.`);
  const manifest = parsed.data;
  const names = { ...manifest.dependencies, ...manifest.devDependencies };
  return {
    folder,
    manifest,
    extension: existsSync(join(folder, 'tsconfig.json')) ? 'ts' : 'js',
    isModule: manifest.type === 'module',
    uses: (name) => Object.hasOwn(names, name),
    has: (path) => existsSync(join(folder, path)),
    read,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
