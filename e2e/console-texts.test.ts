import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../console/check-texts.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'latchkey-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the check says about a page with this code. */
function said(code: string): string {
  writeFileSync(join(folder, 'page.tsx'), code);
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr;
}

test('a page whose texts are in a catalog passes', () => {
  const code = `
    export function Page() {
      const t = useT();
      const save = useAct('saveThing', { success: t('page.saved') });
      if (!save) throw new Error('The page lost its form.');
      return <Stack gap="6px 12px" aria-label={t('page.label')}>{t.rich('page.text', { name: <b>{name}</b> })} · 5</Stack>;
    }`;
  expect(said(code)).toBe('');
});

test.each([
  ['text between tags', '<Text>Save it</Text>'],
  ['a single word', '<Button>Save</Button>'],
  ['an attribute that is shown', '<Input placeholder="name" />'],
  ['an attribute that is read out', '<Icon aria-label={open ? "close" : "open"} />'],
  ['a template', '<Modal title={`Remove it?`} />'],
  ['a toast', "useAct('save', { success: 'Saved.' })"],
  ['a sentence in a constant', "const hint = 'You can do this later';"],
])('%s that is not in a catalog is reported', (_, code) => {
  expect(said(code)).toContain('belongs in a catalog');
});

test('a component that would keep the former language is reported', () => {
  expect(said("export function Title() { return <h1>{t('page.title')}</h1>; }")).toContain(
    'Title shows a text',
  );
});
