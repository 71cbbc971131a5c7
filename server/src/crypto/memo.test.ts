import { expect, test } from 'vitest';
import { memo } from './memo.ts';

function counting(most: number) {
  const made: string[] = [];
  const upper = memo((text) => {
    made.push(text);
    return text === 'nothing' ? undefined : text.toUpperCase();
  }, most);
  return { made, upper };
}

test('what was made a moment ago is not made again', () => {
  const { made, upper } = counting(10);
  expect([upper('a'), upper('b'), upper('a'), upper('b')]).toEqual(['A', 'B', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
});

test('the latest are kept, and no more than twice as many as asked for', () => {
  const { made, upper } = counting(100);
  for (let nth = 0; nth < 1000; nth++) upper(`${nth}`);
  for (let nth = 900; nth < 1000; nth++) upper(`${nth}`);
  expect(made).toHaveLength(1000);
  for (let nth = 0; nth < 800; nth++) upper(`${nth}`);
  expect(made).toHaveLength(1800);
});

test('what comes to nothing takes no room', () => {
  const { made, upper } = counting(2);
  upper('a');
  for (let nth = 0; nth < 10; nth++) expect(upper('nothing')).toBeUndefined();
  upper('a');
  expect(made.filter((text) => text === 'a')).toHaveLength(1);
});
