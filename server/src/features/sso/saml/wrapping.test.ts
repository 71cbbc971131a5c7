import { expect, test } from 'vitest';
import { signatureOf, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { altered, answer, genuinely, outcomeOf, provider } from '../../../../testing/saml/exchange.ts';

// Signature wrapping, by the names of "On Breaking SAML" (Somorovsky and others, 2012) and SAML Raider. Each attack keeps
// the part that was signed somewhere in the message, and puts an unsigned one where a careless reader looks.

const original = writeAssertion(answer, '_original');
const signature = signatureOf(original, { key: provider.key });
const signed = genuinely(original);
const evilTwin = altered(original, 'ada-1815', 'mallory');
const evil = altered(evilTwin, '_original', '_evil');

const response = writeResponse(answer, original);
const responseSignature = signatureOf(response, { key: provider.key });
const evilResponse = altered(
  altered(response, 'ada-1815', 'mallory').replace('_original', '_evil'),
  / ID="[^"]*"/,
  ' ID="_evil-response"',
);
const beforeStatus = (within: string, what: string) =>
  altered(within, '<samlp:Status>', `${what}<samlp:Status>`);
const afterIssuer = (within: string, what: string) =>
  altered(within, '</saml:Issuer>', `</saml:Issuer>${what}`);
const insideSignature = (what: string, container = ['', '']) =>
  altered(signature, '</ds:Signature>', `${container.join(what)}</ds:Signature>`);
const object = ['<ds:Object>', '</ds:Object>'];

test('nothing wrapped, the messages are good', () => {
  expect(outcomeOf(writeResponse(answer, signed))).toBe('signs in ada-1815');
  expect(outcomeOf(beforeStatus(response, responseSignature))).toBe('signs in ada-1815');
});

test('XSW 1: the signed response lies in the signature of an evil one', () => {
  const within = altered(responseSignature, '</ds:Signature>', `${response}</ds:Signature>`);
  expect(outcomeOf(beforeStatus(evilResponse, within))).toBe('one-assertion');
});

test('XSW 2: the signed response lies beside the signature of an evil one', () => {
  expect(outcomeOf(beforeStatus(evilResponse, response + responseSignature))).toBe('one-assertion');
});

test('XSW 3: an evil assertion precedes the signed one', () => {
  expect(outcomeOf(writeResponse(answer, evil + signed))).toBe('one-assertion');
  expect(outcomeOf(writeResponse(answer, signed + evil))).toBe('one-assertion');
});

test('XSW 4: an evil assertion contains the signed one', () => {
  const around = altered(evil, '</saml:Assertion>', `${signed}</saml:Assertion>`);
  expect(outcomeOf(writeResponse(answer, around))).toBe('one-assertion');
});

test('XSW 5: the signature lies in an evil assertion, the signed one follows without it', () => {
  expect(outcomeOf(writeResponse(answer, afterIssuer(evil, signature) + original))).toBe('one-assertion');
});

test('XSW 6: the signed assertion lies in the signature in an evil assertion', () => {
  const around = afterIssuer(evil, insideSignature(original));
  expect(outcomeOf(writeResponse(answer, around))).toBe('one-assertion');
});

test('XSW 7: an evil assertion with the same ID lies in Extensions', () => {
  const extensions = `<samlp:Extensions>${evilTwin}</samlp:Extensions>`;
  expect(outcomeOf(beforeStatus(writeResponse(answer, signed), extensions))).toBe('repeated-id');
  const other = extensions.replace('_original', '_evil');
  expect(outcomeOf(beforeStatus(writeResponse(answer, signed), other))).toBe('one-assertion');
});

test('XSW 8: the signed assertion lies in an Object of the signature in an evil assertion', () => {
  const around = afterIssuer(evil, insideSignature(original, object));
  expect(outcomeOf(writeResponse(answer, around))).toBe('one-assertion');
  const twin = afterIssuer(evilTwin, insideSignature(original, object));
  expect(outcomeOf(writeResponse(answer, twin))).toBe('repeated-id');
});

test('the signed element is renamed, so that only one assertion is left', () => {
  const hidden = original.replaceAll('saml:Assertion', 'saml:Advice');
  expect(outcomeOf(writeResponse(answer, afterIssuer(evil, insideSignature(hidden, object))))).toBe(
    'signature-form',
  );
  expect(outcomeOf(beforeStatus(writeResponse(answer, afterIssuer(evil, signature)), hidden))).toBe(
    'signature-form',
  );
});

test('the signed assertion hides in an attribute value of the evil one', () => {
  const value = `<saml:AttributeValue>${signed}</saml:AttributeValue>`;
  const around = altered(evil, '<saml:AttributeValue>a</saml:AttributeValue>', value);
  expect(outcomeOf(writeResponse(answer, around))).toBe('one-assertion');
});

test('the signed assertion hides in another namespace beside the evil one', () => {
  const other = signed.replace('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:elsewhere');
  expect(outcomeOf(writeResponse(answer, evil + other))).toBe('signature-place');
});

test('the signature names the response that contains the evil assertion', () => {
  const forged = altered(signature, '#_original', '#_evil-response');
  expect(outcomeOf(beforeStatus(evilResponse, forged))).toBe('signature');
});
