import { describe, expect, test } from 'vitest';
import { resultsPage } from './markdown.mjs';
import { single } from './section.mjs';
import { figureOf, targetOf, verdictOf } from './words.mjs';

const ratio = (value, target) => ({ id: 'r', text: 'a ratio', unit: '×', spread: single(value), target });

describe('a line', () => {
  test('says by how much it falls short, or that it does not', () => {
    expect(verdictOf(ratio(0.4, { min: 1 }))).toBe('falls short by 0.60×');
    expect(verdictOf(ratio(1.2, { min: 1 }))).toBe('met');
    expect(verdictOf(ratio(2, { max: 1.3 }))).toBe('falls short by 0.70×');
    expect(verdictOf(ratio(1.3, { max: 1.3 }))).toBe('met');
    expect(verdictOf(ratio(1.3))).toBe('');
  });

  test('is judged by the figure that is printed', () => {
    const line = ratio(0.996, { min: 1 });
    expect([figureOf(line), verdictOf(line)]).toEqual(['1.00×', 'met']);
  });

  test('shows the median, and its spread where there is one', () => {
    const spread = { median: 1234.4, low: 1000, high: 2000 };
    expect(figureOf({ id: 'm', text: '', unit: 'MB', spread })).toBe('1,234 (1,000–2,000) MB');
    expect(figureOf(ratio(2))).toBe('2.00×');
  });

  test('shows its target as it was set', () => {
    expect(targetOf(ratio(1, { min: 0.95 }))).toBe('≥ 0.95×');
    expect(targetOf(ratio(1, { max: 1.3 }))).toBe('≤ 1.3×');
    expect(targetOf({ ...ratio(1, { max: 25 }), unit: 'ms' })).toBe('≤ 25 ms');
  });
});

test('the page has every line with its verdict, and counts them', () => {
  const page = resultsPage({
    about: [['commit', 'abc']],
    fairness: ['The same machine.'],
    chapters: [
      {
        title: 'Speed',
        section: {
          lines: [ratio(2, { min: 1 }), ratio(1, { min: 1 }), ratio(0.5, { min: 1 }), ratio(3)],
          tables: [
            {
              caption: 'All.',
              columns: ['', 'a|b'],
              digits: [0, 1],
              rows: [
                ['x', 1.26],
                ['y', single(2)],
              ],
            },
          ],
          notes: ['A note.'],
        },
      },
      { title: 'Nothing', section: { lines: [] } },
    ],
  });
  for (const part of [
    '**2 of 3 targets are met.**',
    '| commit | abc |',
    '- The same machine.',
    '| a ratio | ≥ 1.0× | 0.50× | falls short by 0.50× |',
    '|  | a\\|b |',
    '| x | 1.3 |',
    '| y | 2.0 |',
    'A note.',
    '## Nothing',
  ])
    expect(page).toContain(part);
});
