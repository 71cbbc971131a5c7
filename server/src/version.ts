import { existsSync, readFileSync } from 'node:fs';

// Compiled, this is one folder below the package; in a bundle, two.
const files = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
const file = files.find((each) => existsSync(each)) ?? import.meta.url;

export const version = (JSON.parse(readFileSync(new URL(file), 'utf8')) as { version: string }).version;
