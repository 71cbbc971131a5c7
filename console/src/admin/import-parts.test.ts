import { describe, expect, test } from 'vitest';
import { partsOf } from './import-parts.ts';

const cut = (text: string, records = 2) => partsOf(text, { records, characters: 1000 });

describe('the parts of a table', () => {
  test('repeat the heading, and tell which line they begin on', () => {
    expect(cut('email\na\nb\nc\nd\ne')).toEqual([
      { text: 'email\na\nb\n', before: 0 },
      { text: 'email\nc\nd\n', before: 2 },
      { text: 'email\ne', before: 4 },
    ]);
  });

  test('never end within quotes', () => {
    expect(cut('email,note\na,"one\n""two""\nthree"\nb,x\nc,y\n', 1)).toEqual([
      { text: 'email,note\na,"one\n""two""\nthree"\n', before: 0 },
      { text: 'email,note\nb,x\n', before: 3 },
      { text: 'email,note\nc,y\n', before: 4 },
    ]);
  });

  test('take a quote within a cell as it is', () => {
    expect(cut('email;note\na;5" pipe\nb;x\n', 1).map(({ before }) => before)).toEqual([0, 1]);
  });

  test('count the lines of a heading that has several', () => {
    expect(cut('"e\nmail"\r\na\r\nb\r\n', 1).map(({ before }) => before)).toEqual([0, 1]);
  });

  test('are no longer than the service takes', () => {
    const table = `email\n${'é'.repeat(300)}\n`.repeat(20);
    for (const { text } of partsOf(table, { records: 1000, characters: 1000 }))
      expect(text.length).toBeLessThan(1400);
  });

  test('of nothing are none', () => {
    expect(cut('')).toEqual([]);
    expect(cut('email')).toEqual([]);
  });
});
