import { expect, test } from 'vitest';
import { fullName, splitName } from './full-name.ts';

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace'],
  ['太郎', '山田', '山田 太郎'],
  ['さくら', '高橋', '高橋 さくら'],
  ['민준', '김', '김 민준'],
  ['エイダ', 'ラブレス', 'エイダ ラブレス'],
  ['فاطمة', 'الفهري', 'فاطمة الفهري'],
  ['太郎', null, '太郎'],
  [null, null, ''],
])('the given name %s and the family name %s are shown as %s', (firstName, lastName, shown) => {
  expect(fullName({ firstName, lastName })).toBe(shown);
});

test.each(['Ada King Lovelace', '山田 太郎', '김 민준', '太郎', ''])(
  'the name %s is split so that it is shown as it was',
  (whole) => expect(fullName(splitName(whole))).toBe(whole),
);

test('the family name of a Japanese name is its first word', () => {
  expect(splitName('山田　太郎')).toEqual({ firstName: '太郎', lastName: '山田' });
  expect(splitName('Ada King Lovelace')).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' });
});
