import { describe, expect, test } from 'vitest';
import { altered, answer, answerWith, outcomeOf } from '../../../../testing/saml/exchange.ts';
import { isFault } from './fault.ts';
import { parseXml } from './xml.ts';

const good = answerWith((text) => text);
const ruleOf = (text: string) => {
  const root = parseXml(text);
  return isFault(root) ? root.rule : 'parsed';
};

describe('in an answer there is', () => {
  test('no comment, not even in a NameID that would be cut there', () => {
    const cut = answerWith((text) => altered(text, 'ada-1815', 'ada@acme.example.attacker.example'));
    expect(outcomeOf(altered(cut, 'acme.example.attacker', 'acme.example<!---->.attacker'))).toBe('comment');
    expect(outcomeOf(`<!-- x -->${good}`)).toBe('comment');
    expect(outcomeOf(`${good}<!-- x -->`)).toBe('comment');
  });

  test.each([
    `<!DOCTYPE r>${good}`,
    `<!DOCTYPE r [<!ENTITY a "b">]>${good}`,
    `<!DOCTYPE r SYSTEM "file:///etc/passwd">${good}`,
    `<!doctype r>${good}`,
    altered(good, '<samlp:Status>', '<!ENTITY a "b"><samlp:Status>'),
  ])('no document type: %.40s', (xml) => {
    expect(outcomeOf(xml)).toBe('dtd');
  });

  test('no entity but the five', () => {
    const named = (name: string) => altered(good, 'ada-1815', name);
    for (const entity of [
      '&xxe;',
      '&nbsp;',
      '&',
      '&amp',
      '&#x;',
      '&#0;',
      '&#xFFFF;',
      '&#1114112;',
      '&#xD800;',
    ])
      expect(outcomeOf(named(entity))).toBe('xml');
    expect(outcomeOf(answerWith((text) => altered(text, 'ada-1815', 'R&amp;D')))).toBe('signs in R&D');
  });

  test('no processing instruction, and an XML declaration only at the start', () => {
    expect(outcomeOf(`<?xml-stylesheet href="x"?>${good}`)).toBe('processing-instruction');
    expect(outcomeOf(altered(good, '<samlp:Status>', '<?x y?><samlp:Status>'))).toBe(
      'processing-instruction',
    );
    expect(outcomeOf(altered(good, 'ada-1815', 'ada<?x y?>-1815'))).toBe('processing-instruction');
    expect(outcomeOf(`${good}<?xml version="1.0"?>`)).toBe('processing-instruction');
    expect(outcomeOf(`<?xml version="1.0"?>${good}`)).toBe('signs in ada-1815');
  });

  test.each(['ID', 'Id', 'id', 'x:ID', 'xml:id'])('no ID twice, not even as %s', (name) => {
    const id = / ID="([^"]*)" IssueInstant/.exec(good)?.[1] ?? '';
    const twin = `<x:twin xmlns:x="urn:x" ${name}="${id}"></x:twin>`;
    expect(outcomeOf(altered(good, '<samlp:Status>', `${twin}<samlp:Status>`))).toBe('repeated-id');
  });

  test('no part that the signature covers only in the eyes of another parser', () => {
    const cdata = altered(good, '>ada-1815<', '><![CDATA[ada-1815]]><');
    expect(outcomeOf(cdata)).toBe('signs in ada-1815');
    expect(outcomeOf(altered(cdata, 'ada-1815', 'mallory'))).toBe('signature');
  });

  test.each(['\u0085', '\u2028', '\u2029'])('no line break but those of XML 1.0: %j', (separator) => {
    const separated = answerWith((text) => altered(text, 'ada-1815', `ada${separator}1815`));
    expect(outcomeOf(separated)).toBe(`signs in ada${separator}1815`);
    expect(outcomeOf(altered(separated, `ada${separator}1815`, 'ada\n1815'))).toBe('signature');
  });
});

