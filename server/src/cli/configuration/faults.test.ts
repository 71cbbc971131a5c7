import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, type newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertRole } from '../../features/roles/role-store.ts';
import { lockConfiguration } from './configuration-store.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newUser>>;
let cwd: string;
beforeAll(async () => {
  cwd = await temporaryFolder('configuration');
  admin = await newStaff(service, 'ADMIN');
});

async function run(args: string[], text: string, env: Record<string, string> = {}) {
  writeFileSync(join(cwd, 'f.yaml'), text);
  return runCommand(['config', ...args, '-f', 'f.yaml'], { cwd, env: { ...environmentOf(service), ...env } });
}

/** What both verbs say is wrong. They change nothing. */
async function faults(text: string, env?: Record<string, string>): Promise<string[]> {
  const before = await service.audit();
  const [planned, applied] = [await run(['plan'], text, env), await run(['apply'], text, env)];
  expect([planned.code, planned.out, applied.code, applied.out]).toEqual([1, '', 1, '']);
  expect(applied.error).toBe(planned.error);
  expect(await service.audit()).toEqual(before);
  return applied.error.trimEnd().split('\n');
}
const listed = async (path: string) => (await admin.client.get(`/api/admin/${path}`)).body;

test('all faults are told at once, each with its line and path, and nothing is changed', async () => {
  const text = `policy:
  passwordStrength: 9
  sesionMinutes: 5
roles:
  ROLE_FINE:
    description: Would be made
  role_bad: {}
webhooks:
  - url: https://example.com/hook
    events: [nonsense]
  - url: https://10.0.0.1/
  - events: []
  - url: https://example.com/hook
applications:
  - name: Shop
    kind: web
  - name: Phone
    organization: nobody
organizationPermissions:
  - name: reports:read
    colour: red
organizationRoles: []
hokks: {}
`;
  expect(await faults(text)).toEqual([
    'f.yaml:2: policy.passwordStrength: At most 4.',
    expect.stringMatching(
      /^f.yaml:3: policy.sesionMinutes: There is no such field. There are twoFactorRequired, /,
    ),
    expect.stringMatching(/^f.yaml:7: roles.role_bad: ROLE_ and at least/),
    expect.stringMatching(/^f.yaml:10: webhooks\[0\].events\[0\]: Must be a type such as/),
    expect.stringMatching(/^f.yaml:11: webhooks\[1\]: Webhooks can't be sent to this address/),
    'f.yaml:12: webhooks[2].url: Required.',
    'f.yaml:13: webhooks[3].url: Is there twice.',
    'f.yaml:15: applications[0].redirectUris: At least one is needed.',
    expect.stringMatching(/^f.yaml:17: applications\[1\].kind: /),
    'f.yaml:18: applications[1].organization: There is no organization nobody.',
    expect.stringMatching(/^f.yaml:21: organizationPermissions\[0\].colour: There is no such field/),
    'f.yaml:22: organizationRoles: Must be keys with values.',
    expect.stringMatching(/^f.yaml:23: hokks: There is no such section. There are policy, roles, /),
  ]);
  expect((await listed('roles')).roles).toHaveLength(3);
});

test('with --json, they are one document on standard error', async () => {
  const done = await run(['apply', '--json'], 'hokks: {}\nroles: 3');
  expect([done.code, done.out]).toEqual([1, '']);
  const { error } = JSON.parse(done.error);
  expect(error.split('\n')).toEqual([
    expect.stringMatching(/^f.yaml:1: hokks: /),
    'f.yaml:2: roles: Must be keys with values.',
  ]);
});

describe('what YAML has beyond values is a fault:', () => {
  test.each([
    ['an anchor', 'roles:\n  ROLE_ONE: &one {}\n', 'f.yaml:2: roles.ROLE_ONE: Anchors'],
    ['an alias', 'a: &x {}\nroles: *x', 'f.yaml:2: roles: Anchors'],
    ['a tag', 'roles:\n  ROLE_ONE: !!map {}\n', 'f.yaml:2: roles.ROLE_ONE: Tags'],
    ['a tag of its own', 'policy:\n  idleMinutes: !env X', 'f.yaml:2: policy.idleMinutes: Tags'],
    ['a tag on a key', 'policy:\n  !!str idleMinutes: 5', 'f.yaml:2: policy.idleMinutes: Tags'],
    ['a merge key', 'policy:\n  <<: {idleMinutes: 5}', 'f.yaml:2: policy.<<: There is no such field'],
    [
      'a repeated key',
      'policy:\n  idleMinutes: 5\n  idleMinutes: 6',
      'f.yaml:3: policy.idleMinutes: Is there twice',
    ],
    ['a repeated section', 'roles: {}\nroles: {}', 'f.yaml:2: roles: Is there twice'],
    ['a second document', 'roles: {}\n---\nroles: {}', 'f.yaml:2: (file): '],
    ['an open quote', 'roles: "', 'f.yaml:1: (file): '],
    ['a list at the top', '- roles', 'f.yaml:1: (file): Must be sections'],
    ['a key that objects have', '__proto__: {}', 'f.yaml:1: __proto__: There is no such section'],
    ['such a key below', 'policy: {__proto__: 5}', 'f.yaml:1: policy.__proto__: There is no such field'],
    ['such a key in a map', 'roles: {constructor: {}}', 'f.yaml:1: roles.constructor: ROLE_'],
    ['nothing in a section', 'webhooks:', 'f.yaml:1: webhooks: Must be a list.'],
  ])('%s', async (_name, text, told) => {
    expect((await faults(text)).join('\n')).toContain(told);
  });

  test('a file that is missing, and one that is no text', async () => {
    const where = { cwd, env: environmentOf(service) };
    const missing = await runCommand(['config', 'plan', '-f', 'absent.yaml'], where);
    expect([missing.code, missing.error]).toEqual([1, expect.stringContaining('absent.yaml cannot be read')]);
    writeFileSync(join(cwd, 'bytes.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
    const bytes = await runCommand(['config', 'plan', '-f', 'bytes.yaml'], where);
    expect([bytes.code, bytes.error]).toEqual([1, expect.stringContaining('not text in UTF-8')]);
  });

  test('an empty file changes nothing', async () => {
    expect((await run(['plan'], '# nothing yet\n')).code).toBe(0);
  });
});

describe(`\${NAME}`, () => {
  test('is the value of a variable, read after the file: it adds no keys', async () => {
    const text = `roles: {ROLE_NAMED: {description: "Team \${TEAM}, not $\${TEAM}"}}`;
    const TEAM = `x"}}\nwebhooks: []\n# \${HOME}`;
    expect(await run(['apply'], text, { TEAM })).toMatchObject({ code: 0 });
    const { roles } = await listed('roles');
    expect(roles.at(-1).description).toBe(`Team ${TEAM}, not $\{TEAM}`);
    const exported = await runCommand(['config', 'export'], { cwd, env: environmentOf(service) });
    expect(await run(['plan'], exported.out)).toMatchObject({ code: 0 });
  });

  test('that is not set is a fault, and so are the variables of Latchkey itself', async () => {
    const text = `roles:\n  ROLE_ABC:\n    description: \${ABSENT_NAME} \${SESSION_SECRET}\n    permissions: ["\${DATABASE_URL}"]`;
    expect(await faults(text)).toEqual([
      'f.yaml:3: roles.ROLE_ABC.description: ABSENT_NAME is not set.',
      "f.yaml:3: roles.ROLE_ABC.description: SESSION_SECRET is Latchkey's own. Name another variable.",
      "f.yaml:4: roles.ROLE_ABC.permissions[0]: DATABASE_URL is Latchkey's own. Name another variable.",
      expect.stringMatching(/^f.yaml:4: roles.ROLE_ABC.permissions\[0\]: area:verb/),
    ]);
    const own = {
      OAUTH_PROVIDERS: 'acme',
      ACME_ISSUER: 'https://id.example.com',
      ACME_CLIENT_ID: 'a',
      ACME_CLIENT_SECRET: 'b',
    };
    expect(await faults(`roles: {ROLE_ABC: {description: "\${ACME_CLIENT_SECRET}"}}`, own)).toEqual([
      expect.stringContaining("ACME_CLIENT_SECRET is Latchkey's own"),
    ]);
  });

  test('is never printed: plan and apply show the name, also of what changes and in faults', async () => {
    const env = { HOOK_TOKEN: 's3cr3t-in-the-address', OLD_NOTE: 'old-s3cr3t', NEW_NOTE: 'new-s3cr3t' };
    const text = (note: string) =>
      `webhooks:\n  - url: https://example.com/\${HOOK_TOKEN}\n    description: \${${note}}\n`;
    const outputs = [
      await run(['plan'], text('OLD_NOTE'), env),
      await run(['apply', '--json'], text('OLD_NOTE'), env),
      await run(['plan', '--json'], text('NEW_NOTE'), env),
      await run(['apply'], text('NEW_NOTE'), env),
      await run(['apply'], text('NEW_NOTE').replaceAll('https://', 'http://user@'), env),
    ];
    expect(outputs.map(({ code }) => code)).toEqual([2, 0, 2, 0, 1]);
    expect(outputs.map(({ out, error }) => out + error).join('')).not.toContain('s3cr3t');
    expect(JSON.parse(outputs[2]?.out ?? '').changes).toEqual([
      {
        action: 'update',
        kind: 'webhooks',
        key: `https://example.com/\${HOOK_TOKEN}`,
        fields: { description: { from: '(secret)', to: `\${NEW_NOTE}` } },
      },
    ]);
    expect((await listed('webhooks')).webhooks).toMatchObject([
      { url: `https://example.com/${env.HOOK_TOKEN}`, description: env.NEW_NOTE },
    ]);
  });
});

describe('the secrets of new things', () => {
  const app = (name: string) => `applications: [{name: ${name}, kind: service}]`;

  test('are printed by apply, once, and not by plan', async () => {
    expect((await run(['plan'], app('Once'))).out).not.toMatch(/clientSecret/);
    const first = await run(['apply'], app('Once'));
    expect(first.out).toMatch(/clientSecret: lk_secret_|clientSecret: \S{20,}/);
    expect((await run(['apply'], app('Once'))).out).not.toMatch(/clientSecret/);
    expect(service.logged.join()).not.toContain(/clientSecret: (\S+)/.exec(first.out)?.[1]);
  });

  test('go into a new file that only its owner reads, and are not printed then', async () => {
    const done = await run(['apply', '--secrets-to', 'new.json', '--json'], app('Filed'));
    expect(done.code).toBe(0);
    const { secrets } = JSON.parse(readFileSync(join(cwd, 'new.json'), 'utf8'));
    expect(secrets).toEqual([
      { kind: 'applications', key: 'Filed', clientId: expect.any(String), clientSecret: expect.any(String) },
    ]);
    expect(done.out + done.error).not.toContain(secrets[0].clientSecret);
    expect(statSync(join(cwd, 'new.json')).mode & 0o777).toBe(0o600);
  });

  test('never replace a file: then nothing is made', async () => {
    writeFileSync(join(cwd, 'there.json'), 'mine');
    const done = await run(['apply', '--secrets-to', 'there.json'], app('Unmade'));
    expect([done.code, done.error]).toEqual([1, expect.stringContaining('there.json is there already')]);
    expect(readFileSync(join(cwd, 'there.json'), 'utf8')).toBe('mine');
    const { applications } = await listed('applications');
    expect(applications.map(({ name }: { name: string }) => name)).not.toContain('Unmade');
  });

  test('leave no file if there are none, or if the file has a fault', async () => {
    await run(['apply', '--secrets-to', 'none.json'], app('Once'));
    await run(['apply', '--secrets-to', 'none.json'], `${app('Fault')}\nhokks: {}`);
    expect(existsSync(join(cwd, 'none.json'))).toBe(false);
  });
});

test('an apply waits for another, and then finds nothing to do', async () => {
  writeFileSync(join(cwd, 'wait.yaml'), 'roles: {ROLE_WAIT: {}}');
  const role = { name: 'ROLE_WAIT', description: '', parentId: null, permissions: [] };
  const done = await during(
    service,
    async (tx) => {
      await lockConfiguration(tx);
      await insertRole(tx, uuidv7(), role, service.clock.now());
    },
    () => runCommand(['config', 'apply', '--json', '-f', 'wait.yaml'], { cwd, env: environmentOf(service) }),
  );
  expect([done.code, JSON.parse(done.out).changes]).toEqual([0, []]);
});

test('several applies of one file at once make everything once', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `ROLE_TURN_${at}`);
  const text = JSON.stringify({
    roles: Object.fromEntries(names.map((name) => [name, {}])),
    applications: [{ name: 'Turn', kind: 'service' }],
  });
  writeFileSync(join(cwd, 'turn.yaml'), text);
  const where = { cwd, env: environmentOf(service) };
  const both = await Promise.all(
    [1, 2, 3].map(() => runCommand(['config', 'apply', '--json', '-f', 'turn.yaml'], where)),
  );
  expect(both.map(({ code, error }) => [code, error])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  const counts = both.map(({ out }) => JSON.parse(out).changes.length).sort();
  expect(counts).toEqual([0, 0, 9]);
  const made = (await service.audit()).filter(({ action }) => action === 'ADMIN_ROLE_CREATED');
  expect(made.filter(({ metadata }) => String(metadata.name).startsWith('ROLE_TURN'))).toHaveLength(8);
});
