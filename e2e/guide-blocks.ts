import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from '@latchkey/server/testing/command';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A code block in a guide. `file`: the file to save it as, if any. */
export type Block = { kind: string; file: string | undefined; text: string };

export function blocksOf(guide: string, folder = 'guides'): Block[] {
  const text = readFileSync(join(root, 'docs', folder, `${guide}.md`), 'utf8');
  const blocks = text.matchAll(/^( *)```(\w+)(?: (\S+))?\n([\s\S]*?)^\1```$/gm);
  return [...blocks].map(([, indent = '', kind = '', file, body = '']) => ({
    kind,
    file,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

const shim = `npm() {
  for name in "\${@:2}"; do
    case "$name" in */sdk.tgz) name=@latchkey/sdk ;; esac
    mkdir -p "node_modules/$(dirname "$name")" && ln -sfn "$PACKAGES/$name" "node_modules/$name" && test -e "node_modules/$name/package.json"
  done
}
latchkey() { "$NODE" "$LATCHKEY" "$@"; }
npx() { "$@"; }
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
`;

/** What a reader's terminal would print. Packages and the command come from this repository. */
export function runScript(script: string, folder: string, env: Record<string, string>) {
  return new Promise<{ status: number | null; said: string }>((done) => {
    const bash = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', shim + script], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...env,
        PACKAGES: join(root, 'node_modules'),
        NODE: process.execPath,
        LATCHKEY: command,
      },
    });
    let said = '';
    for (const stream of [bash.stdout, bash.stderr])
      stream.on('data', (data) => {
        said += data;
      });
    bash.on('close', (status) => done({ status, said }));
  });
}
