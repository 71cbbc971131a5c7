import { told } from '../../../platform/languages/told.ts';
import { fault, type SamlFault, shortened } from './fault.ts';

// The parser repairs what it can't read and slows down on nested or crowded elements. The scan lets through only what
// needs no repair, within limits that keep the parser fast, and reads every character once.

const maxDepth = 32;
/**
 * Elements, attributes, texts, CDATA sections, references and characters that canonicalization turns into references,
 * together. A person in 1,200 groups fits in, with types.
 */
const maxParts = 4_000;
const maxAttributes = 24;
/** For each name, the parser searches the whole text once. */
const maxElementNames = 100;
/** Canonicalization compares each prefix with every prefix in scope. */
const maxPrefixesInScope = 32;

/** Names begin with one underscore at most: `__proto__` has a meaning in the parser's maps. */
const name = '(?!__)[A-Za-z_][\\w.-]*';
const qualifiedName = `${name}(?::${name})?`;
const startOfTag = new RegExp(`<(${qualifiedName})`, 'y');
const attribute = new RegExp(
  `[ \\t\\r\\n]+(${qualifiedName})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`,
  'y',
);
const endOfTag = /[ \t\r\n]*(\/?)>/y;
const closingTag = new RegExp(`</(${qualifiedName})[ \\t\\r\\n]*>`, 'y');
const declaration =
  /^\uFEFF?<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.0["'](?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']utf-8["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/i;
const forbiddenCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const reference = /&(?:(?:amp|lt|gt|quot|apos);|#(\d{1,7});|#x([\da-fA-F]{1,6});)?|[>"]/g;
const escaped = /[<>&]/g;

/** Metadata, written by hand at times, may hold comments and processing instructions. An answer may not. */
export type Allowed = { comments: boolean };

type Open = { name: string; prefixes: string[] };
type Scan = {
  allowed: Allowed;
  xml: string;
  at: number;
  open: Open[];
  inScope: string[];
  names: Set<string>;
  elements: number;
  parts: number;
  ended: boolean;
};

/** The text without its XML declaration, and how many elements it has; or why it isn't read at all. */
export function scan(text: string, allowed: Allowed): { xml: string; elements: number } | SamlFault {
  if (forbiddenCharacter.test(text)) return fault('xml', told('sso.xml.character'));
  const xml = text.replace(declaration, '').replace(/^\uFEFF/, '');
  const state: Scan = {
    allowed,
    xml,
    at: 0,
    open: [],
    inScope: ['xml'],
    names: new Set(),
    elements: 0,
    parts: 0,
    ended: false,
  };
  while (state.at < xml.length) {
    const found = scanNext(state);
    if (found) return found;
    if (state.parts > maxParts) return fault('size', told('sso.size.parts', { limit: maxParts }));
  }
  if (!state.ended) return fault('xml', told('sso.xml.early'));
  return { xml, elements: state.elements };
}

function scanNext(state: Scan): SamlFault | undefined {
  const { xml, at } = state;
  if (xml[at] !== '<') return scanText(state);
  switch (xml[at + 1]) {
    case '!':
      return scanBang(state);
    case '?':
      return state.allowed.comments
        ? skip(state, '<?', '?>')
        : fault('processing-instruction', told('sso.processingInstruction'));
    case '/':
      return scanClosingTag(state);
    default:
      return scanElement(state);
  }
}

function scanText(state: Scan): SamlFault | undefined {
  const { xml, at } = state;
  const next = xml.indexOf('<', at);
  const end = next < 0 ? xml.length : next;
  const text = xml.slice(at, end);
  state.at = end;
  state.parts++;
  if (state.open.length === 0 && /[^ \t\r\n]/.test(text)) return fault('xml', told('sso.xml.outside'));
  if (text.includes(']]>')) return fault('xml', told('sso.xml.cdataEnd'));
  return scanReferences(state, text);
}

function scanBang(state: Scan): SamlFault | undefined {
  const { xml, at } = state;
  if (xml.startsWith('<!--', at))
    return state.allowed.comments ? skip(state, '<!--', '-->') : fault('comment', told('sso.comment'));
  if (!xml.startsWith('<![CDATA[', at)) return fault('dtd', told('sso.dtd'));
  if (state.open.length === 0) return fault('xml', told('sso.xml.cdataPlace'));
  const open = skip(state, '<![CDATA[', ']]>');
  if (open) return open;
  for (const _ of xml.slice(at + 9, state.at - 3).matchAll(escaped)) if (++state.parts > maxParts) break;
  return undefined;
}

function skip(state: Scan, start: string, mark: string): SamlFault | undefined {
  const end = state.xml.indexOf(mark, state.at + start.length);
  if (end < 0) return fault('xml', told('sso.xml.mark', { mark }));
  state.at = end + mark.length;
  state.parts++;
  return undefined;
}

function scanClosingTag(state: Scan): SamlFault | undefined {
  const match = matchAt(closingTag, state);
  const opened = state.open.pop();
  if (!match || !opened || opened.name !== match[1]) return fault('xml', told('sso.xml.endTag'));
  state.inScope.length -= opened.prefixes.length;
  state.ended = state.open.length === 0;
  return undefined;
}

function scanElement(state: Scan): SamlFault | undefined {
  const tag = matchAt(startOfTag, state)?.[1];
  if (!tag || state.ended) return fault('xml', told('sso.xml.bracket'));
  state.elements++;
  state.names.add(tag);
  if (state.names.size > maxElementNames)
    return fault('size', told('sso.size.kinds', { limit: maxElementNames }));
  if (state.open.length >= maxDepth) return fault('size', told('sso.size.depth', { limit: maxDepth }));
  const attributes = scanAttributes(state);
  if (!Array.isArray(attributes)) return attributes;
  state.parts += 1 + attributes.length;
  const end = matchAt(endOfTag, state);
  if (!end) return fault('xml', told('sso.xml.tag', { tag: shortened(tag) }));
  const prefixes = attributes.flatMap((found) => (found.startsWith('xmlns:') ? [found.slice(6)] : []));
  state.inScope.push(...prefixes);
  if (state.inScope.length > maxPrefixesInScope)
    return fault('size', told('sso.size.prefixes', { limit: maxPrefixesInScope }));
  const used = [tag, ...attributes].map(prefixOf).filter((prefix) => prefix !== '' && prefix !== 'xmlns');
  if (used.some((prefix) => !state.inScope.includes(prefix)))
    return fault('xml', told('sso.xml.prefix', { tag: shortened(tag) }));
  if (end[1] === '') state.open.push({ name: tag, prefixes });
  else {
    state.inScope.length -= prefixes.length;
    state.ended = state.open.length === 0;
  }
  return undefined;
}

/** The names of the attributes of one tag. */
function scanAttributes(state: Scan): string[] | SamlFault {
  const names: string[] = [];
  for (let match = matchAt(attribute, state); match; match = matchAt(attribute, state)) {
    const [, found = '', inDouble, inSingle] = match;
    const value = inDouble ?? inSingle ?? '';
    if (names.includes(found)) return fault('xml', told('sso.xml.repeated', { name: shortened(found) }));
    if (/^xmlns:xml(ns)?$/.test(found) || (found.startsWith('xmlns:') && value === ''))
      return fault('xml', told('sso.xml.namespace', { name: shortened(found) }));
    const wrong = scanReferences(state, value);
    if (wrong) return wrong;
    names.push(found);
    if (names.length > maxAttributes)
      return fault('size', told('sso.size.attributes', { limit: maxAttributes }));
  }
  return names;
}

/** Without a DTD, only five entities have a meaning. */
function scanReferences(state: Scan, text: string): SamlFault | undefined {
  if (!/[&>"]/.test(text)) return undefined;
  for (const [whole, decimal, hex] of text.matchAll(reference)) {
    state.parts++;
    if (state.parts > maxParts) return undefined;
    if (whole === '&') return fault('xml', told('sso.xml.entity'));
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined && (code > 0x10ffff || forbiddenCharacter.test(String.fromCodePoint(code))))
      return fault('xml', told('sso.xml.reference'));
  }
  return undefined;
}

function matchAt(pattern: RegExp, state: Scan): RegExpExecArray | null {
  pattern.lastIndex = state.at;
  const match = pattern.exec(state.xml);
  if (match) state.at = pattern.lastIndex;
  return match;
}

function prefixOf(qualified: string): string {
  return qualified.slice(0, Math.max(0, qualified.indexOf(':')));
}
