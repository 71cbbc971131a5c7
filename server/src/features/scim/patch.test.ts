import { describe, expect, test } from 'vitest';
import { readGroupPatch } from './patch-group.ts';
import { readPerson, readPersonPatch } from './patch-person.ts';

const email = 'ada@example.com';
const patch = (...Operations: unknown[]) => readPersonPatch({ Operations }, email);
const urn = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('a PATCH of a person', () => {
  test.each<[string, unknown[], object]>([
    ['nothing', [], {}],
    ["Entra's deactivation", [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ["Okta's deactivation", [{ op: 'replace', value: { active: false } }], { active: false }],
    ['a dotted path', [{ op: 'Add', path: 'name.givenName', value: 'Ada' }], { givenName: 'Ada' }],
    [
      'dotted and bracketed names in a value',
      [{ op: 'replace', value: { 'name.familyName': 'King', 'emails[type eq "work"].value': 'a@b.c' } }],
      { familyName: 'King', email: 'a@b.c' },
    ],
    [
      'a bracketed path',
      [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@b.c' }],
      { email: 'a@b.c' },
    ],
    [
      'the primary address',
      [{ op: 'replace', path: 'emails[primary eq true].value', value: 'a@b.c' }],
      { email: 'a@b.c' },
    ],
    ['a URN', [{ op: 'replace', path: `${urn}:userName`, value: 'ada' }], { userName: 'ada' }],
    ['a URN in a value', [{ op: 'add', value: { [`${urn}:externalId`]: '7' } }], { externalId: '7' }],
    [
      'a schema as an object',
      [{ op: 'add', value: { [urn]: { displayName: 'Ada' } } }],
      { displayName: 'Ada' },
    ],
    ['another schema', [{ op: 'add', path: `${enterprise}:department`, value: 'Sales' }], {}],
    ['another schema as an object', [{ op: 'add', value: { [enterprise]: { department: 'Sales' } } }], {}],
    [
      'a name as an object',
      [{ op: 'replace', path: 'name', value: { givenName: 'A', familyName: 'L' } }],
      { givenName: 'A', familyName: 'L' },
    ],
    [
      'removing',
      [
        { op: 'remove', path: 'externalId' },
        { op: 'remove', path: 'name.givenName' },
      ],
      { externalId: null, givenName: null },
    ],
    ['removing the address', [{ op: 'remove', path: 'emails' }], {}],
    ['a password', [{ op: 'replace', path: 'password', value: 'x' }], {}],
    ['another address', [{ op: 'add', path: 'emails', value: [{ type: 'home', value: 'a@home.c' }] }], {}],
    [
      'a later operation',
      [
        { op: 'add', path: 'active', value: true },
        { op: 'add', path: 'active', value: 'fAlSe' },
      ],
      { active: false },
    ],
    [
      'names of prototypes',
      [
        { op: 'add', path: '__proto__', value: { active: false } },
        { op: 'add', path: 'constructor.prototype', value: 1 },
        { op: 'add', value: { toString: 1 } },
      ],
      {},
    ],
  ])('reads %s', (_name, operations, changes) => {
    expect(patch(...operations)).toEqual(changes);
    expect(({} as { active?: unknown }).active).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['no object', 1, 'SCIM_INVALID_SYNTAX'],
    ['another op', { op: 'move', path: 'active', value: true }, 'SCIM_INVALID_SYNTAX'],
    ['a value without a path that is no object', { op: 'replace', value: 'x' }, 'SCIM_INVALID_SYNTAX'],
    ['remove without a path', { op: 'remove' }, 'SCIM_NO_TARGET'],
    [
      'an address that no one has',
      { op: 'replace', path: 'emails[value eq "x@y.z"].value', value: 'a@b.c' },
      'SCIM_NO_TARGET',
    ],
    ['a broken path', { op: 'replace', path: 'emails[type eq', value: 'x' }, 'SCIM_INVALID_PATH'],
    ['a path that is no string', { op: 'replace', path: 7, value: 'x' }, 'SCIM_INVALID_PATH'],
    [
      'another operator in a path',
      { op: 'replace', path: 'emails[type ne "work"].value', value: 'x' },
      'SCIM_INVALID_PATH',
    ],
    ['active as a word', { op: 'replace', path: 'active', value: 'maybe' }, 'SCIM_INVALID_VALUE'],
    ['active as a number', { op: 'replace', path: 'active', value: 0 }, 'SCIM_INVALID_VALUE'],
    ['an empty userName', { op: 'replace', path: 'userName', value: ' ' }, 'SCIM_INVALID_VALUE'],
    ['no userName', { op: 'remove', path: 'userName' }, 'SCIM_INVALID_VALUE'],
    ['a long name', { op: 'replace', path: 'name.givenName', value: 'x'.repeat(101) }, 'SCIM_INVALID_VALUE'],
    ['a NUL', { op: 'replace', path: 'displayName', value: 'a\0b' }, 'SCIM_INVALID_VALUE'],
    ['an object as text', { op: 'replace', path: 'externalId', value: {} }, 'SCIM_INVALID_VALUE'],
  ])('refuses %s', (_name, operation, refused) => {
    expect(patch(operation)).toMatchObject({ refused });
  });

  test('needs a list of operations', () => {
    expect(readPersonPatch({}, email)).toMatchObject({ refused: 'SCIM_INVALID_SYNTAX' });
    expect(readPersonPatch({ operations: [] }, email)).toEqual({});
  });
});

test.each([
  [[{ value: 'a@x.y' }, { value: 'b@x.y', type: 'work' }, { value: 'c@x.y', primary: true }], 'c@x.y'],
  [[{ value: 'a@x.y' }, { value: 'b@x.y', type: 'Work' }], 'b@x.y'],
  [[{ value: 'a@x.y' }, { value: 'b@x.y' }], 'a@x.y'],
  [[], undefined],
])('of several addresses, one is kept', (emails, kept) => {
  expect(readPerson({ USERNAME: 'ada', emails })).toEqual({ userName: 'ada', ...(kept && { email: kept }) });
});

describe('a PATCH of a group', () => {
  const members = (...Operations: unknown[]) => {
    const read = readGroupPatch({ Operations });
    if ('refused' in read) return read.refused;
    return [read.replaces, [...read.added], [...read.removed]];
  };

  test.each<[string, unknown[], unknown]>([
    [
      'Entra adds',
      [{ op: 'Add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] }],
      [false, ['a', 'b'], []],
    ],
    ['Entra removes', [{ op: 'Remove', path: 'members', value: [{ value: 'a' }] }], [false, [], ['a']]],
    ['Okta removes', [{ op: 'remove', path: 'members[value eq "a"]' }], [false, [], ['a']]],
    ['no value removes all', [{ op: 'remove', path: 'members' }], [true, [], []]],
    ['an empty list removes no one', [{ op: 'remove', path: 'members', value: [] }], [false, [], []]],
    ['replace', [{ op: 'replace', path: 'members', value: [{ value: 'a' }] }], [true, ['a'], []]],
    ['replace in a value', [{ op: 'replace', value: { members: [{ value: 'a' }] } }], [true, ['a'], []]],
    [
      'the last one wins',
      [
        { op: 'add', path: 'members', value: [{ value: 'a' }] },
        { op: 'remove', path: 'members', value: [{ value: 'a' }] },
      ],
      [false, [], ['a']],
    ],
    ['no id', [{ op: 'add', path: 'members', value: [{ display: 'Ada' }] }], 'SCIM_INVALID_VALUE'],
    ['no value in brackets', [{ op: 'remove', path: 'members[display eq "a"]' }], 'SCIM_INVALID_SYNTAX'],
    ['no name', [{ op: 'remove', path: 'displayName' }], 'SCIM_INVALID_VALUE'],
  ])('%s', (_name, operations, outcome) => {
    expect(members(...operations)).toEqual(outcome);
  });

  test('ten thousand operations are read as one change', () => {
    const operations = Array.from({ length: 10_000 }, (_, nth) => ({
      op: 'add',
      path: 'members',
      value: [{ value: String(nth % 50) }],
    }));
    expect(members(...operations)).toEqual([false, Array.from({ length: 50 }, (_, nth) => String(nth)), []]);
  });
});
