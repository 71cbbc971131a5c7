import { type SpawnOptions, spawn } from 'node:child_process';
import { parse } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { type RunUser, spawnIds } from './run-user.ts';

/** How a program ended, and its last output. */
export type Outcome = { ok: boolean; ended: string; output: string };

const keptOutput = 16_000;

/**
 * What PostgreSQL's programs inherit: almost nothing. The service's environment holds secrets, and PG* or LC_*
 * variables would change what the programs do.
 */
export function spawnOptions(program: string, user: RunUser | undefined): SpawnOptions {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name]) env[name] = process.env[name];
  }
  // The user may not be able to reach the service's working directory.
  return { ...spawnIds(user), env, cwd: parse(program).root, windowsHide: true };
}

/** Runs a program to its end. Rejects only if it couldn't be started. */
export function runProgram(
  program: string,
  args: string[],
  { user, input = '' }: { user: RunUser | undefined; input?: string },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions(program, user), stdio: 'pipe' });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    // The program ends with the service.
    const onExit = () => child.kill();
    process.once('exit', onExit);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.removeListener('exit', onExit);
      resolve({ ok: code === 0, ended: signal ? `signal ${signal}` : `exit code ${code}`, output });
    });
    // The program may end without reading its input, and how it ended says more than the broken pipe.
    child.stdin?.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') reject(error);
    });
    child.stdin?.end(input);
  });
}

/** PostgreSQL's reason for failing, in one line. */
export function reason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /\b(FATAL|PANIC|error|could not)\b/.test(line));
  const line = telling.at(-1) ?? lines.filter(Boolean).at(-1) ?? 'it said nothing';
  return line.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '');
}

/** Explains why a program couldn't be started. */
export function cannotRun(program: string, error: unknown, user: RunUser | undefined): EmbeddedPostgresError {
  const code = errorCode(error);
  const advice =
    code === 'ENOENT'
      ? 'this system lacks the GNU C library it was built for (as on Alpine Linux)'
      : user && (code === 'EPERM' || code === 'EINVAL')
        ? `root may not switch to the user ${user.uid} here; run as an ordinary user`
        : `the system says ${code ?? String(error)}`;
  return new EmbeddedPostgresError(
    `the embedded PostgreSQL (${program}) cannot be run: ${advice}; or set DATABASE_URL to your own PostgreSQL server`,
    { cause: error },
  );
}
