import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a layout of mails may name in braces. */
const slots = ['content', 'productName', 'logoUrl', 'accentColor', 'footer', 'lang', 'dir'] as const;
export type Insert = (typeof slots)[number];

/** A file, as what stands between the slots and the slots themselves. */
export type Layout = readonly (string | { slot: Insert })[];
/** The operator's own frames around the content of mails. Undefined: ours. */
export type Layouts = { html?: Layout | undefined; text?: Layout | undefined };

const mostBytes = 64 * 1024;
/** Only letters: braces of style sheets and everything else are text. */
const named = /\{([A-Za-z]+)\}/;

/** Everything that is wrong with the folder, if anything. */
export function readLayouts(folder: string | undefined): { layouts: Layouts; faults: string[] } {
  if (folder === undefined) return { layouts: {}, faults: [] };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return { layouts: {}, faults: [`MAIL_LAYOUT_DIR names ${folder}, which is not a folder.`] };
  const faults: string[] = [];
  const [html, text] = ['layout.html', 'layout.txt'].map((name) => readLayout(join(folder, name), faults));
  if (!html && !text && faults.length === 0)
    faults.push(`MAIL_LAYOUT_DIR names ${folder}, which has neither layout.html nor layout.txt.`);
  return { layouts: { html, text }, faults };
}

function readLayout(file: string, faults: string[]): Layout | undefined {
  if (!existsSync(file)) return undefined;
  const refuse = (line: number, why: string) => void faults.push(`MAIL_LAYOUT_DIR: ${file}:${line}: ${why}`);
  const bytes = readBytes(file);
  if (typeof bytes === 'string') return refuse(1, bytes) as undefined;
  if (bytes.length > mostBytes) return refuse(1, 'The file is larger than 64 KiB.') as undefined;
  const broken = brokenLine(bytes);
  if (broken) return refuse(broken, 'This is not UTF-8.') as undefined;
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return parse(text, refuse);
}

function readBytes(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch (error) {
    return `The file can't be read (${(error as NodeJS.ErrnoException).code}).`;
  }
}

/** The first line that is not UTF-8. */
function brokenLine(bytes: Buffer): number | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isBroken = (part: Uint8Array) => {
    try {
      decoder.decode(part);
      return false;
    } catch {
      return true;
    }
  };
  if (!isBroken(bytes)) return undefined;
  for (let start = 0, line = 1; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0 || isBroken(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function parse(text: string, refuse: (line: number, why: string) => void): Layout | undefined {
  let line = 1;
  let contents = 0;
  let isFaulty = false;
  const fault = (why: string) => {
    isFaulty = true;
    refuse(line, why);
  };
  const layout = text.split(new RegExp(named, 'g')).map((part, at): string | { slot: Insert } => {
    if (at % 2 === 0) {
      line += part.split('\n').length - 1;
      return part;
    }
    const slot = slots.find((each) => each === part);
    if (!slot) fault(`There is no {${part}}. There are {${slots.join('}, {')}}.`);
    if (slot === 'content' && ++contents > 1) fault('{content} is there twice.');
    return { slot: slot ?? 'content' };
  });
  if (contents === 0) fault('{content} is missing.');
  return isFaulty ? undefined : layout;
}
