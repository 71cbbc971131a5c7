import { expect, test } from 'vitest';
import { readOptions, UsageError } from './options.mjs';

const sections = ['checks', 'login', 'memory'];

test('the whole run has five rounds, every section, and writes the results', () => {
  expect(readOptions([], sections)).toMatchObject({ only: sections, rounds: 5, quick: false, write: true });
});

test('the short form leaves out what cannot be cut short, and writes nothing', () => {
  expect(readOptions(['--quick'], sections)).toMatchObject({ only: ['checks', 'login'], write: false });
  expect(readOptions(['--quick', '--only', 'memory'], sections).only).toEqual(['memory']);
});

test('a part of the results never takes the place of the whole, unless asked for', () => {
  expect(readOptions(['--only', 'login'], sections).write).toBe(false);
  expect(readOptions(['--only', 'login', '--write'], sections).write).toBe(true);
});

test('sections are named one by one or with commas', () => {
  expect(readOptions(['--only', 'checks,login'], sections).only).toEqual(['checks', 'login']);
  expect(readOptions(['--only', 'checks', '--only', 'login'], sections).only).toEqual(['checks', 'login']);
});

test.each([
  ['--only', 'nonsense'],
  ['--rounds', '0'],
  ['--rounds', '2.5'],
  ['--rounds', '1000'],
  ['--slow'],
  ['extra'],
])('%s %s is refused', (...given) => {
  expect(() => readOptions(given, sections)).toThrow(UsageError);
});
