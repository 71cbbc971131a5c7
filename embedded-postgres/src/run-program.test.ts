import { expect, test, vi } from 'vitest';
import { cannotRun, reason, runProgram } from './run-program.ts';

test("programs get PATH but no secrets or PG variables from the service's environment", async () => {
  vi.stubEnv('LATCHKEY_SECRET', 'secret');
  vi.stubEnv('PGPORT', '1');
  try {
    const script = 'console.log(Object.keys(process.env).sort().join())';
    const { output } = await runProgram(process.execPath, ['-e', script], { user: undefined });
    const names = output.trim().split(',');
    expect(names).toEqual(expect.arrayContaining(['LC_ALL', 'PATH', 'TZ']));
    expect(names).not.toContain('LATCHKEY_SECRET');
    expect(names).not.toContain('PGPORT');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a failing program reports how it ended and what it printed', async () => {
  const script = 'console.error("FATAL:  no space"); process.exit(3)';
  const outcome = await runProgram(process.execPath, ['-e', script], { user: undefined, input: 'unread' });
  expect(outcome).toMatchObject({ ok: false, ended: 'exit code 3' });
  expect(reason(outcome.output)).toBe('no space');
});

test('the reason is the last meaningful line', () => {
  const lines = [
    'LOG:  starting',
    '2026-01-01 [7] FATAL:  could not write: No space left',
    'LOG:  shut down',
    '',
  ];
  expect(reason(lines.join('\n'))).toBe('could not write: No space left');
  expect(reason('initdb: error: directory exists\ninitdb: hint: remove it')).toBe('directory exists');
  expect(reason('')).toBe('it said nothing');
});

test("a program that can't be started gets an explanation", async () => {
  const failure: unknown = await runProgram('/nowhere/postgres', [], { user: undefined }).catch(
    (error) => error,
  );
  expect(cannotRun('/nowhere/postgres', failure, undefined).message).toContain('GNU C library');
});
