import { describe, expect, test } from 'vitest';
import { encode, sign, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import {
  altered,
  answer,
  answerWith,
  expected,
  genuinely,
  outcomeOf,
  provider,
} from '../../../../testing/saml/exchange.ts';
import { decodeResponse, isUnsolicited, readResponse } from './response.ts';

const same = (text: string) => text;
const good = answerWith(same);
const { now } = answer;
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a good answer says who signed in', () => {
  expect(readResponse(encode(good), expected)).toEqual({
    nameId: 'ada-1815',
    email: 'ada@acme.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
    groups: ['a', 'b'],
    attributes: answer.attributes,
    authnInstant: now,
    sessionNotOnOrAfter: null,
    assertionId: expect.stringMatching(/^_[0-9a-f]{32}$/),
    inResponseTo: '_request',
    usableUntil: after(360),
  });
});

test('base64 may be broken into lines, and an XML declaration may come first', () => {
  const lines = encode(`<?xml version="1.0" encoding="UTF-8"?>\n${good}`).replace(/.{76}/g, '$&\r\n');
  expect(readResponse(lines, expected)).toMatchObject({ nameId: 'ada-1815' });
  expect(decodeResponse(lines)).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${good}`);
});

test('a person may be in 1,200 groups, each with a type', () => {
  const groups = Array.from({ length: 1_200 }, (_, nth) => `group ${nth}`);
  const typed = writeAssertion({ ...answer, attributes: { ...answer.attributes, groups } }).replaceAll(
    '<saml:AttributeValue>group',
    '<saml:AttributeValue type="string">group',
  );
  const result = readResponse(encode(writeResponse(answer, genuinely(typed))), expected);
  expect(result).toMatchObject({ nameId: 'ada-1815', groups });
});

describe('what can not be read', () => {
  const ruleOf = (encoded: string) => readResponse(encoded, expected);
  test('is refused by size, in bytes', () => {
    const padded = (bytes: number) => good + ' '.repeat(bytes - Buffer.byteLength(good));
    expect(outcomeOf(padded(256 * 1024))).toBe('signs in ada-1815');
    expect(outcomeOf(padded(256 * 1024 + 1))).toBe('size');
    expect(ruleOf('A'.repeat(1_000_000))).toMatchObject({ rule: 'size' });
  });

  test('is refused by encoding', () => {
    expect(ruleOf('')).toMatchObject({ rule: 'encoding' });
    expect(ruleOf('<xml/>')).toMatchObject({ rule: 'encoding' });
    expect(ruleOf(Buffer.from([0xff, 0xfe, 0x3c, 0]).toString('base64'))).toMatchObject({ rule: 'encoding' });
    expect(outcomeOf(`<?xml version="1.0" encoding="UTF-16"?>${good}`)).toBe('processing-instruction');
  });

  test('is refused by kind', () => {
    expect(outcomeOf('<Response/>')).toBe('response');
    expect(outcomeOf(altered(good, 'SAML:2.0:protocol', 'SAML:1.0:protocol'))).toBe('response');
    expect(
      outcomeOf(altered(good, 'Version="2.0"><saml:Issuer xmlns', 'Version="1.1"><saml:Issuer xmlns')),
    ).toBe('response');
    expect(outcomeOf(genuinely(writeAssertion(answer)))).toBe('response');
  });
});

describe('a status other than Success', () => {
  const status = 'urn:oasis:names:tc:SAML:2.0:status';
  const inner = `<samlp:StatusCode Value="${status}:AuthnFailed"/></samlp:StatusCode><samlp:StatusMessage>Not\u0007 assigned</samlp:StatusMessage>`;

  test('is a refusal, without an assertion or a signature', () => {
    const xml = writeResponse(answer, '', `${status}:Responder`);
    expect(readResponse(encode(xml), expected)).toMatchObject({
      error: 'sso_denied',
      rule: 'status',
      message: 'The identity provider refused the sign-in: "Responder".',
    });
  });

  test("says why, in the provider's words on one line", () => {
    const words = altered(inner, '\u0007', '\n');
    const xml = altered(writeResponse(answer, '', `${status}:Requester`), '</samlp:StatusCode>', words);
    expect(readResponse(encode(xml), expected)).toMatchObject({
      error: 'sso_denied',
      message: 'The identity provider refused the sign-in: "Requester: AuthnFailed: Not assigned".',
    });
  });

  test('signs no one in, even beside a good assertion', () => {
    expect(outcomeOf(altered(good, 'status:Success', 'status:Responder'))).toBe('status');
    const nested = `<samlp:StatusCode Value="${status}:Success"></samlp:StatusCode></samlp:StatusCode>`;
    const xml = altered(altered(good, 'status:Success', 'status:Responder'), '</samlp:StatusCode>', nested);
    expect(outcomeOf(xml)).toBe('status');
  });

  test('must be stated', () => {
    expect(outcomeOf(altered(good, /<samlp:Status>.*<\/samlp:Status>/, ''))).toBe('response');
    expect(outcomeOf(altered(good, ` Value="${status}:Success"`, ''))).toBe('response');
  });
});

describe('the assertion', () => {
  test('is there, once', () => {
    expect(outcomeOf(genuinely(writeResponse(answer, '')))).toBe('one-assertion');
    const two = writeAssertion(answer) + writeAssertion({ ...answer, nameId: 'mallory' });
    expect(outcomeOf(genuinely(writeResponse(answer, two)))).toBe('one-assertion');
    expect(
      outcomeOf(writeResponse(answer, genuinely(writeAssertion(answer)) + genuinely(writeAssertion(answer)))),
    ).toBe('one-assertion');
  });

  test('is a child of the response', () => {
    const inside = `<samlp:Extensions>${genuinely(writeAssertion(answer))}</samlp:Extensions>`;
    expect(outcomeOf(writeResponse(answer, inside))).toBe('one-assertion');
  });

  test.each([
    '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
    '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"></xenc:EncryptedData>',
  ])('is not encrypted, nor is a part of the message: %s', (encrypted) => {
    expect(outcomeOf(writeResponse(answer, encrypted))).toBe('encryption');
    expect(outcomeOf(altered(good, '</samlp:Response>', `${encrypted}</samlp:Response>`))).toBe('encryption');
  });

  test('has the version 2.0', () => {
    expect(outcomeOf(answerWith((text) => altered(text, 'Version="2.0"', 'Version="1.1"')))).toBe('response');
  });
});

describe('what the message says about itself', () => {
  // Each of these is signed by the identity provider; the response's own statements are not.
  const cases: [string, string, (xml: string) => string, ((text: string) => string)?][] = [
    ['no Destination', 'destination', (xml) => altered(xml, / Destination="[^"]*"/, '')],
    ['an empty Destination', 'destination', (xml) => altered(xml, / Destination="[^"]*"/, ' Destination=""')],
    [
      "another service's Destination",
      'destination',
      (xml) => altered(xml, 'Destination="', 'Destination="x'),
    ],
    ['no InResponseTo', 'in-response-to', (xml) => altered(xml, / InResponseTo="[^"]*"/, '')],
    ["another request's InResponseTo", 'in-response-to', (xml) => altered(xml, '_request', '_other')],
    [
      'another Issuer of the response',
      'issuer',
      (xml) => altered(xml, '>https://idp.example/', '>https://x.example/'),
    ],
    [
      'two Issuers of the response',
      'issuer',
      (xml) =>
        altered(
          xml,
          '<samlp:Status>',
          `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${answer.issuer}</saml:Issuer><samlp:Status>`,
        ),
    ],
  ];
  test.each(cases)('%s', (_name, rule, alter) => {
    expect(outcomeOf(alter(good))).toBe(rule);
    const signed = genuinely(alter(writeResponse(answer, writeAssertion(answer))));
    expect(outcomeOf(signed)).toBe(rule);
  });

  test('the response may do without an Issuer', () => {
    const bare = altered(good, /<saml:Issuer xmlns:saml="[^"]*">[^<]*<\/saml:Issuer>/, '');
    expect(outcomeOf(bare)).toBe('signs in ada-1815');
  });
});

describe('what the assertion says', () => {
  const data = /<saml:SubjectConfirmationData.*<\/saml:SubjectConfirmationData>/;
  const cases: [string, string, (text: string) => string][] = [
    [
      'no Issuer',
      'issuer',
      (text) => altered(text, /<saml:Issuer>.*<\/saml:Issuer>/, '<saml:Issuer></saml:Issuer>'),
    ],
    ['another Issuer', 'issuer', (text) => altered(text, '/entity', '/other')],
    ['no Subject', 'subject', (text) => altered(text, /<saml:Subject>.*<\/saml:Subject>/, '')],
    ['two Subjects', 'subject', (text) => text.replace(/<saml:Subject>.*<\/saml:Subject>/, '$&$&')],
    ['no NameID', 'name-id', (text) => altered(text, /<saml:NameID>.*<\/saml:NameID>/, '')],
    ['an empty NameID', 'name-id', (text) => altered(text, 'ada-1815', ' ')],
    ['two NameIDs', 'name-id', (text) => text.replace(/<saml:NameID>.*<\/saml:NameID>/, '$&$&')],
    ['elements in the NameID', 'name-id', (text) => altered(text, 'ada-1815', 'ada<saml:x></saml:x>-1815')],
    ['an endless NameID', 'name-id', (text) => altered(text, 'ada-1815', 'a'.repeat(1001))],
    [
      'a transient NameID',
      'name-id',
      (text) =>
        altered(
          text,
          '<saml:NameID>',
          '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">',
        ),
    ],
    [
      'another confirmation method',
      'confirmation',
      (text) => altered(text, 'cm:bearer', 'cm:sender-vouches'),
    ],
    [
      'no confirmation',
      'confirmation',
      (text) => altered(text, /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''),
    ],
    ['no confirmation data', 'confirmation', (text) => altered(text, data, '')],
    ['no Recipient', 'recipient', (text) => altered(text, / Recipient="[^"]*"/, '')],
    ["another service's Recipient", 'recipient', (text) => altered(text, 'Recipient="', 'Recipient="x')],
    ['no InResponseTo', 'in-response-to', (text) => altered(text, ' InResponseTo="_request"', '')],
    ["another request's InResponseTo", 'in-response-to', (text) => altered(text, '_request', '_other')],
    [
      'no end of the confirmation',
      'confirmation',
      (text) => altered(text, / NotOnOrAfter="[^"]*" Rec/, ' Rec'),
    ],
    ['no Conditions', 'conditions', (text) => altered(text, /<saml:Conditions.*<\/saml:Conditions>/, '')],
    [
      'a condition of its own',
      'conditions',
      (text) => altered(text, '</saml:Conditions>', '<saml:Condition></saml:Condition></saml:Conditions>'),
    ],
    [
      'no Audience',
      'audience',
      (text) => altered(text, /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    ],
    ["another service's Audience", 'audience', (text) => altered(text, '/metadata', '/other')],
    [
      'two restrictions, one of them without us',
      'audience',
      (text) =>
        altered(
          text,
          '</saml:Conditions>',
          '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
        ),
    ],
    [
      'no AuthnStatement',
      'authentication',
      (text) => altered(text, /<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    ],
    ['no AuthnInstant', 'authentication', (text) => altered(text, / AuthnInstant="[^"]*"/, '')],
    ['a time that is none', 'time', (text) => altered(text, /NotBefore="[^"]*"/, 'NotBefore="yesterday"')],
    [
      'a day that is none',
      'time',
      (text) => altered(text, /NotBefore="[^"]*"/, 'NotBefore="2026-13-41T12:00:00Z"'),
    ],
  ];
  test.each(cases)('%s', (_name, rule, alter) => {
    expect(outcomeOf(answerWith(alter))).toBe(rule);
  });

  test('one of several audiences, and one of several confirmations, is enough', () => {
    const audiences = (text: string) =>
      altered(text, '<saml:Audience>', '<saml:Audience>x</saml:Audience><saml:Audience>');
    expect(outcomeOf(answerWith(audiences))).toBe('signs in ada-1815');
    const confirmations = (text: string) =>
      text.replace(
        /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/,
        (found) => altered(found, 'Recipient="', 'Recipient="x') + found,
      );
    expect(outcomeOf(answerWith(confirmations))).toBe('signs in ada-1815');
  });
});

describe('times, a minute more or less', () => {
  const only = (name: 'conditions' | 'confirmation', moment: string) => (text: string) =>
    name === 'conditions'
      ? altered(
          text,
          /(<saml:Conditions[^>]*)NotOnOrAfter="[^"]*"/,
          `<saml:Conditions NotOnOrAfter="${moment}"`,
        )
      : altered(text, /NotOnOrAfter="[^"]*" Rec/, `NotOnOrAfter="${moment}" Rec`);

  test.each(['conditions', 'confirmation'] as const)('the end of the %s', (name) => {
    const ending = (seconds: number) => outcomeOf(answerWith(only(name, after(seconds).toISOString())));
    expect(ending(-59)).toBe('signs in ada-1815');
    expect(ending(-60)).toBe('time');
  });

  test('the beginning', () => {
    const beginning = (seconds: number) =>
      outcomeOf(
        answerWith((text) =>
          altered(text, /NotBefore="[^"]*"/, `NotBefore="${after(seconds).toISOString()}"`),
        ),
      );
    expect(beginning(60)).toBe('signs in ada-1815');
    expect(beginning(61)).toBe('time');
  });

  test('the beginning of a confirmation', () => {
    const beginning = (seconds: number) => {
      const notBefore = `"_request" NotBefore="${after(seconds).toISOString()}"`;
      return outcomeOf(answerWith((text) => altered(text, '"_request"', notBefore)));
    };
    expect(beginning(60)).toBe('signs in ada-1815');
    expect(beginning(61)).toBe('time');
  });

  const session = (seconds: number) =>
    answerWith((text) =>
      altered(
        text,
        ' SessionIndex',
        ` SessionNotOnOrAfter="${after(seconds).toISOString()}" SessionIndex`,
      ).replace(/( SessionNotOnOrAfter="[^"]*")( SessionIndex="[^"]*")/, '$2$1'),
    );

  test('the end of the session, which is reported', () => {
    expect(readResponse(encode(session(3600)), expected)).toMatchObject({ sessionNotOnOrAfter: after(3600) });
    expect(outcomeOf(session(-59))).toBe('signs in ada-1815');
    expect(outcomeOf(session(-60))).toBe('time');
  });

  const authenticated = (seconds: number) =>
    answerWith((text) =>
      altered(text, /AuthnInstant="[^"]*"/, `AuthnInstant="${after(seconds).toISOString()}"`),
    );

  test('the authentication, which lies in the past', () => {
    expect(outcomeOf(authenticated(-86_400))).toBe('signs in ada-1815');
    expect(outcomeOf(authenticated(60))).toBe('signs in ada-1815');
    expect(outcomeOf(authenticated(61))).toBe('time');
  });

  test('the authentication, if the person had to sign in anew', () => {
    const anew = { authenticatedSince: after(-120) };
    expect(outcomeOf(authenticated(-100), anew)).toBe('signs in ada-1815');
    expect(outcomeOf(authenticated(-179), anew)).toBe('signs in ada-1815');
    expect(outcomeOf(authenticated(-180), anew)).toBe('not-authenticated-again');
  });

  test('with a fraction of a second, and in another zone', () => {
    const written = (moment: string) => outcomeOf(answerWith(only('confirmation', moment)));
    expect(written('2026-03-01T12:00:30.1234567Z')).toBe('signs in ada-1815');
    expect(written('2026-03-01T13:00:30+01:00')).toBe('signs in ada-1815');
    expect(written('2026-03-01T12:00:30+01:00')).toBe('time');
    expect(written('2026-03-01T12:00:30')).toBe('time');
  });
});

test('an administrator reads what to change', () => {
  const read = (xml: string) => readResponse(encode(xml), expected);
  expect(read(answerWith((text) => altered(text, '/metadata', '/other')))).toMatchObject({
    message: `The audience is "https://latchkey.example/api/auth/sso/1/other". Set the entity ID to ${answer.audience}.`,
  });
  expect(read(altered(good, 'Destination="', 'Destination="x'))).toMatchObject({
    message: `The response's Destination is "x${answer.acsUrl}". Set the ACS URL to ${answer.acsUrl}.`,
  });
  const byOther = writeResponse(answer, sign(writeAssertion(answer), { key: provider.key }));
  expect(readResponse(encode(byOther), { ...expected, certificates: [] })).toMatchObject({
    message: expect.stringContaining("Add your identity provider's current certificate"),
  });
});

test('an answer that no request asked for is recognized, and a broken one is not', () => {
  expect(isUnsolicited(encode(altered(good, ' InResponseTo="_request"', '')))).toBe(true);
  expect(isUnsolicited(encode(good))).toBe(false);
  expect(isUnsolicited(encode('<samlp:Response'))).toBe(false);
  expect(isUnsolicited('')).toBe(false);
});
