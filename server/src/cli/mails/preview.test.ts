import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@latchkey/contract';
import { runCommand } from '@latchkey/server/testing/command';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeEach, describe, expect, test } from 'vitest';
import { samplesFor } from './samples.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder('mails');
});
const preview = (args: string[], env: Record<string, string> = {}) =>
  runCommand(['mails', 'preview', '--out', 'out', ...args], { cwd, env });
const written = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');

test('writes every mail in every language, with a database that cannot be reached', async () => {
  const done = await preview([], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect([done.code, done.error]).toEqual([0, '']);
  const types = Object.keys(samplesFor('http://localhost'));
  const names = types.flatMap((type) =>
    Object.keys(languages).flatMap((code) => [`${type}.${code}.html`, `${type}.${code}.txt`]),
  );
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(names.sort());
  expect(readdirSync(cwd)).toEqual(['out']);
});

test('writes one type in one language', async () => {
  expect((await preview(['--type', 'invite', '--locale', 'pt'])).code).toBe(0);
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['invite.pt-BR.html', 'invite.pt-BR.txt']);
  expect(written('invite.pt-BR.html')).toContain('<html lang="pt-BR" dir="ltr">');
});

test('names what there is instead of an unknown type or language', async () => {
  const type = await preview(['--type', 'nonsense']);
  expect([type.code, type.error]).toEqual([1, expect.stringContaining('There are verification, ')]);
  const locale = await preview(['--locale', 'tlh']);
  expect([locale.code, locale.error]).toEqual([1, expect.stringContaining('There are en, ')]);
});

describe('a layout of the operator', () => {
  const layout = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  const run = (env: Record<string, string> = {}) =>
    preview(['--type', 'invite', '--locale', 'ar'], { MAIL_LAYOUT_DIR: cwd, ...env });

  test('surrounds the content, with everything else escaped', async () => {
    layout(
      'layout.html',
      '<html lang="{lang}" dir="{dir}"><b title="{productName}" style="color:{accentColor}">{logoUrl}</b>{content}<i>{footer}</i>',
    );
    layout('layout.txt', '= {productName} =\n{content}\n~ {footer}');
    const env = { PRODUCT_NAME: `A&B "{footer}"`, LOGO_URL: '/logo.png', BASE_URL: 'https://id.example.com' };
    const done = await run(env);
    expect([done.code, done.error]).toEqual([0, '']);
    const html = written('invite.ar.html');
    expect(html).toContain(
      '<html lang="ar" dir="rtl"><b title="A&amp;B &quot;{footer}&quot;" style="color:#3b5bdb">https://id.example.com/logo.png</b><h1',
    );
    expect(html).toMatch(/<i>A&amp;B &quot;\{footer}&quot; \(id\.example\.com\)<br>\n/);
    expect(html).toContain('href="https://id.example.com/example"');
    expect(html).not.toContain('<!doctype');
    const text = written('invite.ar.txt');
    expect(text).toMatch(/^= A&B "\{footer}" =\n/);
    expect(text).toMatch(/\n~ A&B "\{footer}" \(id\.example\.com\)\n/);
    expect(text.split('\n')).toContain('https://id.example.com/example');
  });

  test('for one part leaves the other as it is', async () => {
    layout('layout.txt', '{content}');
    expect((await run()).code).toBe(0);
    expect(written('invite.ar.html')).toContain('<!doctype html>');
    expect(written('invite.ar.txt')).not.toContain('--\n');
  });

  test('with a fault is refused like every other setting', async () => {
    layout('layout.html', 'a\n{foter}{content}');
    const done = await run();
    expect([done.code, done.error]).toEqual([
      1,
      expect.stringContaining('layout.html:2: There is no {foter}.'),
    ]);
  });
});
