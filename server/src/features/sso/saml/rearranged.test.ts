import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { answer, answerWith, expected, genuinely } from '../../../../testing/saml/exchange.ts';
import { isFault } from './fault.ts';
import { readResponse } from './response.ts';

// Whatever is done to a signed message, it says what was signed or nothing.

const assertionSigned = answerWith((text) => text);
const responseSigned = genuinely(writeResponse(answer, writeAssertion(answer)));
const bothSigned = genuinely(writeResponse(answer, genuinely(writeAssertion(answer))));
const message = fc.constantFrom(assertionSigned, responseSigned, bothSigned);

/** The person, or undefined if the message is refused. */
function personIn(xml: string) {
  const result = readResponse(encode(xml), expected);
  if (isFault(result)) return undefined;
  const { nameId, email, firstName, lastName, groups, attributes } = result;
  return { nameId, email, firstName, lastName, groups, attributes };
}
const ada = personIn(assertionSigned);

test('with characters replaced, removed, repeated or moved', () => {
  expect(ada).toMatchObject({ nameId: 'ada-1815' });
  const place = fc.nat({ max: 5_000 });
  const edit = fc.record({
    from: place,
    length: fc.nat({ max: 40 }),
    to: place,
    insert: fc.constantFrom('', 'x', '<', '"', '&amp;', '<!---->', ' '),
  });
  fc.assert(
    fc.property(message, fc.array(edit, { minLength: 1, maxLength: 3 }), (original, edits) => {
      const xml = edits.reduce((text, { from, length, to, insert }) => {
        const start = from % text.length;
        const cut = text.slice(start, start + length);
        const rest = insert ? text.slice(0, start) + insert + text.slice(start + length) : text;
        return rest.slice(0, to % rest.length) + (insert ? '' : cut) + rest.slice(to % rest.length);
      }, original);
      expect([undefined, ada]).toContainEqual(personIn(xml));
    }),
    { numRuns: 300 },
  );
});

type Span = { start: number; end: number };

/** Where each element of a message begins and ends. */
function spansOf(xml: string): Span[] {
  const open: number[] = [];
  const spans: Span[] = [];
  for (const tag of xml.matchAll(/<(\/?)[^>]*>/g)) {
    if (tag[1] === '') open.push(tag.index);
    else spans.push({ start: open.pop() ?? 0, end: tag.index + tag[0].length });
  }
  return spans;
}

test('with elements copied, removed and replaced by those of an attacker', () => {
  const evil = {
    ...answer,
    nameId: 'mallory',
    attributes: { ...answer.attributes, email: ['mallory@acme.example'] },
  };
  const step = fc.record({
    what: fc.constantFrom('copy', 'remove', 'evil', 'evil twin', 'replace'),
    from: fc.nat(),
    to: fc.nat(),
    where: fc.constantFrom('before', 'inside', 'after'),
  });
  const rearranged = (original: string, steps: { what: string; from: number; to: number; where: string }[]) =>
    steps.reduce((xml, { what, from, to, where }) => {
      const spans = spansOf(xml);
      const source = spans[from % spans.length];
      const target = spans[to % spans.length];
      if (!source || !target) return xml;
      if (what === 'remove') return xml.slice(0, source.start) + xml.slice(source.end);
      const id = / ID="([^"]*)"[^>]*><saml:Issuer>/.exec(original)?.[1];
      const forged = what === 'evil' ? writeAssertion(evil) : writeAssertion(evil, id);
      const piece = what === 'copy' ? xml.slice(source.start, source.end) : forged;
      if (what === 'replace') return xml.slice(0, target.start) + piece + xml.slice(target.end);
      const inside = xml.indexOf('>', target.start) + 1;
      const at = where === 'before' ? target.start : where === 'inside' ? inside : target.end;
      return xml.slice(0, at) + piece + xml.slice(at);
    }, original);
  fc.assert(
    fc.property(message, fc.array(step, { minLength: 1, maxLength: 4 }), (original, steps) => {
      expect([undefined, ada]).toContainEqual(personIn(rearranged(original, steps)));
    }),
    { numRuns: 500 },
  );
});
