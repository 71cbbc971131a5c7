import { fullName as asTheService } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { fullName } from './full-name.ts';

test.each([
  ['Ada', 'Lovelace'],
  ['太郎', '山田'],
  ['민준', '김'],
  ['エイダ', 'ラブレス'],
  [null, '山田'],
  [null, null],
])('%s %s is written as the service writes it', (firstName, lastName) => {
  expect(fullName({ firstName, lastName })).toBe(asTheService({ firstName, lastName }));
});
