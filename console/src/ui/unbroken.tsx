import { createElement } from 'react';

const held = (part: string) => <span style={{ whiteSpace: 'nowrap' }}>{part}</span>;

/**
 * An address in a sentence: no line ends at its hyphens. One that is longer than a line breaks anywhere else. It can be copied
 * as it is, which it couldn't with invisible characters in it.
 */
export function Unbroken({ text, bold = true }: { text: string; bold?: boolean }) {
  const parts = text.split(/(-.)/).map((part, at) => (at % 2 ? held(part) : part));
  return createElement(
    bold ? 'b' : 'bdi',
    { translate: 'no', style: { overflowWrap: 'anywhere' } },
    ...parts,
  );
}
