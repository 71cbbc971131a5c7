import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package, however deep below it the running file is: as source, compiled, or bundled. */
export const packageFolder = fileURLToPath(findFolder(new URL('.', import.meta.url)));

export const { version } = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8')) as {
  version: string;
};

function findFolder(from: URL): URL {
  if (existsSync(new URL('package.json', from))) return from;
  const above = new URL('..', from);
  if (above.href === from.href) throw new Error('the package.json of the service is missing');
  return findFolder(above);
}
