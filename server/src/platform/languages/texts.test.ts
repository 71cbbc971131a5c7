import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@latchkey/contract';
import { catalogOf } from '@latchkey/contract/locales';
import { describe, expect, test } from 'vitest';
import { createTexts, findText } from './texts.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Sentences in the code of these files that aren't part of a description, each with a value where code puts one. */
function sentencesIn(folder: string, isRead: (path: string) => boolean): string[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter(isRead).flatMap((path) => {
    const code = readFileSync(join(root, folder, path), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|\s)\/\/.*$/gm, '$1');
    const sentences = code.matchAll(/(?<before>[^\n]*\n?\s*[^\n]*?)(['"`])(?<text>[A-Z][^'"`\n]*\.)\2/g);
    return [...sentences]
      .filter(({ groups }) => !/descri|summary|\+\s*$|throw|Error\(/.test(groups?.before ?? ''))
      .map(({ groups }) => `${path}: ${groups?.text?.replace(/\$\{[^}]*\}/g, '7')}`);
  });
}
/** Sentences for the API reference, which are no texts of a response. */
const described = [
  'setup.ts: Only in development, and only for a browser on the same machine: 404 for everyone else.',
  'organization-shapes.ts: Null once their account is deleted.',
];
const isUnknown = (line: string) => !findText(line.slice(line.indexOf(': ') + 2));

describe('the catalog of the service has', () => {
  test('every message that a route responds with', () => {
    const said = sentencesIn('server/src/features', (path) => /(^|\/)routes\.ts$/.test(path));
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter(isUnknown)).toEqual([]);
  });

  test('everything that the contract says about a field', () => {
    const own = /^(?!errors|bad-requests|describe-error|openapi|permissions|index)[\w-]+(?<!\.test)\.ts$/;
    const said = sentencesIn('contract/src', (path) => own.test(path)).filter(
      (line) => !described.includes(line),
    );
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter(isUnknown)).toEqual([]);
  });
});

describe('a text that the code wrote', () => {
  test('is found with its values, a count as a number', () => {
    expect(findText('At most 100 characters.')).toEqual({
      key: 'field.at-most-characters',
      values: { max: '100' },
    });
    expect(findText('Ended 3 other sessions.')).toMatchObject({ values: { count: 3 } });
    expect(findText('You have joined A {b} $1.')).toEqual({
      key: 'done.organization-joined',
      values: { name: 'A {b} $1' },
    });
    expect(findText('Something that no one wrote')).toBeUndefined();
  });

  test('keeps what a person wrote as it is, in every language', () => {
    for (const locale of Object.keys(languages)) {
      const { say } = createTexts(locale, catalogOf('server', locale));
      expect(say("You have joined {name} '{' <b>.")).toContain("{name} '{' <b>");
      expect(say('A text of someone else')).toBe('A text of someone else');
    }
  });

  test('counts as its reader does', () => {
    const arabic = createTexts('ar', catalogOf('server', 'ar'));
    expect(arabic.error('RATE_LIMITED', { waitSeconds: 120 })).toContain('بعد دقيقتين');
    expect(createTexts('de', catalogOf('server', 'de')).error('RATE_LIMITED', { waitSeconds: 61 })).toBe(
      'Zu viele Anfragen. Versuchen Sie es in 2 Minuten erneut.',
    );
    expect(createTexts('ja', catalogOf('server', 'ja')).error('RATE_LIMITED', { waitSeconds: 30 })).toBe(
      'リクエストが多すぎます。30 秒後にもう一度お試しください。',
    );
  });
});
