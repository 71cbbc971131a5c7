import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from '@latchkey/contract';
import { environmentOf } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo } from '@latchkey/server/testing/organizations';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
import { faintTexts } from './faint-texts.ts';
import { blocksOf, runScript } from './guide-blocks.ts';

// Each command is its own process.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const executable = findBrowser('emails in the layout of the branding guide');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const blocks = blocksOf('branding');
const commandsWith = (word: string) =>
  blocks.filter(({ kind, text }) => kind === 'sh' && text.includes(word)).map(({ text }) => text);

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder('branding-guide');
  for (const { file, text } of blocks) {
    if (!file) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});

test('has no command and no file that nothing here follows', () => {
  const followed = [...commandsWith('curl'), ...commandsWith('mails preview')];
  expect(followed).toHaveLength(blocks.filter(({ kind }) => kind === 'sh').length);
  expect(blocks.flatMap(({ file }) => file ?? [])).toEqual(['mails/layout.html']);
});

describe("an organization's own look", () => {
  const service = started(startService);

  test('is set and shown by the commands of the guide, with the variables of the README', async () => {
    const { email } = await newUser(service);
    writeFileSync(join(folder, 'logo.png'), png);
    const login = JSON.stringify({ email, password });
    const before = `
API=${service.url}/api
json='Content-Type: application/json'
curl -s $API/auth/login -c jar -H "$json" -d '${login}' > /dev/null
csrf=$(awk '$6 == "csrf_token" { print $7 }' jar)
`;
    const { status, said } = await runScript(
      before + commandsWith('curl').join(''),
      folder,
      environmentOf(service),
    );
    expect(status, said).toBe(0);
    expect(said).toContain('"displayName":"Analytical Engines","accentColor":"#e03131","logoUrl":null');
    const logoUrl = /"logoUrl":"([^"]+)"/.exec(said)?.[1] ?? '';
    expect((await service.client().get(logoUrl)).headers.get('content-type')).toBe('image/png');
  });
});

describe('the layout of the guide', () => {
  const preview = (more: Record<string, string> = {}) =>
    runScript(commandsWith('mails preview').join('\n'), folder, { PRODUCT_NAME: 'Granite', ...more });

  test('is previewed by its commands: every email, and one in one language', async () => {
    const { status, said } = await preview();
    expect(status, said).toBe(0);
    expect(said).toMatch(/^\d{3} files are in preview\.\n2 files are in preview\.\n$/);
    const german = readFileSync(join(folder, 'preview/invite.de.html'), 'utf8');
    expect(german).toContain('<html lang="de" dir="ltr">');
    expect(german).toContain('<b>Granite</b>');
    expect(german).toMatch(/Granite \(localhost:3000\)<br>\n/);
    expect(german).not.toMatch(/<img|url\(/);
  });

  describe.skipIf(!executable)('in a browser', () => {
    const service = started(startService);
    const browser = started(() => startBrowser(executable ?? '', service.url));

    test.each(['#e8590c', '#ffff00'])(
      'can be read in every language, light and dark, without scrolling sideways, with %s',
      async (ACCENT_COLOR) => {
        const { status, said } = await preview({ ACCENT_COLOR });
        expect(status, said).toBe(0);
        const { page, faults } = await newPerson(browser);
        await page.setViewportSize({ width: 390, height: 844 });
        const types = ['invite', 'sign_in_code', 'domain_check_failed', 'certificate_expiring'];
        for (const locale of Object.keys(languages))
          for (const type of types) {
            await page.setContent(readFileSync(join(folder, 'preview', `${type}.${locale}.html`), 'utf8'));
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme });
              const where = `${type}.${locale} ${colorScheme}`;
              expect(await page.evaluate(faintTexts), where).toEqual([]);
              const sideways = () => document.documentElement.scrollWidth - innerWidth;
              expect(await page.evaluate(sideways), where).toBe(0);
            }
          }
        expect(faults).toEqual([]);
      },
    );
  });

  test('surrounds what is sent, with the name, color and logo of the organization that it is about', async () => {
    const env = { MAIL_LAYOUT_DIR: join(folder, 'mails'), PRODUCT_NAME: 'Granite' };
    const service = await startService({ env });
    const owner = await newUser(service);
    const look = { displayName: 'A & <b>Sons</b>', accentColor: '#2f9e44' };
    expect((await owner.client.patch('/api/organizations/current/branding', look)).status).toBe(200);
    await inviteTo(owner, 'guest@example.com');
    const [invited] = await service.mails('guest@example.com');
    expect(invited?.html).toContain('<b>A &amp; &lt;b&gt;Sons&lt;/b&gt;</b>');
    expect(invited?.html).toContain('border-top: 4px solid #2f9e44');
    expect(invited?.html).toContain('background-color:#2f9e44');
    expect(invited?.html).toContain('Granite (');
    const [own] = await service.mails(owner.email);
    expect(own?.html).toContain('<b>Granite</b>');
    expect(own?.html).not.toContain('#2f9e44');
  });
});
