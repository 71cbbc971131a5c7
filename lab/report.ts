import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Cell = string | number;

/** A table of figures: rewritten with each row where `run.mjs` says, for documents to quote, and printed at the end. */
export function createReport(name: string, columns: string[]) {
  const rows: Cell[][] = [];
  const folder = process.env.LAB_RESULTS;
  const table = () =>
    [columns, columns.map((_, nth) => (nth ? '--:' : '---')), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  return {
    add(row: Cell[]) {
      rows.push(row);
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      const facts = { name, commit: commit(), date: new Date().toISOString(), columns, rows };
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`);
      writeFileSync(join(folder, `${name}.md`), `${table()}\n`);
    },
    write() {
      if (folder && rows.length > 0) console.log(`\n${table()}\n`);
    },
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
