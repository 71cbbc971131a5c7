import { describe, expect, test } from 'vitest';
import { encode, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { altered, answer, answerWith, expected, genuinely } from '../../../../testing/saml/exchange.ts';
import type { Accepted, Expected } from './assertion.ts';
import { isFault } from './fault.ts';
import { readResponse } from './response.ts';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const entraGroups = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';

function personOf(
  said: { nameId?: string; attributes?: Record<string, string[]> },
  names: Partial<Expected['attributes']> = {},
): Accepted {
  const xml = writeResponse(answer, genuinely(writeAssertion({ ...answer, attributes: {}, ...said })));
  return accepted(xml, names);
}

function accepted(xml: string, names: Partial<Expected['attributes']> = {}): Accepted {
  const result = readResponse(encode(xml), { ...expected, attributes: { ...expected.attributes, ...names } });
  if (isFault(result)) throw new Error(result.message);
  return result;
}

describe('the NameID', () => {
  test('in lower case if it is an address', () => {
    expect(personOf({ nameId: 'Ada@ACME.example' })).toMatchObject({
      nameId: 'ada@acme.example',
      email: 'ada@acme.example',
    });
  });

  test('as it is otherwise, without the spaces around it', () => {
    expect(personOf({ nameId: ' Ada-1815 ' })).toMatchObject({ nameId: 'Ada-1815', email: null });
    expect(personOf({ nameId: 'ACME\\Ada' })).toMatchObject({ nameId: 'ACME\\Ada', email: null });
  });
});

describe('the attributes', () => {
  test('by their plain names', () => {
    const attributes = {
      email: ['Ada@acme.example'],
      firstName: ['Ada'],
      lastName: ['King'],
      groups: ['x', 'Y'],
    };
    expect(personOf({ attributes })).toMatchObject({
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'King',
      groups: ['x', 'Y'],
      attributes,
    });
  });

  test("by Entra's claims", () => {
    const attributes = {
      [`${claims}/emailaddress`]: ['ada@acme.example'],
      [`${claims}/givenname`]: ['Ada'],
      [`${claims}/surname`]: ['King'],
      [entraGroups]: ['0a1b'],
    };
    expect(personOf({ attributes })).toMatchObject({
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'King',
      groups: ['0a1b'],
    });
  });

  test('by the names of the connection, and then by no other', () => {
    const names = { email: 'mail', firstName: 'givenName', lastName: 'sn', groups: 'memberOf' };
    const attributes = { mail: ['ada@acme.example'], givenName: ['Ada'], sn: ['King'], memberOf: ['x'] };
    expect(personOf({ attributes }, names)).toMatchObject({
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'King',
      groups: ['x'],
    });
    const usual = { email: ['mallory@acme.example'], firstName: ['M'], lastName: ['M'], groups: ['admins'] };
    const nameId = 'mallory@acme.example';
    expect(personOf({ nameId, attributes: usual }, names)).toMatchObject({
      email: null,
      firstName: null,
      lastName: null,
      groups: [],
    });
  });

  test('an address in an attribute goes before the NameID', () => {
    const attributes = { email: ['ada@acme.example'] };
    expect(personOf({ nameId: 'other@acme.example', attributes }).email).toBe('ada@acme.example');
  });

  test.each(['ada', 'ada@acme', 'ada@acme.example, b@acme.example', 'Ada &lt;ada@acme.example&gt;'])(
    'no address: %s',
    (email) => {
      expect(personOf({ attributes: { email: [email] } }).email).toBeNull();
    },
  );

  test('no groups are none, and too many of them are unknown', () => {
    expect(personOf({}).groups).toEqual([]);
    expect(personOf({ attributes: { groups: ['one'] } }).groups).toEqual(['one']);
    const link = { 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.example/'] };
    expect(personOf({ attributes: link }).groups).toBeNull();
  });

  test('an attribute that is sent twice has the values of both', () => {
    const twice = answerWith((text) =>
      text.replace(
        /<saml:Attribute Name="groups">.*?<\/saml:Attribute>/,
        (found) => found + found.replace('>a<', '>c<'),
      ),
    );
    expect(accepted(twice).groups).toEqual(['a', 'b', 'c', 'b']);
  });

  test('a value that is not text is left out', () => {
    const nested = answerWith((text) => altered(text, '>a<', '><saml:NameID>a</saml:NameID><'));
    expect(accepted(nested).groups).toEqual(['b']);
  });

  test('a name that every object has is a name like others', () => {
    const sent = personOf({ attributes: { constructor: ['x'], ['__proto__']: ['y'] } }).attributes;
    expect(Object.entries(sent)).toContainEqual(['constructor', ['x']]);
    expect(personOf({}, { groups: 'constructor' }).groups).toEqual([]);
  });
});