describe('the scan refuses what the parser would repair', () => {
  test.each([
    ['', 'nothing'],
    ['text', 'text alone'],
    ['<r>', 'no end'],
    ['<r></r><r></r>', 'two roots'],
    ['<r></r>text', 'text after the root'],
    ['text<r></r>', 'text before the root'],
    ['<r></R>', 'an end tag in another case'],
    ['<a><b></a></b>', 'tags that cross'],
    ['<a></a></a>', 'an end tag too many'],
    ['<a><b></a>', 'an element that is not closed'],
    ['<a b></a>', 'an attribute without a value'],
    ['<a b=c></a>', 'a value without quotes'],
    ['<a b="c"d="e"></a>', 'no space between attributes'],
    ['<a b="c" b="d"></a>', 'an attribute twice'],
    ['<a b="<"></a>', '< in a value'],
    ['<a b="c></a>', 'an open quote'],
    ['<a>]]></a>', 'the end of a CDATA section'],
    ['<a><![CDATA[</a>', 'an open CDATA section'],
    ['<![CDATA[x]]><a></a>', 'CDATA outside the root'],
    ['<a><![cdata[x]]></a>', 'CDATA in lower case'],
    ['<x:a></x:a>', 'a prefix without a namespace'],
    ['<a x:b="c"></a>', 'an attribute prefix without a namespace'],
    ['<a><b xmlns:x="y"></b><x:c></x:c></a>', 'a prefix out of scope'],
    ['<constructor:a></constructor:a>', 'a prefix that every object has'],
    ['<__proto__:a xmlns:__proto__="x"></__proto__:a>', 'a prefix that is not an own one'],
    ['<a xmlns:x=""></a>', 'a prefix without a value'],
    ['<a xmlns:xml="x"></a>', 'xml as a prefix'],
    ['<a xmlns:xmlns="x"></a>', 'xmlns as a prefix'],
    ['<a:b:c xmlns:a="x"></a:b:c>', 'two colons'],
    ['< a></a>', 'a space before a name'],
    ['<a></ a>', 'a space before the name of an end tag'],
    ['<a></a b="c">', 'attributes of an end tag'],
    ['<a / ></a>', 'a slash and a space'],
    ['<a\u0080b="c"></a>', 'a control character for a space'],
    ['<a>\u0000</a>', 'NUL'],
    ['<a>\uFFFE</a>', 'a character that is none'],
    ['<\u00e4></\u00e4>', 'a name that is not ASCII'],
  ])('%s: %s', (text) => {
    expect(['xml', 'dtd']).toContain(ruleOf(text));
  });

  test('and nothing else', () => {
    expect(
      ruleOf(
        '\uFEFF<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<r a = "1" b=\'"\' >\r\n<c/></r >\n',
      ),
    ).toBe('parsed');
    expect(
      ruleOf('<x:r xmlns:x="a"><x:b xmlns="c" x:d="e" xml:lang="en">&#x41;&quot;&gt;</x:b ></x:r>'),
    ).toBe('parsed');
  });

  test('an element of HTML, in which the parser would not see elements', () => {
    const script = '<script xmlns="http://www.w3.org/1999/xhtml"><a></a></script>';
    expect(ruleOf(`<r>${script}</r>`)).toBe('xml');
  });
});

describe('the parser is kept from crowds', () => {
  test.each([
    ['nested elements', '<a>'.repeat(33) + '</a>'.repeat(33)],
    ['elements', `<r>${'<a/>'.repeat(4_000)}</r>`],
    ['texts', `<r>${'x<a/>'.repeat(2_000)}</r>`],
    ['kinds of elements', `<r>${Array.from({ length: 100 }, (_, at) => `<a${at}/>`).join('')}</r>`],
    ['attributes', `<r ${Array.from({ length: 25 }, (_, at) => `a${at}="b"`).join(' ')}/>`],
    ['attributes of many elements', `<r>${'<a b="c" d="e" f="g"/>'.repeat(1_300)}</r>`],
    ['references', `<r>${'&amp;'.repeat(4_001)}</r>`],
    ['sections', `<r>${'<![CDATA[x]]>'.repeat(4_001)}</r>`],
    ['characters to be escaped', `<r>${'>'.repeat(4_001)}</r>`],
    ['characters to be escaped in a value', `<r a='${'"'.repeat(4_001)}'/>`],
    ['characters to be escaped in a section', `<r><![CDATA[${'<'.repeat(4_001)}]]></r>`],
    [
      'prefixes',
      `${Array.from({ length: 16 }, (_, at) => `<a xmlns:p${at}="x" xmlns:q${at}="x">`).join('')}`,
    ],
  ])('too many %s', (_name, text) => {
    expect(ruleOf(text)).toBe('size');
  });

  const separator = `${'x'.repeat(60_000)}\u2029`;
  // xml-crypto's own parser takes ten seconds for the last of these, unless it is kept from it.
  const large: [string, string, (message: string) => string][] = [
    ['a long value', 'signature-form', (xml) => altered(xml, 'Value>', `Value>${'A'.repeat(20_000)}`)],
    ['a long attribute', 'signature-form', (xml) => altered(xml, ' URI', ` Id="${'x'.repeat(20_000)}" URI`)],
    [
      'long text between its elements',
      'signature-form',
      (xml) => altered(xml, '<ds:Ref', `${separator}<ds:Ref`),
    ],
    [
      'a character that slows the count of lines',
      'signature-form',
      (xml) => altered(xml, ' URI', ' Id="\u2029" URI'),
    ],
    ['a long namespace', 'signature-form', (xml) => altered(xml, ' ID', ` xmlns:x="${separator}" ID`)],
    [
      'a long attribute in its response',
      'signs in ada-1815',
      (xml) => altered(xml, ' ID', ` x="${separator}" ID`),
    ],
  ];
  test.each(large)('a signature with %s', (_name, outcome, alter) => {
    expect(outcomeOf(alter(good))).toBe(outcome);
  });

  test('a person in a thousand groups signs in', () => {
    const groups = Array.from({ length: 1_000 }, (_, at) => `department-${at}`);
    const values = groups.map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`).join('');
    const crowd = answerWith((text) => altered(text, /<saml:AttributeValue>a</, `${values.slice(0, -22)}<`));
    expect(outcomeOf(crowd)).toBe(`signs in ${answer.nameId}`);
  });
});
