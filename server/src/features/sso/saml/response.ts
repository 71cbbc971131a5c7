import { type Accepted, type Expected, readAssertion } from './assertion.ts';
import { fault, isFault, quoted, type SamlFault } from './fault.ts';
import { verifySignatures } from './signature.ts';
import {
  attributeOf,
  childrenNamed,
  childrenOf,
  elementsOf,
  isNamed,
  namespaces,
  onlyChild,
  parseXml,
  textOf,
} from './xml.ts';

const maxBytes = 256 * 1024;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The XML of the form field `SAMLResponse`. */
export function decodeResponse(encoded: string): string | SamlFault {
  const tooLarge = fault('size', `The message is over ${maxBytes / 1024} KiB.`);
  if (encoded.length > maxBytes * 2) return tooLarge;
  const base64 = encoded.replace(/[ \t\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return fault('encoding', "The message isn't base64.");
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxBytes) return tooLarge;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fault('encoding', "The message isn't UTF-8.");
  }
}

/** Whether the identity provider sent this unasked, as from a tile on its own pages. Nothing in it is trusted. */
export function isUnsolicited(encoded: string): boolean {
  const xml = decodeResponse(encoded);
  const response = isFault(xml) ? xml : readEnvelope(xml);
  return !isFault(response) && !response.hasAttribute('InResponseTo');
}

/** Who signed in, or the first rule that the answer breaks. */
export function readResponse(encoded: string, expected: Expected): Accepted | SamlFault {
  const xml = decodeResponse(encoded);
  if (isFault(xml)) return xml;
  const response = readEnvelope(xml);
  if (isFault(response)) return response;
  const denied = checkStatus(response);
  if (denied) return denied;
  const assertion = findAssertion(response);
  if (isFault(assertion)) return assertion;
  const verified = verifySignatures(response, assertion, expected);
  if (isFault(verified)) return verified;
  return (
    checkEnvelope(verified.response ?? response, expected) ?? readAssertion(verified.assertion, expected)
  );
}

function readEnvelope(xml: string): Element | SamlFault {
  const root = parseXml(xml);
  if (isFault(root)) return root;
  const isEncrypted = (element: Element) =>
    element.namespaceURI === namespaces.encryption ||
    (element.namespaceURI === namespaces.assertion && element.localName.startsWith('Encrypted'));
  if (elementsOf(root).some(isEncrypted))
    return fault('encryption', 'The message is encrypted. Turn off encryption of assertions.');
  if (!isNamed(root, 'protocol', 'Response') || attributeOf(root, 'Version') !== '2.0')
    return fault('response', "The message isn't a SAML 2.0 Response.");
  return root;
}

/** A refusal carries no assertion, and is often unsigned. */
function checkStatus(response: Element): SamlFault | undefined {
  const status = onlyChild(response, 'protocol', 'Status');
  const code = status && onlyChild(status, 'protocol', 'StatusCode');
  const value = code && attributeOf(code, 'Value');
  if (!status || !value) return fault('response', 'The message has no Status.');
  if (value === success) return undefined;
  const detail = childrenOf(code)[0];
  const message = onlyChild(status, 'protocol', 'StatusMessage');
  const codes = [value, detail && attributeOf(detail, 'Value')].filter((found) => found != null);
  const words = [...codes.map((found) => found.split(':').at(-1)), message && textOf(message)].filter(
    Boolean,
  );
  return fault('status', `The identity provider refused the sign-in: ${quoted(words.join(': '))}.`);
}

/** A second assertion anywhere could be read in place of the one that is signed. */
function findAssertion(response: Element): Element | SamlFault {
  const all = elementsOf(response).filter((element) => isNamed(element, 'assertion', 'Assertion'));
  const [child, ...more] = childrenNamed(response, 'assertion', 'Assertion');
  return child && more.length === 0 && all.length === 1
    ? child
    : fault('one-assertion', 'The response must contain exactly one assertion, as its child.');
}

/** The response's own statements count even if only the assertion is signed. */
function checkEnvelope(response: Element, expected: Expected): SamlFault | undefined {
  const destination = attributeOf(response, 'Destination');
  if (destination !== expected.acsUrl)
    return fault(
      'destination',
      `The response's Destination is ${quoted(destination)}. Set the ACS URL to ${expected.acsUrl}.`,
    );
  if (attributeOf(response, 'InResponseTo') !== expected.requestId)
    return fault('in-response-to', "The response doesn't answer the request of this sign-in.");
  const issuers = childrenNamed(response, 'assertion', 'Issuer');
  const issuer = issuers[0] && textOf(issuers[0]);
  if (issuers.length > 1 || (issuers.length === 1 && issuer !== expected.entityId))
    return fault(
      'issuer',
      `The response's Issuer is ${quoted(issuer ?? null)}; the connection's entity ID is ${expected.entityId}.`,
    );
  return undefined;
}
