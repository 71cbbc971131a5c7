const address = /[^\s<>,;"]+@[^\s<>,;"]+/g;

/** The addresses in what was typed or pasted, each once: also from `Ada <ada@example.com>`. What has none stays as it is. */
export function addressesIn(typed: readonly string[]): string[] {
  const pieces = typed.flatMap((text) => text.replace(/"[^"]*"/g, '').split(/[,;\n\t]/));
  const found = pieces.flatMap((piece) => piece.match(address) ?? [piece.trim()]).filter(Boolean);
  return [...new Map(found.map((each) => [each.toLowerCase(), each])).values()];
}
