import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFeedKey } from '@latchkey/server/testing/checks';
import type { Client } from '@latchkey/server/testing/client';
import { environmentOf } from '@latchkey/server/testing/command';
import { newKey } from '@latchkey/server/testing/keys';
import { makeOrganizationKey } from '@latchkey/server/testing/organization-keys';
import { newMember } from '@latchkey/server/testing/organizations';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { expect, test, vi } from 'vitest';
import { freePort } from './example-process.ts';
import { type Block, blocksOf, runScript } from './guide-blocks.ts';

// Each command is its own process, and there are many.
vi.setConfig({ testTimeout: 300_000 });

const variablesOf = (blocks: Block[]) =>
  Object.fromEntries(
    blocks
      .filter(({ kind }) => kind === 'dotenv')
      .flatMap(({ text }) => [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
  ) as Record<string, string>;

/** What a reader would type: packages come from this repository, and a server keeps running in its own terminal. */
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

/** What each guide ends up printing when its commands run in order. */
const guides: [string, RegExp[]][] = [
  ['add-login', [/\/login\?returnTo=http%3A%2F%2Flocalhost%3A\d+%2F/, /"plan":"pro"/]],
  ['protect-an-api', [/\{"hello":"person-\d+@example\.com"\}/]],
  ['check-callers-locally', [/\{"hello":"person-\d+@example\.com"\}/, /"staleFallbacks":\d/]],
  [
    'issue-api-keys',
    [
      /"customer":"customer-7","plan":"pro"/,
      /"INSUFFICIENT_SCOPES"/,
      /"name":"Moved"/,
      /"customer":"customer-8"/,
    ],
  ],
  [
    'permissions',
    [
      /"key":"org-auditor"/,
      /"invoices":\[\],"of":"[\da-f-]{36}"/,
      /id,cents\n/,
      /"code":"PERMISSION_DENIED"/,
    ],
  ],
  ['subdomains', [/access-control-allow-origin: https:\/\/app\.example\.com/i]],
  ['move-users', [/"accessToken":"/, /Nothing was written\. The result would be: 1 imported/]],
  ['invite-a-team', [/"email":"grace@example\.com"/, /"firstName":"Grace"/, /"total":2/]],
];

test.each(guides)('every command in the %s guide does what it says', async (guide, outcomes) => {
  const blocks = blocksOf(guide);
  const { BASE_URL, ...env } = variablesOf(blocks);
  const service = await startService({ env: { ...env, ...(BASE_URL && { BASE_URL }) } });
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-guide-'));
  try {
    const [user, admin, port] = [await newUser(service), await newStaff(service, 'ADMIN'), await freePort()];
    const here = (text: string) =>
      text
        .replaceAll('http://localhost:3000', service.url)
        .replace(/(localhost(?::|%3A)|listen\()4000/g, `$1${port}`);
    for (const { file, text } of blocks) if (file) writeFileSync(join(folder, file), here(text));
    const { status, said } = await runScript(here(scriptOf(blocks, port)), folder, {
      ...environmentOf(service),
      KEY: (await newKey(user.client, { permission: 'READ_WRITE' })).key,
      ADMIN_KEY: (await newKey(admin.client, { permission: 'READ_WRITE' })).key,
      LATCHKEY_CHECKS_KEY: await newFeedKey(service),
      LATCHKEY_KEY: await makeProgramKey(user.client),
      USER_ID: user.id,
      ...(guide === 'permissions' && (await makeMember(service, user.organizationId))),
    });
    expect(status, said).toBe(0);
    for (const outcome of outcomes) expect(said).toMatch(outcome);
    if (guide === 'move-users') await expectEverybodyIn(service);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  }
});

async function makeProgramKey(admin: Client): Promise<string> {
  return (await makeOrganizationKey(admin, { scopes: ['latchkey:verify', 'latchkey:keys'] })).key;
}

async function makeMember(service: Awaited<ReturnType<typeof startService>>, organizationId: string) {
  const { id, client } = await newMember(service, organizationId, 'MEMBER');
  return { MEMBER_ID: id, MEMBER_KEY: (await newKey(client, { permission: 'READ_WRITE' })).key };
}

/** Everyone in the guide's samples signs in with the password they had. */
async function expectEverybodyIn(service: Awaited<ReturnType<typeof startService>>): Promise<void> {
  const names = ['mary', 'auth0', 'firebase', 'keycloak', 'supabase', 'clerk', 'better-auth'];
  for (const name of names) {
    const given = { email: `${name}@example.com`, password };
    expect((await service.client().post('/api/auth/login', given)).status, name).toBe(200);
  }
}
