import { type Chunks, cutShort, maxPieceLength, type Piece, pieceOf, tooLong } from './lines.ts';

/** Where the reader is in a document. */
type Place = {
  line: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
  /** The latest string outside an element: the name of the list, if one follows. */
  name: string;
  /** The depth of the elements, once their list has begun. */
  listDepth: number | undefined;
  element: { line: number; text: string; isTooLong: boolean } | undefined;
};

/** The objects of a JSON document that is a list, or has one named `users`, one at a time. */
export async function* jsonElements(chunks: Chunks): AsyncGenerator<Piece> {
  const place: Place = {
    line: 1,
    depth: 0,
    inString: false,
    escaped: false,
    name: '',
    listDepth: undefined,
    element: undefined,
  };
  for await (const chunk of chunks) yield* elementsWithin(place, chunk);
  if (place.element) yield { line: place.element.line, fault: cutShort };
}

function* elementsWithin(place: Place, chunk: string): Generator<Piece> {
  let from = 0;
  for (let at = 0; at < chunk.length; at++) {
    const sign = chunk[at] as string;
    if (sign === '\n') place.line++;
    if (place.inString) readString(place, sign);
    else if (sign === '"') Object.assign(place, { inString: true, name: '' });
    else if (sign === '{' || sign === '[') {
      if (open(place, sign)) from = at;
    } else if (sign === '}' || sign === ']') {
      place.depth--;
      const { element, depth, listDepth } = place;
      if (element && depth === listDepth) {
        place.element = undefined;
        yield finished(element, chunk.slice(from, at + 1));
      }
      if (listDepth !== undefined && depth < listDepth) place.listDepth = undefined;
    }
  }
  if (!place.element) return;
  // An overlong element is skipped to its end, and not kept.
  place.element.isTooLong ||= place.element.text.length + chunk.length - from > maxPieceLength;
  place.element.text = place.element.isTooLong ? '' : place.element.text + chunk.slice(from);
}

function finished({ line, text, isTooLong }: NonNullable<Place['element']>, rest: string): Piece {
  return (isTooLong ? undefined : pieceOf(text + rest, line)) ?? { line, fault: tooLong };
}

function readString(place: Place, sign: string): void {
  if (place.escaped) place.escaped = false;
  else if (sign === '\\') place.escaped = true;
  else if (sign === '"') place.inString = false;
  else if (!place.element && place.depth === 1 && place.name.length < 10) place.name += sign;
}

/** True when an element begins. */
function open(place: Place, sign: '{' | '['): boolean {
  const { depth, listDepth, name } = place;
  const begins = sign === '{' && depth === listDepth && !place.element;
  if (begins) place.element = { line: place.line, text: '', isTooLong: false };
  if (sign === '[' && listDepth === undefined && (depth === 0 || (depth === 1 && name === 'users')))
    place.listDepth = depth + 1;
  place.depth++;
  return begins;
}
