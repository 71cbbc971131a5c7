import { describe, expect, test } from 'vitest';
import { readFilter } from './filter.ts';

describe('a filter of users', () => {
  test.each([
    ['userName eq "Ada@Example.com"', [{ attribute: 'userName', value: 'Ada@Example.com' }]],
    ['USERNAME EQ "ada"', [{ attribute: 'userName', value: 'ada' }]],
    ['externalId eq "a\\"b\\\\c"', [{ attribute: 'externalId', value: 'a"b\\c' }]],
    ['id eq "x"', [{ attribute: 'id', value: 'x' }]],
    ['active eq true', [{ attribute: 'active', value: true }]],
    ['active eq "False"', [{ attribute: 'active', value: false }]],
    ['emails.value eq "a@b.c"', [{ attribute: 'email', value: 'a@b.c' }]],
    ['emails[type eq "work"].value eq "a@b.c"', [{ attribute: 'email', value: 'a@b.c' }]],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada"',
      [{ attribute: 'userName', value: 'ada' }],
    ],
    [
      'userName eq "a and b" and active eq false AND externalId eq "1"',
      [
        { attribute: 'userName', value: 'a and b' },
        { attribute: 'active', value: false },
        { attribute: 'externalId', value: '1' },
      ],
    ],
  ])('reads %s', (text, conditions) => {
    expect(readFilter(text, 'User')).toEqual(conditions);
  });

  test.each([
    '',
    'userName',
    'userName eq ada',
    'userName eq "ada',
    'userName eq "\\x"',
    'userName eq true',
    'userName eq "\\u0000"',
    'userName eq "\\ud800"',
    'active eq "yes"',
    'userName ne "ada"',
    'userName sw "a"',
    'userName pr',
    'not (userName eq "a")',
    '(userName eq "a")',
    'userName eq "a" or userName eq "b"',
    'userName eq "a" and',
    'userName eq "a" active eq true',
    'emails[type eq "home"].value eq "a@b.c"',
    'emails[value eq "a@b.c"]',
    'password eq "x"',
    'displayName eq "x"',
    '__proto__ eq "x"',
    'constructor eq "x"',
    "userName eq 'a'; DROP TABLE users",
    `userName eq "${'a'.repeat(500)}"`,
  ])('refuses %s', (text) => {
    expect(readFilter(text, 'User')).toMatchObject({ refused: 'SCIM_INVALID_FILTER' });
  });
});

test('a filter of groups knows other names', () => {
  expect(readFilter('displayName eq "Sales"', 'Group')).toEqual([
    { attribute: 'displayName', value: 'Sales' },
  ]);
  expect(readFilter('userName eq "ada"', 'Group')).toMatchObject({ refused: 'SCIM_INVALID_FILTER' });
});
