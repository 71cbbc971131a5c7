import type { Change } from './changes.ts';

const around = 2;
/** Beyond this, comparing every line with every other takes too long. */
const mostLines = 3000;

/** What a change does, in the form of a patch. */
export function diffOf({ path, before, after }: Change): string {
  if (typeof after !== 'string') return `new file ${path} (${Math.ceil(after.length / 1000)} kB)`;
  if (before === undefined)
    return [`new file ${path}`, ...linesOf(after).map((line) => `+ ${line}`)].join('\n');
  const lines = compared(linesOf(before), linesOf(after));
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => !line.startsWith(' '));
  return [`change ${path}`, ...lines.filter((_line, at) => isNear(at))].join('\n');
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** Every line of both, marked: those they share in the longest order that both have. */
function compared(old: string[], now: string[]): string[] {
  if (old.length > mostLines) return now.map((line) => (old.includes(line) ? `  ${line}` : `+ ${line}`));
  const shared = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (i: number, j: number) => shared[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      (shared[i] ?? [])[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      lines.push(`  ${old[i++]}`);
      j++;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push(`- ${old[i++]}`);
    else lines.push(`+ ${now[j++]}`);
  }
  return lines;
}
