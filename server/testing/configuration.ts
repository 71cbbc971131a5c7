import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand } from './command.ts';
import type { TestService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Options = { args?: string[]; env?: Record<string, string> };
type Change = {
  action: string;
  kind: string;
  key: string;
  fields: Record<string, { from: unknown; to: unknown }>;
};
type Told = {
  code: number | null;
  error: string;
  changes: Change[];
  secrets: { kind: string; key: string; [shown: string]: string }[];
};

/** `latchkey config` on this service, in a folder of its own. */
export async function configurationOf(service: TestService) {
  const cwd = await temporaryFolder('configuration');
  let files = 0;

  /** With a file that says this. */
  async function run(verb: string, file?: unknown, { args = [], env = {} }: Options = {}) {
    const name = `config-${++files}.yaml`;
    if (file !== undefined)
      writeFileSync(join(cwd, name), typeof file === 'string' ? file : JSON.stringify(file));
    const named = file === undefined ? [] : ['-f', name];
    const where = { cwd, env: { ...environmentOf(service), WEBHOOK_ALLOWED_NETWORKS: 'loopback', ...env } };
    const done = await runCommand(['config', verb, ...named, ...args], where);
    return { ...done, name, cwd };
  }

  /** What plan or apply says with --json. */
  async function told(
    verb: 'plan' | 'apply',
    file: unknown,
    { args = [], env }: Options = {},
  ): Promise<Told> {
    const done = await run(verb, file, { args: [...args, '--json'], ...(env && { env }) });
    return { code: done.code, error: done.error, ...(done.out && JSON.parse(done.out)) };
  }

  return {
    run,
    told,
    async applied(file: unknown, options?: Options): Promise<Told> {
      const done = await told('apply', file, options);
      if (done.code !== 0 || done.error) throw new Error(`apply exits ${done.code}: ${done.error}`);
      return done;
    },
    /** The faults that apply tells, without the name of the file. */
    async faults(file: unknown, options?: Options): Promise<string[]> {
      const done = await run('apply', file, options);
      if (done.code !== 1 || done.out) throw new Error(`apply exits ${done.code}: ${done.out}`);
      const lines = done.error.trimEnd().split('\n');
      return lines.map((line) => line.replace(`${done.name}:`, ''));
    },
  };
}

export const summaries = (changes: Change[]) =>
  changes.map(({ action, kind, key }) => `${action} ${kind} ${key}`);
