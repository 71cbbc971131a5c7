import { expect, test } from 'vitest';
import { memo } from './credentials.ts';

function counting(most: number) {
  const made: string[] = [];
  const upper = memo((text) => {
    made.push(text);
    return text === 'nothing' ? undefined : text.toUpperCase();
  }, most);
  return { made, upper };
}

test('a recently computed value is not computed again', () => {
  const { made, upper } = counting(10);
  expect([upper('a'), upper('b'), upper('a'), upper('b')]).toEqual(['A', 'B', 'A', 'B']);
  expect(made).toEqual(['a', 'b']);
});

test('the latest values are kept, up to twice the requested number', () => {
  const { made, upper } = counting(100);
  for (let nth = 0; nth < 1000; nth++) upper(`${nth}`);
  for (let nth = 900; nth < 1000; nth++) upper(`${nth}`);
  expect(made).toHaveLength(1000);
  for (let nth = 0; nth < 800; nth++) upper(`${nth}`);
  expect(made).toHaveLength(1800);
});

test('undefined results take up no room', () => {
  const { made, upper } = counting(2);
  upper('a');
  for (let nth = 0; nth < 10; nth++) expect(upper('nothing')).toBeUndefined();
  upper('a');
  expect(made.filter((text) => text === 'a')).toHaveLength(1);
});
