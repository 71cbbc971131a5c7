import { told } from '../../../platform/languages/told.ts';
import { type Accepted, type Expected, readAssertion } from './assertion.ts';
import { fault, instead, isFault, type SamlFault, shortened } from './fault.ts';
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
  const tooLarge = () => fault('size', told('sso.size', { limit: maxBytes / 1024 }));
  if (encoded.length > maxBytes * 2) return tooLarge();
  const base64 = encoded.replace(/[ \t\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return fault('encoding', told('sso.encoding.base64'));
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxBytes) return tooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fault('encoding', told('sso.encoding.utf8'));
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
  if (elementsOf(root).some(isEncrypted)) return fault('encryption', told('sso.encryption'));
  if (!isNamed(root, 'protocol', 'Response') || attributeOf(root, 'Version') !== '2.0')
    return fault('response', told('sso.response'));
  return root;
}

/** A refusal carries no assertion, and is often unsigned. */
function checkStatus(response: Element): SamlFault | undefined {
  const status = onlyChild(response, 'protocol', 'Status');
  const code = status && onlyChild(status, 'protocol', 'StatusCode');
  const value = code && attributeOf(code, 'Value');
  if (!status || !value) return fault('response', told('sso.noStatus'));
  if (value === success) return undefined;
  const detail = childrenOf(code)[0];
  const message = onlyChild(status, 'protocol', 'StatusMessage');
  const codes = [value, detail && attributeOf(detail, 'Value')].filter((found) => found != null);
  const words = [...codes.map((found) => found.split(':').at(-1)), message && textOf(message)].filter(
    Boolean,
  );
  return fault('status', told('sso.refused', { words: shortened(words.join(': ')) }));
}

/** A second assertion anywhere could be read in place of the one that is signed. */
function findAssertion(response: Element): Element | SamlFault {
  const all = elementsOf(response).filter((element) => isNamed(element, 'assertion', 'Assertion'));
  const [child, ...more] = childrenNamed(response, 'assertion', 'Assertion');
  return child && more.length === 0 && all.length === 1
    ? child
    : fault('one-assertion', told('sso.oneAssertion'));
}

/** The response's own statements count even if only the assertion is signed. */
function checkEnvelope(response: Element, expected: Expected): SamlFault | undefined {
  const destination = attributeOf(response, 'Destination');
  if (destination !== expected.acsUrl)
    return fault('destination', instead('destination', destination, { acsUrl: expected.acsUrl }));
  if (attributeOf(response, 'InResponseTo') !== expected.requestId)
    return fault('in-response-to', told('sso.inResponseTo.response'));
  const issuers = childrenNamed(response, 'assertion', 'Issuer');
  const issuer = issuers[0] && textOf(issuers[0]);
  if (issuers.length > 1 || (issuers.length === 1 && issuer !== expected.entityId))
    return fault('issuer', instead('issuer.response', issuer ?? null, { entityId: expected.entityId }));
  return undefined;
}
