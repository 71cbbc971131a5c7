import { told } from '../../../platform/languages/told.ts';
import { envelopedSignature, exclusiveC14n, hashAlgorithms, signatureAlgorithms } from './algorithms.ts';
import { fault, type SamlFault, shortened } from './fault.ts';
import { attributeOf, childrenOf, namespaces } from './xml.ts';

/** xml-crypto searches the whole list for each attribute. */
const maxPrefixList = 250;

/** Checks that a signature has the one form that is accepted, before anything is computed. */
export function checkForm(signature: Element, parentId: string): SamlFault | undefined {
  const [signedInfo, value, ...rest] = childrenOf(signature);
  if (!isForm(signature, ['Id']) || !signedInfo || !value || !isForm(value, ['Id']) || !isBase64(value))
    return malformed('parts');
  if (!areNamed([signedInfo, value, ...rest], ['SignedInfo', 'SignatureValue', ...rest.map(() => 'KeyInfo')]))
    return malformed('children');
  if (rest.length > 1) return malformed('keyInfo');
  const [c14n, method, reference, ...more] = childrenOf(signedInfo);
  const names = ['CanonicalizationMethod', 'SignatureMethod', 'Reference'];
  if (!isForm(signedInfo, ['Id']) || !c14n || !method || !reference || more.length > 0)
    return malformed('oneReference');
  if (!areNamed([c14n, method, reference], names))
    return fault('signature-form', told('sso.form.signedInfo', { names: names.join(', ') }));
  if (!isExclusive(c14n)) return algorithm('canonicalization', c14n);
  if (!isForm(method, ['Algorithm']) || childrenOf(method).length > 0) return malformed('method');
  if (!isOneOf(method, signatureAlgorithms)) return algorithm('signature', method);
  return checkReference(reference, parentId);
}

function checkReference(reference: Element, parentId: string): SamlFault | undefined {
  const [transforms, method, value, ...more] = childrenOf(reference);
  if (!isForm(reference, ['URI', 'Id', 'Type']) || !transforms || !method || !value || more.length > 0)
    return malformed('reference');
  if (!areNamed([transforms, method, value], ['Transforms', 'DigestMethod', 'DigestValue']))
    return malformed('reference');
  if (attributeOf(reference, 'URI') !== `#${parentId}`) return malformed('names');
  const [first, second, ...others] = childrenOf(transforms);
  if (!isForm(transforms, []) || !first || !second || others.length > 0) return malformed('twoTransforms');
  if (!areNamed([first, second], ['Transform', 'Transform'])) return malformed('unknownTransform');
  if (!isForm(first, ['Algorithm']) || attributeOf(first, 'Algorithm') !== envelopedSignature)
    return algorithm('first', first);
  if (childrenOf(first).length > 0) return malformed('firstTransform');
  if (!isExclusive(second)) return algorithm('second', second);
  if (!isForm(method, ['Algorithm']) || childrenOf(method).length > 0) return malformed('digestMethod');
  if (!isOneOf(method, hashAlgorithms)) return algorithm('digest', method);
  return isForm(value, []) && isBase64(value) ? undefined : malformed('digestValue');
}

/** Exclusive canonicalization, with or without a list of prefixes. */
function isExclusive(element: Element): boolean {
  if (!isForm(element, ['Algorithm']) || attributeOf(element, 'Algorithm') !== exclusiveC14n) return false;
  const [list, ...more] = childrenOf(element);
  if (!list) return true;
  const isList = list.localName === 'InclusiveNamespaces' && list.namespaceURI === exclusiveC14n;
  const isShort = (attributeOf(list, 'PrefixList') ?? '').length <= maxPrefixList;
  return (
    isList && isShort && more.length === 0 && list.childNodes.length === 0 && hasOnly(list, ['PrefixList'])
  );
}

/** xml-crypto finds some attributes under any namespace, so there may be none but these. */
function isForm(element: Element, allowed: string[]): boolean {
  return element.namespaceURI === namespaces.dsig && hasOnly(element, allowed);
}

function hasOnly(element: Element, allowed: string[]): boolean {
  return Array.from(element.attributes).every(
    ({ name }) => allowed.includes(name) || name === 'xmlns' || name.startsWith('xmlns:'),
  );
}

function areNamed(elements: Element[], names: string[]): boolean {
  return elements.every(
    ({ localName, namespaceURI }, at) => localName === names[at] && namespaceURI === namespaces.dsig,
  );
}

function isOneOf(element: Element, algorithms: Record<string, unknown>): boolean {
  return Object.hasOwn(algorithms, attributeOf(element, 'Algorithm') ?? '');
}

/** One node of text: xml-crypto reads only the first. */
function isBase64(element: Element): boolean {
  return (
    element.childNodes.length === 1 &&
    element.firstChild?.nodeType === 3 &&
    /^[A-Za-z0-9+/]+={0,2}$/.test((element.textContent ?? '').replace(/\s/g, ''))
  );
}

type Malformed =
  | 'parts'
  | 'children'
  | 'keyInfo'
  | 'oneReference'
  | 'method'
  | 'reference'
  | 'names'
  | 'twoTransforms'
  | 'unknownTransform'
  | 'firstTransform'
  | 'digestMethod'
  | 'digestValue';

function malformed(why: Malformed): SamlFault {
  return fault('signature-form', told(`sso.form.${why}`));
}

type Kind = 'canonicalization' | 'signature' | 'digest' | 'first' | 'second';

function algorithm(kind: Kind, element: Element): SamlFault {
  const name = attributeOf(element, 'Algorithm');
  return fault(
    'signature-algorithm',
    name === null ? told('sso.algorithm.missing') : told('sso.algorithm', { kind, name: shortened(name) }),
  );
}
