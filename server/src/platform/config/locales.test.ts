import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { describe, expect, test } from 'vitest';
import { createLanguages } from '../languages/languages.ts';
import { readLocales } from './locales.ts';

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder('locales');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const read = (settings: Parameters<typeof readLocales>[0]) => {
  const locales = readLocales(settings);
  if (typeof locales === 'string') throw new Error(locales);
  return locales;
};

describe('the languages of a service', () => {
  test('are all that the product has, English first', () => {
    const { offered, fallback } = read({});
    expect(offered.map(({ code }) => code)).toEqual(['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'ar']);
    expect(fallback).toBe('en');
  });

  test('can be narrowed, with a default among them', () => {
    const { offered, fallback } = read({ LOCALES: ['pt-br', 'de'], DEFAULT_LOCALE: 'de' });
    expect([offered.map(({ code }) => code), fallback]).toEqual([['pt-BR', 'de'], 'de']);
  });

  test.each([
    [{ LOCALES: ['de', 'xx'], DEFAULT_LOCALE: 'de' }, /LOCALES has xx/],
    [{ LOCALES: ['de'] }, /DEFAULT_LOCALE must be one of de/],
    [{ DEFAULT_LOCALE: 'not a tag' }, /DEFAULT_LOCALE must be one of/],
    [{ LOCALES_DIR: '/does/not/exist' }, /LOCALES_DIR can't be read/],
  ])('%o is refused', (settings, fault) => expect(readLocales(settings)).toMatch(fault));
});

describe('LOCALES_DIR', () => {
  test.each([
    [
      'de.json',
      '{ "error.NOT_FOUND": ',
      /LOCALES_DIR has de.json, which is not valid JSON: it ends too early, at line 1/,
    ],
    ['de.json', '', /de.json, which is not valid JSON: it ends too early, at line 1/],
    ['de.json', '{\n  "a": "b",\n', /de.json, which is not valid JSON: it ends too early, at line 2/],
    ['de.json', '{\n  "a": "b",\n  "c": d\n}\n', /de.json, which is not valid JSON: look at line 3\./],
    ['de.json', '{\r\n  "a": "b"\r\n  "c": "d"\r\n}', /de.json, which is not valid JSON: look at line 3\./],
    ['de.json', '{\n  "a": "b\n",\n}', /de.json, which is not valid JSON: look at line 2\./],
    ['de.json', '{\n  "a": "b",\n}\n', /de.json, which is not valid JSON: look at line 3\./],
    ['de.json', '{}\n{}', /de.json, which is not valid JSON: look at line 2\./],
    ['de.json', '{ "error.NOT_FOUND": 404 }', /must be one object of keys and texts/],
    ['no language.json', '{}', /not a language tag/],
  ])('stops the start with %s: %s', async (name, content, fault) => {
    expect(readLocales({ LOCALES_DIR: await folderWith({ [name]: content }) })).toMatch(fault);
  });

  test('replaces texts, and warns about those that it leaves out', async () => {
    const own = {
      'error.NOT_FOUND': 'Gibt es hier nicht.',
      'error.RATE_LIMITED': 'Zu viel. {when}',
      'no.such.key': 'x',
      'mail.hello': 'Moin {',
    };
    const locales = read({ LOCALES_DIR: await folderWith({ 'de.json': JSON.stringify(own) }) });
    expect(locales.warnings).toEqual([
      'LOCALES_DIR: de.json, error.RATE_LIMITED: there is no {when}. This text is left out.',
      'LOCALES_DIR: de.json, no.such.key: there is no such key. This text is left out.',
      expect.stringMatching(/^LOCALES_DIR: de\.json, mail\.hello: expected a name at 6/),
    ]);
    const { texts, mails } = createLanguages(locales);
    expect(texts('de').error('NOT_FOUND', {})).toBe('Gibt es hier nicht.');
    expect(texts('de').error('RATE_LIMITED', {})).toBe('Zu viele Anfragen. Versuchen Sie es später erneut.');
    expect(mails('de')('mail.hello')).toBe('Guten Tag,');
  });

  test('adds a language, whose other texts are English and whose direction follows its script', async () => {
    const own = { 'error.NOT_FOUND': 'לא נמצא.' };
    const english = { 'error.NOT_FOUND': 'Nothing here.', 'error.LAST_OWNER': 'Acme needs an owner.' };
    const folder = await folderWith({ 'he.json': JSON.stringify(own), 'en.json': JSON.stringify(english) });
    const locales = read({ LOCALES_DIR: folder });
    const languages = createLanguages(locales);
    expect(languages.codes).toContain('he');
    expect(languages.match('he-IL')).toBe('he');
    expect(languages.texts('he').error('NOT_FOUND', {})).toBe('לא נמצא.');
    expect(languages.texts('he').error('OWN_ACCOUNT', {})).toBe("You can't do this to your own account.");
    expect(languages.texts('he').error('LAST_OWNER', {})).toBe('Acme needs an owner.');
    expect(languages.texts('de').error('LAST_OWNER', {})).toMatch(/^Eine Organisation braucht/);
    expect((await languages.page('he', 'sign-in')).dir).toBe('rtl');
  });

  test('can replace English texts, too, also those that the code writes itself', async () => {
    const own = { 'done.signed-in': 'Welcome back.', 'field.at-most-characters': 'No more than {max}.' };
    const { texts } = createLanguages(
      read({ LOCALES_DIR: await folderWith({ 'en.json': JSON.stringify(own) }) }),
    );
    expect(texts('en').say('You are signed in.')).toBe('Welcome back.');
    expect(texts('en').say('At most 100 characters.')).toBe('No more than 100.');
  });
});
