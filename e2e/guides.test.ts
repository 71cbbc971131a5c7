import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKey } from '@latchkey/server/testing/keys';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';
import { freePort } from './example-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A block of a guide. `file`: its name, where the text is to be kept under one. */
type Block = { kind: string; file: string | undefined; text: string };

function blocksOf(guide: string): Block[] {
  const text = readFileSync(join(root, 'docs/guides', `${guide}.md`), 'utf8');
  const blocks = text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, kind = '', file, body = '']) => ({ kind, file, text: body }));
}

const environmentOf = (blocks: Block[]) =>
  Object.fromEntries(
    blocks
      .filter(({ kind }) => kind === 'dotenv')
      .flatMap(({ text }) => [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
  ) as Record<string, string>;

/** What a reader's terminal would be told: packages come from here, and a server stays in a terminal of its own. */
function scriptOf(blocks: Block[], appPort: number): string {
  return blocks
    .filter(({ kind }) => kind === 'sh')
    .map(({ text }) =>
      /^node \S+\n$/.test(text)
        ? `${text.trim()} & \nfor i in $(seq 200); do (exec 3<>/dev/tcp/127.0.0.1/${appPort}) 2>/dev/null && break; sleep 0.1; done\n`
        : text,
    )
    .join('\n');
}

const shim = `npm() {
  for name in "\${@:2}"; do
    mkdir -p "node_modules/$(dirname "$name")" && ln -sfn "$PACKAGES/$name" "node_modules/$name" && test -e "node_modules/$name/package.json"
  done
}
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
`;

function run(script: string, folder: string, env: Record<string, string>) {
  return new Promise<{ status: number | null; said: string }>((done) => {
    const bash = spawn('bash', ['-euo', 'pipefail', '-c', shim + script], {
      cwd: folder,
      env: { ...process.env, ...env, PACKAGES: join(root, 'node_modules') },
    });
    let said = '';
    for (const stream of [bash.stdout, bash.stderr])
      stream.on('data', (data) => {
        said += data;
      });
    bash.on('close', (status) => done({ status, said }));
  });
}

/** What each guide comes to, when its commands are run in order. */
const guides: [string, RegExp[]][] = [
  ['add-login', [/\/login\?returnTo=http%3A%2F%2Flocalhost%3A\d+%2F/, /"plan":"pro"/]],
  ['protect-an-api', [/\{"hello":"person-\d+@example\.com"\}/]],
  ['subdomains', [/access-control-allow-origin: https:\/\/app\.example\.com/i]],
  ['invite-a-team', [/"email":"grace@example\.com"/, /"firstName":"Grace"/, /"total":2/]],
];

test.each(guides)('every command of %s does what it says', async (guide, outcomes) => {
  const blocks = blocksOf(guide);
  const { BASE_URL, ...env } = environmentOf(blocks);
  const service = await startService({ env: { ...env, ...(BASE_URL && { BASE_URL }) } });
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-guide-'));
  try {
    const [user, admin, port] = [await newUser(service), await newStaff(service, 'ADMIN'), await freePort()];
    const here = (text: string) =>
      text
        .replaceAll('http://localhost:3000', service.url)
        .replace(/(localhost(?::|%3A)|listen\()4000/g, `$1${port}`);
    for (const { file, text } of blocks) if (file) writeFileSync(join(folder, file), here(text));
    const { status, said } = await run(here(scriptOf(blocks, port)), folder, {
      KEY: (await newKey(user.client, { permission: 'READ_WRITE' })).key,
      ADMIN_KEY: (await newKey(admin.client, { permission: 'READ_WRITE' })).key,
      USER_ID: user.id,
    });
    expect(status, said).toBe(0);
    for (const outcome of outcomes) expect(said).toMatch(outcome);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
});
