import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { BreachCheck } from '../config/breach-check.ts';

const answerMs = 2000;
const prefixLength = 5;
const hashLength = 40;

/** Whether a password is known from a breach. Throws if that can't be found out. */
export async function isBreached(check: BreachCheck, password: string): Promise<boolean> {
  if (check.by === 'off') return false;
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  return check.by === 'hibp' ? isInRange(check.url, hash) : isInFile(check.path, hash);
}

/** Only the first five digits of the hash leave the service; about a thousand hashes share them. */
async function isInRange(url: string, hash: string): Promise<boolean> {
  const response = await fetch(`${url.replace(/\/$/, '')}/range/${hash.slice(0, prefixLength)}`, {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'Latchkey' },
    signal: AbortSignal.timeout(answerMs),
  });
  if (!response.ok) throw new Error(`the breach check answered ${response.status}`);
  const lines = (await response.text()).split(/\r?\n/);
  return lines.some((line) => isHit(line, hash.slice(prefixLength)));
}

/** Lines with a count of 0 only pad the answer. */
function isHit(line: string, wanted: string): boolean {
  const [hash = '', count = '1'] = line.trim().split(':');
  return hash.toUpperCase() === wanted && Number(count) !== 0;
}

async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return await search(file, hash);
  } finally {
    await file.close();
  }
}

// Longer than any line: a hash, a colon, a count and the line's end.
const window = 128;

/** Binary search over lines of different lengths: each step reads the first whole line after the middle. */
async function search(file: FileHandle, wanted: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineFrom(file, middle);
    if (!line || line.start >= high) {
      high = middle;
      continue;
    }
    const listed = line.text.slice(0, hashLength).toUpperCase();
    if (listed === wanted) return isHit(line.text, wanted);
    if (listed < wanted) low = line.end;
    else high = middle;
  }
  return false;
}

/** The first line that begins at this place or after it. */
async function lineFrom(file: FileHandle, at: number) {
  const from = Math.max(0, at - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * window), 0, 2 * window, from);
  const read = buffer.toString('latin1', 0, bytesRead);
  // A line begins after a line's end, or where the file does.
  const begin = at === 0 ? 0 : read.indexOf('\n') + 1;
  if (at > 0 && begin === 0) return undefined;
  const newline = read.indexOf('\n', begin);
  const end = newline < 0 ? read.length : newline + 1;
  const text = read.slice(begin, end).trim();
  return text ? { text, start: from + begin, end: from + end } : undefined;
}
