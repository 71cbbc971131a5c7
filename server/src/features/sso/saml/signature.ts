import { XMLSerializer } from '@xmldom/xmldom';
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto';
import { told } from '../../../platform/languages/told.ts';
import { envelopedSignature, exclusiveC14n, hashAlgorithms, signatureAlgorithms } from './algorithms.ts';
import type { Expected } from './assertion.ts';
import { fault, isFault, type SamlFault } from './fault.ts';
import { checkForm } from './signature-form.ts';
import { attributeOf, childrenNamed, elementsOf, isNamed, onlyChild, parseXml } from './xml.ts';

/** What verified, parsed again from the very bytes that the signatures cover. */
export type Verified = { response: Element | null; assertion: Element };

type Trusted = Pick<Expected, 'certificates' | 'order'>;

/** Of the values in a signature and of the namespaces around it. 2,000 to 3,000 characters are usual. */
const maxFrame = 16_384;

/**
 * Every signature must verify, and at least one must cover the assertion. Signatures are taken out of the document on the
 * way: the response's first, since it covers the assertion's.
 */
export function verifySignatures(
  response: Element,
  assertion: Element,
  trusted: Trusted,
): Verified | SamlFault {
  const signatures = elementsOf(response).filter((element) => isNamed(element, 'dsig', 'Signature'));
  const parents = [response, assertion].filter(
    (parent) => childrenNamed(parent, 'dsig', 'Signature').length === 1,
  );
  if (signatures.length !== parents.length) return fault('signature-place', told('sso.signaturePlace'));
  const verified: Partial<Record<'Response' | 'Assertion', Element>> = {};
  for (const parent of parents) {
    const covered = verify(parent, trusted);
    if (isFault(covered)) return covered;
    verified[parent === response ? 'Response' : 'Assertion'] = covered;
  }
  const inResponse = verified.Response ? onlyChild(verified.Response, 'assertion', 'Assertion') : null;
  const covered = verified.Assertion ?? inResponse;
  if (!covered) return fault('unsigned', told('sso.unsigned'));
  return { response: verified.Response ?? null, assertion: covered };
}

function verify(parent: Element, trusted: Trusted): Element | SamlFault {
  const signature = onlyChild(parent, 'dsig', 'Signature');
  const id = attributeOf(parent, 'ID');
  if (!signature || !id || /[\s'"]/.test(id)) return fault('signature-form', told('sso.signedId'));
  const wrong = checkForm(signature, id);
  if (wrong) return wrong;
  const bytes = verifiedBytes(parent, signature, trusted);
  if (isFault(bytes)) return bytes;
  const covered = parseXml(bytes);
  if (isFault(covered)) return covered;
  const isSame = covered.localName === parent.localName && covered.namespaceURI === parent.namespaceURI;
  return isSame && attributeOf(covered, 'ID') === id ? covered : fault('signature', told('sso.coversOther'));
}

/** The canonical form of the parent without its signature, if one of the certificates signed that. */
function verifiedBytes(
  parent: Element,
  signature: Element,
  { certificates, order }: Trusted,
): string | SamlFault {
  // A key that comes with the message proves nothing, so xml-crypto never sees it.
  const keyInfo = onlyChild(signature, 'dsig', 'KeyInfo');
  if (keyInfo) signature.removeChild(keyInfo);
  const frame = frameOf(parent, signature);
  if (isFault(frame)) return frame;
  parent.removeChild(signature);
  const transforms = transformsOf(parent);
  for (const certificate of order.of(certificates)) {
    const signed = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
    signed.idAttributes = ['ID'];
    signed.SignatureAlgorithms = signatureAlgorithms;
    signed.HashAlgorithms = hashAlgorithms;
    signed.CanonicalizationAlgorithms = transforms;
    const outcome = outcomeOf(signed, signature, frame);
    if (outcome === 'altered') return fault('signature', told('sso.altered'));
    const [bytes, ...more] = outcome === 'verified' ? signed.getSignedReferences() : [];
    if (bytes === undefined || more.length > 0) continue;
    order.note(certificate);
    return bytes;
  }
  return fault('signature', told('sso.noCertificate'));
}

/** xml-crypto throws if the key doesn't fit, and returns false if the content doesn't. */
function outcomeOf(
  signed: SignedXml,
  signature: Element,
  frame: string,
): 'verified' | 'altered' | 'other-key' {
  try {
    signed.loadSignature(signature);
    return signed.checkSignature(frame) ? 'verified' : 'altered';
  } catch {
    return 'other-key';
  }
}

/**
 * The signature in its ancestors, without all else. xml-crypto searches the document with XPath, which takes 0.4 s for
 * 250 KB; here it finds the namespaces in scope and the one element that the Reference may name.
 */
function frameOf(parent: Element, signature: Element): string | SamlFault {
  let frame = signature.cloneNode(true) as Element;
  for (let at: Node | null = parent; at && at.nodeType === 1; at = at.parentNode) {
    const around = at.cloneNode(false) as Element;
    for (const { name } of Array.from(around.attributes))
      if (name !== 'ID' && !/^xmlns(:|$)/.test(name)) around.removeAttribute(name);
    around.appendChild(frame);
    frame = around;
  }
  const text = lengthOf(frame) > maxFrame ? '' : new XMLSerializer().serializeToString(frame);
  // The parser that xml-crypto makes counts lines: at this character, which ends none of them, it starts over and over.
  return text === '' || text.includes('\u2029') ? fault('signature-form', told('sso.form.large')) : text;
}

/** How many characters there are in attributes and in text. */
function lengthOf(element: Element): number {
  const inTag = Array.from(element.attributes).reduce((sum, { value }) => sum + value.length, 0);
  return Array.from(element.childNodes).reduce(
    (sum, child) =>
      sum + (child.nodeType === 1 ? lengthOf(child as Element) : (child.nodeValue?.length ?? 0)),
    inTag,
  );
}

/**
 * The transform that removes the signature goes on with the whole element in place of its frame. The canonical form of
 * that is computed once, however many certificates are tried.
 */
function transformsOf(whole: Element): SignedXml['CanonicalizationAlgorithms'] {
  let canonical: string | undefined;
  return {
    [envelopedSignature]: class {
      getAlgorithmName = () => envelopedSignature;
      process = () => whole;
    },
    [exclusiveC14n]: class extends ExclusiveCanonicalization {
      override process(...[element, options]: Parameters<ExclusiveCanonicalization['process']>): string {
        if (element !== whole) return super.process(element, options);
        canonical ??= super.process(element, options);
        return canonical;
      }
    },
  };
}
