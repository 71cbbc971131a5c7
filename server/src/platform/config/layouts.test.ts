import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { expect, test } from 'vitest';
import { readLayouts } from './layouts.ts';

async function folderWith(files: Record<string, string | Buffer>) {
  const folder = await temporaryFolder('layouts');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The faults, without the folder. */
async function faults(files: Record<string, string | Buffer>) {
  const folder = await folderWith(files);
  return readLayouts(folder).faults.map((each) => each.replace(`${folder}/`, ''));
}

test('either file is enough, and other braces are text', async () => {
  const html = '<style>p{color:red} .a { b } {} {1} {a-b} {a b}</style>{content}{lang}{dir}';
  expect(await faults({ 'layout.html': html })).toEqual([]);
  expect(await faults({ 'layout.txt': '{productName}\n{content}\n{footer}' })).toEqual([]);
  expect(readLayouts(undefined)).toEqual({ layouts: {}, faults: [] });
});

test.each([
  ['letters that are no slot', 'a\nb {contents}\n{content}', 'layout.html:2: There is no {contents}.'],
  ['letters in another case', '{content}\n\n{ProductName}', 'layout.html:3: There is no {ProductName}.'],
  ['a rule without a colon', 'x{none}\n{content}', 'layout.html:1: There is no {none}.'],
  ['no content', 'a\nb\n{footer}\n', 'layout.html:4: {content} is missing.'],
  ['content twice', '{content}\n{content}', 'layout.html:2: {content} is there twice.'],
  ['what is not UTF-8', Buffer.from('{content}\n\n\xff', 'latin1'), 'layout.html:3: This is not UTF-8.'],
  ['more than 64 KiB', `{content}${' '.repeat(65_536)}`, 'layout.html:1: The file is larger than 64 KiB.'],
])('a file with %s is refused, with its name and line', async (_name, html, told) => {
  expect((await faults({ 'layout.html': html })).join('\n')).toContain(`MAIL_LAYOUT_DIR: ${told}`);
});

test('64 KiB are allowed', async () => {
  expect(await faults({ 'layout.txt': '{content}'.padEnd(65_536) })).toEqual([]);
});

test('everything wrong is told at once', async () => {
  expect(await faults({ 'layout.html': '{one}', 'layout.txt': '{two}' })).toHaveLength(4);
});

test('a folder that is missing, or has neither file, is refused', async () => {
  const folder = await folderWith({});
  expect(readLayouts(folder).faults).toEqual([expect.stringContaining('neither layout.html nor layout.txt')]);
  expect(readLayouts(join(folder, 'absent')).faults).toEqual([expect.stringContaining('not a folder')]);
  mkdirSync(join(folder, 'layout.html'));
  expect(readLayouts(folder).faults).toEqual([expect.stringContaining("can't be read (EISDIR)")]);
});
