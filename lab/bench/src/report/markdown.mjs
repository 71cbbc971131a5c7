// The results as a Markdown page.
import { figure, figureOf, spreadInWords, targetOf, verdictOf } from './words.mjs';

/**
 * @typedef {{ title: string, section: import('./section.mjs').Section }} Chapter
 * @param {{ about: [string, string][], fairness: string[], chapters: Chapter[] }} report
 */
export function resultsPage({ about, fairness, chapters }) {
  const lines = chapters.flatMap(({ section }) => section.lines);
  return `${[
    '# Results',
    'Written by `npm run lab -- bench`; [README.md](README.md) says how to run it and how to read this.',
    ...chapters.flatMap(({ section }) => (section.headline ? tableOf(section.headline) : [])),
    table(['', ''], about),
    summaryOf(lines),
    fairness.map((sentence) => `- ${sentence}`).join('\n'),
    ...chapters.flatMap(chapterOf),
  ].join('\n\n')}\n`;
}

/** @param {import('./section.mjs').Line[]} lines */
function summaryOf(lines) {
  const judged = lines.filter(({ target }) => target);
  const met = judged.filter((line) => verdictOf(line) === 'met').length;
  return `**${met} of ${judged.length} targets are met.** A ratio is taken round by round; each figure is the median, with the lowest and the highest round in parentheses.`;
}

/** @param {Chapter} chapter */
export function chapterOf({ title, section }) {
  const { lines, tables = [], notes = [] } = section;
  return [
    `## ${title}`,
    ...(lines.length > 0 ? [linesTable(lines)] : []),
    ...tables.flatMap(tableOf),
    ...notes,
  ];
}

/** @param {import('./section.mjs').Table} given */
function tableOf({ caption, columns, digits, rows }) {
  const cells = rows.map((row) => row.map((cell, at) => cellOf(cell, digits[at])));
  return [...(caption ? [caption] : []), table(columns, cells)];
}

/** @param {import('./section.mjs').Line[]} lines */
function linesTable(lines) {
  return table(
    ['', 'target', 'figure', ''],
    lines.map((line) => [line.text, targetOf(line), figureOf(line), verdictOf(line)]),
  );
}

function cellOf(cell, digits) {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' ? figure(cell, digits) : spreadInWords(cell, digits);
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
