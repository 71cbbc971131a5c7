import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let cwd: string;
beforeAll(async () => {
  cwd = await temporaryFolder('audit');
});

const latchkey = (...args: string[]) => runCommand(args, { cwd, env: environmentOf(service) });

describe('audit export', () => {
  test('writes all entries of the service, or those in a time range, as JSON lines or CSV', async () => {
    const { email } = await newUser(service);
    const linesOf = ({ out }: { out: string }) => out.trimEnd().split(/\r?\n/);
    const [all, csv, since, until, none] = await Promise.all([
      latchkey('audit', 'export'),
      latchkey('audit', 'export', '--format', 'csv'),
      latchkey('audit', 'export', '--since', '2100-01-01'),
      latchkey('audit', 'export', '--until', '2100-01-01'),
      latchkey('audit', 'export', '--until', '2001-01-01', '--format', 'csv'),
    ]);
    const entries = linesOf(all).map((line) => JSON.parse(line));
    const [{ count } = { count: 0 }] = await service.sql`SELECT count(*)::int FROM audit_logs`;
    expect(entries).toHaveLength(count);
    expect(entries).toEqual(
      expect.arrayContaining([expect.objectContaining({ userEmail: email, action: 'AUTH_LOGIN_SUCCESS' })]),
    );
    expect(linesOf(csv)).toHaveLength(count + 1);
    expect(since.out).toBe('');
    expect(linesOf(until)).toHaveLength(count);
    expect(linesOf(none)).toEqual([expect.stringMatching(/^id,userId,userEmail,/)]);
    expect([all, csv, since, until, none].map(({ code, error }) => [code, error])).toEqual(
      Array(5).fill([0, '']),
    );
  });

  test('names the option whose time is invalid or out of order', async () => {
    const [since, until, reversed] = await Promise.all([
      latchkey('audit', 'export', '--since', 'soon'),
      latchkey('audit', 'export', '--until', 'late'),
      latchkey('audit', 'export', '--since', '2030-02-01', '--until', '2030-01-01'),
    ]);
    expect(since).toEqual({ code: 1, out: '', error: expect.stringMatching(/^--since: .+\n$/) });
    expect(until).toEqual({ code: 1, out: '', error: expect.stringMatching(/^--until: .+\n$/) });
    expect(reversed).toEqual({ code: 1, out: '', error: '--since: Must not be after --until.\n' });
  });
});
