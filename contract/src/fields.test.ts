import { describe, expect, test } from 'vitest';
import { Email, Id, name, text, Username } from './fields.ts';
import { passwordRules } from './password-rules.ts';
import { GivenPassword, NewPassword } from './passwords.ts';

const messages = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('text', () => {
  test('is refused with a clear message when missing, not text, too long or too short', () => {
    expect(messages(text(5), undefined)).toEqual(['Required.']);
    for (const value of [null, 5, true, [], {}]) expect(messages(text(5), value)).toEqual(['Must be text.']);
    expect(messages(text(5), 'abcdef')).toEqual(['At most 5 characters.']);
    expect(messages(text(5, 2), 'a')).toEqual(['At least 2 characters.']);
    expect(messages(text(5, 2), '😀')).toEqual(['At least 2 characters.']);
    expect(messages(text(5, 2), '😀'.repeat(5))).toEqual([]);
    expect(messages(text(5, 2), '😀'.repeat(6))).toEqual(['At most 5 characters.']);
    expect(messages(text(5, 1), '')).toEqual(['Required.']);
    expect(messages(text(5, 2), 'ab')).toEqual([]);
    expect(messages(text(5), 'abcde')).toEqual([]);
  });

  test("must not contain characters that can't be stored", () => {
    for (const value of ['a\0b', '\ud800', 'a\udfffb', '\udc00\ud800'])
      expect(messages(text(100), value)).toEqual(['Contains a character that cannot be stored.']);
    for (const value of ['😀', '\u{10ffff}', 'é', '\u202e']) expect(messages(text(100), value)).toEqual([]);
  });
});

describe('a name', () => {
  test('is trimmed before its length is checked', () => {
    expect(name(3).parse('  Ada \n')).toBe('Ada');
    expect(messages(name(3), '   ')).toEqual(['Required.']);
    expect(messages(name(2), ' Ada ')).toEqual(['At most 2 characters.']);
    expect(name(3, 0).parse('  ')).toBe('');
  });
});

describe('an email address', () => {
  test('is trimmed and lowercased', () => {
    expect(Email.parse('  Ada.Lovelace+news@Example.COM ')).toBe('ada.lovelace+news@example.com');
  });

  test.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@faß.example', 'ada@xn--fa-hia.example'],
    ['a\u030ada@Example.com', 'åda@example.com'],
  ])('has one spelling: %s', (value, stored) => {
    expect(Email.parse(value)).toBe(stored);
    expect(Email.parse(stored)).toBe(stored);
  });

  test.each([
    'a@b.co',
    "o'hara@example.com",
    'ada@mail.example.co.uk',
    'ü@bücher.example',
    'a.b-c_d@sub-domain.example',
    `${'x'.repeat(64)}@${'y'.repeat(180)}.example`,
  ])('can be %s', (value) => {
    expect(messages(Email, value)).toEqual([]);
  });

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada lovelace@example.com',
    'ada@exam ple.com',
    'ada@example.com\nBcc: eve@example.com',
    'a\u0001b@example.com',
    'ada@exa\u007fmple.com',
    '<ada@example.com>',
    'ada@example.com,eve@example.com',
    '"ada lovelace"@example.com',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@xn--a.com',
    'ada@ex%61mple.com',
    'ada@example.com:25',
    'ada@example.com/x',
    'ada@example.com.。',
    'a\u200bda@example.com',
    'ada@exam\u00adple.com',
    'ada@\u202eexample.com',
    `${'x'.repeat(250)}@example.com`,
  ])('cannot be %j', (value) => {
    expect(messages(Email, value)).toHaveLength(1);
  });
});

describe('a username', () => {
  test('has 3 to 100 letters, digits, dots, dashes or underscores, and keeps its case', () => {
    for (const value of ['ada', 'Ada.L-o_1', 'x'.repeat(100)])
      expect(Username.parse(` ${value} `)).toBe(value);
    for (const value of ['ab', 'x'.repeat(101), 'a b c', 'ada@home', 'ädä', '', 'a/b/c'])
      expect(messages(Username, value).length).toBeGreaterThan(0);
  });
});

describe('an id', () => {
  test('is a UUID, normalized to lowercase', () => {
    expect(Id.parse('0198C0DE-0000-7000-8000-00000000000A')).toBe('0198c0de-0000-7000-8000-00000000000a');
    for (const value of ['', '1', 'me', '0198c0de00007000800000000000000a', null])
      expect(Id.safeParse(value).success).toBe(false);
  });
});

describe('a new password', () => {
  const broken = (value: string) => passwordRules.filter((rule) => !rule.test(value)).map(({ id }) => id);

  test.each([
    ['Aa1-aaaa', []],
    ['Aa1-aaa', ['length']],
    ['aa1-aaaa', ['uppercase']],
    ['AA1-AAAA', ['lowercase']],
    ['Aaa-aaaa', ['digit']],
    ['Aa1aaaaa', ['special']],
    ['Aa1 aaaa', ['special']],
    ['Éé1€ééééé', []],
    ['', ['length', 'uppercase', 'lowercase', 'digit', 'special']],
    [`Aa1-${'x'.repeat(68)}`, []],
    [`Aa1-${'x'.repeat(69)}`, ['bytes']],
    [`Aa1-${'é'.repeat(34)}`, []],
    [`Aa1-${'é'.repeat(35)}`, ['bytes']],
    [`Aa1-${'😀'.repeat(17)}`, []],
    [`Aa1-${'😀'.repeat(18)}`, ['bytes']],
  ])('%j breaks the rules %j', (value, rules) => {
    expect(broken(value)).toEqual(rules);
    expect(NewPassword.safeParse(value).success).toBe(rules.length === 0);
  });

  test('reports every rule it breaks at once', () => {
    expect(messages(NewPassword, 'abc')).toEqual([
      'At least 8 characters.',
      'At least one uppercase letter.',
      'At least one digit.',
      'At least one special character.',
    ]);
  });

  test('keeps leading and trailing spaces', () => {
    expect(NewPassword.parse(' Aa1-aaaa ')).toBe(' Aa1-aaaa ');
  });

  test('must not contain NUL', () => {
    expect(NewPassword.safeParse('Aa1-aaaa\0').success).toBe(false);
  });

  test('follows stricter rules than a password that is only checked', () => {
    expect(GivenPassword.safeParse('x').success).toBe(true);
    expect(GivenPassword.safeParse('').success).toBe(false);
  });
});
