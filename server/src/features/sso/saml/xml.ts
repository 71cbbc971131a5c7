import { DOMParser } from '@xmldom/xmldom';
import { told } from '../../../platform/languages/told.ts';
import { fault, isFault, type SamlFault } from './fault.ts';
import { type Allowed, scan } from './scan.ts';

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  dsig: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
type Namespace = keyof typeof namespaces;

/** The only way from text to elements. The text may come from anyone. */
export function parseXml(text: string, allowed: Allowed = { comments: false }): Element | SamlFault {
  const scanned = scan(text, allowed);
  if (isFault(scanned)) return scanned;
  const root = parsed(scanned.xml);
  if (!root) return fault('xml', told('sso.xml'));
  const elements = elementsOf(root);
  // The scan and the parser must have seen the same document.
  if (elements.length !== scanned.elements) return fault('xml', told('sso.xml'));
  if (hasRepeatedId(elements)) return fault('repeated-id', told('sso.repeatedId'));
  return root;
}

function parsed(xml: string): Element | null {
  const complain = (_level: string, message: unknown) => {
    throw new Error(String(message));
  };
  try {
    const parser = new DOMParser({ errorHandler: complain, ...lineEndings });
    return parser.parseFromString(xml, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

/** As XML 1.0 says. The parser's own would also turn U+0085 and U+2028, which are signed as they are, into line feeds. */
const lineEndings = { normalizeLineEndings: (text: string) => text.replace(/\r\n?/g, '\n') };

/** The element and all that are in it, in the order of the document. */
export function elementsOf(element: Element): Element[] {
  const found: Element[] = [];
  const visit = (at: Element) => {
    found.push(at);
    for (let child = at.firstChild; child; child = child.nextSibling) if (isElement(child)) visit(child);
  };
  visit(element);
  return found;
}

export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isNamed(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace];
}

export function childrenNamed(element: Element, namespace: Namespace, name: string): Element[] {
  return childrenOf(element).filter((child) => isNamed(child, namespace, name));
}

/** The only child of that name; null if there is none or more than one. */
export function onlyChild(element: Element, namespace: Namespace, name: string): Element | null {
  const found = childrenNamed(element, namespace, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Null if the element has no such attribute, or an empty one. */
export function attributeOf(element: Element, name: string): string | null {
  return element.getAttribute(name) || null;
}

/** The text of an element that contains nothing else; null if it is blank or has children. */
export function textOf(element: Element): string | null {
  return exactTextOf(element)?.trim() ?? null;
}

/** The same with the spaces around it: without them, two people or two groups could become one. */
export function exactTextOf(element: Element): string | null {
  const text = childrenOf(element).length > 0 ? '' : (element.textContent ?? '');
  return text.trim() === '' ? null : text;
}

/** Signatures name what they cover by ID, under any of these names. */
function hasRepeatedId(elements: Element[]): boolean {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (let at = 0; at < attributes.length; at++) {
      const { localName, value } = attributes[at] ?? {};
      if (localName?.toLowerCase() !== 'id' || value === undefined) continue;
      if (seen.has(value)) return true;
      seen.add(value);
    }
  }
  return false;
}

/** For text and attributes alike. */
export function escapeXml(text: string): string {
  return text.replace(/[<>&"'\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
