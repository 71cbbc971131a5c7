import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailLimits, rateLimits } from '@latchkey/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { keptSecrets } from '../../runtime/development-secrets.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

const secrets = {
  SESSION_SECRET: 'session-secret-with-many-letters-0123456789',
  JWT_SECRET: 'access-secret-with-many-letters-0123456789',
  JWT_REFRESH_SECRET: 'refresh-secret-with-many-letters-0123456789',
};
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.internal/latchkey',
  SMTP_URL: 'smtp://mail.internal',
  ...secrets,
};
const generated = {
  SESSION_SECRET: 'generated-session-secret-0123456789',
  JWT_SECRET: 'generated-access-secret-0123456789x',
  JWT_REFRESH_SECRET: 'generated-refresh-secret-0123456789',
};

const read = (environment: Record<string, string | undefined>) => readConfig(environment, () => generated);

function faultsOf(environment: Record<string, string | undefined>): string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

/** Whether one address at one hop is trusted. */
const trusts = (config: Config, address: string, hop: number) =>
  typeof config.trustProxy === 'function' ? config.trustProxy(address, hop) : config.trustProxy;

type Case = {
  variable: string;
  part: (config: Config) => unknown;
  unset: unknown;
  valid: [given: string, means: unknown][];
  invalid: string[];
  with?: Record<string, string>;
};

const flags = (unset: boolean): Pick<Case, 'unset' | 'valid' | 'invalid'> => ({
  unset,
  valid: [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ],
  invalid: ['yes', 'TRUE', '2', 'on'],
});
const webAddresses = {
  valid: [
    ['https://id.example.com', 'https://id.example.com'],
    ['http://localhost:8080/', 'http://localhost:8080'],
  ] as [string, unknown][],
  invalid: ['id.example.com', 'ftp://id.example.com', 'https://', '//id.example.com', 'javascript:alert(1)'],
};

const cases: Case[] = [
  {
    variable: 'NODE_ENV',
    part: ({ environment }) => environment,
    unset: 'development',
    valid: [['test', 'test']],
    invalid: ['prod', 'Production', 'staging'],
  },
  {
    variable: 'DATABASE_URL',
    part: ({ database }) => database,
    unset: { kind: 'embedded', folder: '.latchkey' },
    valid: [
      ['embedded:/var/lib/latchkey', { kind: 'embedded', folder: '/var/lib/latchkey' }],
      ['embedded:data', { kind: 'embedded', folder: 'data' }],
      ['postgres://u:p@db/latchkey', { kind: 'server', url: 'postgres://u:p@db/latchkey' }],
      ['postgresql://db', { kind: 'server', url: 'postgresql://db' }],
      ['postgres://u:a,b@db/x', { kind: 'server', url: 'postgres://u:a,b@db/x' }],
      ['postgres://one:5432,two:5433/x', { kind: 'server', url: 'postgres://one:5432,two:5433/x' }],
    ],
    invalid: [
      'mysql://db/latchkey',
      'latchkey',
      'embedded:',
      'postgres://',
      'postgres://u:pa#ss@db:x/y',
      '/data',
    ],
  },
  {
    variable: 'BASE_URL',
    part: ({ baseUrl }) => baseUrl,
    unset: 'http://localhost:3000',
    valid: [...webAddresses.valid, ['https://example.com/accounts/', 'https://example.com/accounts']],
    invalid: [...webAddresses.invalid, 'https://x.com/?a=b', 'https://x.com/#a', 'https://u:p@x.com'],
  },
  {
    variable: 'HOST',
    part: ({ host }) => host,
    unset: 'localhost',
    valid: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
    ],
    invalid: [],
  },
  {
    variable: 'PORT',
    part: ({ port }) => port,
    unset: 3000,
    valid: [
      ['8080', 8080],
      ['65535', 65_535],
      ['0', 0],
    ],
    invalid: ['65536', '-1', '80.5', '0x50', 'http', '1e3', ' 80'],
  },
  {
    variable: 'WEB_CONCURRENCY',
    part: ({ processes }) => processes,
    unset: 1,
    valid: [
      ['1', 1],
      ['12', 12],
      ['auto', availableParallelism()],
    ],
    invalid: ['0', '-1', '257', '2.5', 'AUTO', 'all', '1e2', ' 2'],
  },
  {
    variable: 'METRICS_PORT',
    part: ({ metricsPort }) => metricsPort,
    unset: undefined,
    valid: [['9464', 9464]],
    invalid: ['65536', 'none'],
  },
  {
    variable: 'LOG_LEVEL',
    part: ({ logLevel }) => logLevel,
    unset: 'info',
    valid: [
      ['debug', 'debug'],
      ['silent', 'silent'],
    ],
    invalid: ['verbose', 'INFO'],
  },
  {
    variable: 'EMAIL_FROM',
    part: ({ email }) => email.from,
    unset: 'Latchkey <no-reply@localhost>',
    valid: [
      ['no-reply@example.com', 'no-reply@example.com'],
      ['Example, Inc. <no-reply@example.com>', 'Example, Inc. <no-reply@example.com>'],
    ],
    invalid: ['nobody', 'a@b.com\nBcc: c@d.com', 'A <a@b.com> <c@d.com>', `${'x'.repeat(320)}@example.com`],
  },
  {
    variable: 'RESEND_API_KEY',
    part: ({ email }) => email.resendApiKey,
    unset: undefined,
    valid: [['re_123', 're_123']],
    invalid: [],
  },
  {
    variable: 'SMTP_URL',
    part: ({ email }) => email.smtpUrl,
    unset: undefined,
    valid: [
      ['smtp://mail', 'smtp://mail'],
      ['smtps://u:p@mail:465', 'smtps://u:p@mail:465'],
      ['smtp://mail?requireTLS=false', 'smtp://mail?requireTLS=false'],
      ['smtp://mail?requireTLS=true&pool=true', 'smtp://mail?requireTLS=true&pool=true'],
    ],
    invalid: [
      'mail.example.com',
      'https://mail.example.com',
      'smtp://',
      'smtp://mail?requireTLS=',
      'smtp://mail?requireTLS=0',
      'smtp://mail?requireTLS=true&requireTLS=false',
    ],
  },
  { variable: 'ENABLE_EMAIL_VERIFICATION', part: (config) => config.emailVerification, ...flags(true) },
  { variable: 'ENABLE_TWO_FACTOR_AUTH', part: (config) => config.twoFactorForAll, ...flags(false) },
  { variable: 'ENABLE_EMAIL_LOGIN', part: (config) => config.emailLogin, ...flags(false) },
  {
    variable: 'ENABLE_SOCIAL_LOGIN',
    part: ({ providers }) => providers.length > 0,
    with: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    ...flags(true),
  },
  {
    variable: 'WEBAUTHN_RP_ID',
    part: ({ passkeyDomain }) => passkeyDomain,
    with: { BASE_URL: 'https://id.example.com:8443/app' },
    unset: 'id.example.com',
    valid: [
      ['example.com', 'example.com'],
      ['ID.Example.com', 'id.example.com'],
    ],
    invalid: [
      'com',
      'other.com',
      'ample.com',
      'https://example.com',
      'example.com:443',
      '.example.com',
      '192.0.2.7',
    ],
  },
  { variable: 'AUDIT_API_KEY_USE', part: (config) => config.auditApiKeyUse, ...flags(false) },
  {
    variable: 'AUDIT_RETENTION_DAYS',
    part: ({ auditRetentionDays }) => auditRetentionDays,
    unset: undefined,
    valid: [['90', 90]],
    invalid: ['0', '-1', '1.5', '90d', '36501'],
  },
  {
    variable: 'EMAIL_LOG_RETENTION_DAYS',
    part: ({ emailLogRetentionDays }) => emailLogRetentionDays,
    unset: undefined,
    valid: [['1', 1]],
    invalid: ['0', '-1', '1.5', '90d', 'off'],
  },
  {
    variable: 'INACTIVE_ACCOUNT_DAYS',
    part: ({ inactiveAccountDays }) => inactiveAccountDays,
    unset: undefined,
    valid: [
      ['30', 30],
      ['3650', 3650],
    ],
    invalid: ['29', '3651', 'off'],
  },
  {
    variable: 'ACCOUNT_DELETION_GRACE_DAYS',
    part: ({ deletionGraceDays, features }) => (features.accountDeletion ? deletionGraceDays : 'off'),
    unset: 14,
    valid: [
      ['0', 0],
      ['90', 90],
      ['off', 'off'],
    ],
    invalid: ['91', '-1', '1.5', 'never'],
  },
  {
    variable: 'TWO_FACTOR_ISSUER',
    part: ({ twoFactorIssuer }) => twoFactorIssuer,
    unset: 'Latchkey',
    valid: [['Example Inc', 'Example Inc']],
    invalid: ['Example: Inc', 'x'.repeat(31)],
  },
  {
    variable: 'UPLOAD_MAX_SIZE',
    part: ({ upload }) => upload.maxBytes,
    unset: 10_485_760,
    valid: [['1024', 1024]],
    invalid: ['0', '10MB', '-5', '99999999999'],
  },
  {
    variable: 'UPLOAD_ALLOWED_TYPES',
    part: ({ upload }) => upload.imageTypes,
    unset: ['image/jpeg', 'image/png', 'image/gif'],
    valid: [
      ['image/png, image/webp', ['image/png', 'image/webp']],
      ['application/pdf', []],
    ],
    invalid: ['png', 'image/', 'image/*,gif'],
  },
  {
    variable: 'RATE_LIMIT_MAX',
    part: ({ limits }) => limits.auth,
    unset: { limit: 100, windowMs: 900_000 },
    valid: [['5', { limit: 5, windowMs: 900_000 }]],
    invalid: ['0', 'none', '-1', '1.5'],
  },
  {
    variable: 'RATE_LIMIT_WINDOW',
    part: ({ limits }) => limits.auth,
    unset: { limit: 100, windowMs: 900_000 },
    valid: [['60000', { limit: 100, windowMs: 60_000 }]],
    invalid: ['0', '15m', '99999999999'],
  },
  ...Object.entries(mailLimits).map(
    ([name, { env, limit, windowMs }]): Case => ({
      variable: env,
      part: (config) => config.mailLimits[name as keyof Config['mailLimits']],
      unset: { limit, windowMs },
      valid: [['7/15m', { limit: 7, windowMs: 900_000 }]],
      invalid: ['10', '0/15m', '10/1w'],
    }),
  ),
  ...Object.entries(rateLimits).flatMap(([name, { env, limit, windowMs }]): Case[] =>
    env
      ? [
          {
            variable: env,
            part: ({ limits }) => limits[name as keyof Config['limits']],
            unset: { limit, windowMs },
            valid: [
              ['7/15m', { limit: 7, windowMs: 900_000 }],
              ['1/500ms', { limit: 1, windowMs: 500 }],
              ['100/30s', { limit: 100, windowMs: 30_000 }],
              ['3/1h', { limit: 3, windowMs: 3_600_000 }],
              ['3/365d', { limit: 3, windowMs: 31_536_000_000 }],
            ],
            invalid: [
              '10',
              '10/15',
              '0/15m',
              '10/0m',
              '10/15 m',
              '10/1w',
              '-1/1m',
              '10/15M',
              '1/366d',
              '1/1m/2',
            ],
          },
        ]
      : [],
  ),
  {
    variable: 'UPSTASH_REDIS_REST_URL',
    part: ({ limitStore }) => limitStore.upstashUrl,
    with: { UPSTASH_REDIS_REST_TOKEN: 'token' },
    unset: undefined,
    valid: [['https://eu1.upstash.io', 'https://eu1.upstash.io']],
    invalid: ['redis://eu1.upstash.io', 'eu1.upstash.io'],
  },
  {
    variable: 'LAST_USED_INTERVAL',
    part: ({ lastUsedIntervalMs }) => lastUsedIntervalMs,
    unset: 0,
    valid: [
      ['60', 60_000],
      ['3600', 3_600_000],
    ],
    invalid: ['-1', '1m', '3601'],
  },
  {
    variable: 'REDIS_URL',
    part: ({ limitStore }) => limitStore.redisUrl,
    unset: undefined,
    valid: [
      ['redis://localhost:6379', 'redis://localhost:6379'],
      ['rediss://u:p@redis/1', 'rediss://u:p@redis/1'],
      ['redis+sentinel://one,two/mymaster', 'redis+sentinel://one,two/mymaster'],
      ['redis+cluster://one:7000,two', 'redis+cluster://one:7000,two'],
    ],
    invalid: ['localhost:6379', 'http://localhost', 'redis+sentinel://one'],
  },
  {
    variable: 'ALLOWED_ORIGINS',
    part: ({ corsOrigins }) => corsOrigins,
    unset: [],
    valid: [
      ['https://app.example.com', ['https://app.example.com']],
      [
        'https://App.Example.com:443 ,http://localhost:5173',
        ['https://app.example.com', 'http://localhost:5173'],
      ],
    ],
    invalid: [
      '*',
      'app.example.com',
      'https://app.example.com/',
      'https://a.com/b',
      'null',
      'https://a.com;b',
    ],
  },
  {
    variable: 'WEBHOOK_ALLOWED_NETWORKS',
    part: ({ webhookAllowedNetworks }) => webhookAllowedNetworks,
    unset: [],
    valid: [['10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']]],
    invalid: ['true', '10.0.0', '10.0.0.0/33', 'example.com', 'loopback; 10.0.0.1'],
  },
  {
    variable: 'TRUST_PROXY',
    part: ({ trustProxy }) => trustProxy,
    unset: false,
    valid: [
      ['false', false],
      ['true', true],
      ['loopback', ['loopback']],
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.0/8, fd00::/8,uniquelocal', ['10.0.0.0/8', 'fd00::/8', 'uniquelocal']],
    ],
    invalid: [
      'yes',
      '10.0.0',
      '10.0.0.0/33',
      'fd00::/129',
      'loopback,nonsense',
      '1.2.3.4/',
      '////',
      '1.2.3.4,,',
      'fe80',
    ],
  },
  {
    variable: 'SEED_ADMIN_EMAIL',
    part: ({ seedAdmin }) => seedAdmin?.email,
    with: { SEED_ADMIN_PASSWORD: 'Correct-Horse-7' },
    unset: undefined,
    valid: [[' Root@Example.com ', 'root@example.com']],
    invalid: ['root', 'root@'],
  },
  {
    variable: 'SEED_ADMIN_PASSWORD',
    part: ({ seedAdmin }) => seedAdmin?.password,
    with: { SEED_ADMIN_EMAIL: 'root@example.com' },
    unset: undefined,
    valid: [['Correct-Horse-7', 'Correct-Horse-7']],
    invalid: ['short', 'no-upper-case-7', 'NoDigits-here', 'NoSpecial777', `Aa1-${'x'.repeat(80)}`],
  },
  {
    variable: 'GOOGLE_ISSUER',
    part: ({ providers: [google] }) => google?.kind === 'openid' && google.issuer,
    with: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    unset: 'https://accounts.google.com',
    // Unchanged: an issuer with a trailing slash is a different one.
    valid: [['https://idp.example.com/', 'https://idp.example.com/']],
    invalid: ['idp.example.com'],
  },
  {
    variable: 'GITHUB_URL',
    part: ({ providers: [github] }) => github?.kind === 'github' && github.url,
    with: { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
    unset: 'https://github.com',
    ...webAddresses,
  },
  {
    variable: 'GITHUB_API_URL',
    part: ({ providers: [github] }) => github?.kind === 'github' && github.apiUrl,
    with: { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
    unset: 'https://api.github.com',
    ...webAddresses,
  },
];
const unpaired = (variable: string, given: Record<string, string> = {}) =>
  /^(UPSTASH|SEED)/.test(variable) ? {} : given;

describe.each(cases)('$variable', ({ variable, part, unset, valid, invalid, with: more }) => {
  test('falls back to its default when it is unset or blank', () => {
    expect(part(read(unpaired(variable, more)))).toEqual(unset);
    expect(part(read({ ...unpaired(variable, more), [variable]: '' }))).toEqual(unset);
    expect(part(read({ ...unpaired(variable, more), [variable]: '  ' }))).toEqual(unset);
  });

  test('is used when it is valid', () => {
    for (const [given, means] of valid)
      expect({ given, means: part(read({ ...more, [variable]: given })) }).toEqual({ given, means });
  });

  if (invalid.length === 0) return;
  test('is reported by name, as a single fault, when it is invalid', () => {
    for (const given of invalid) {
      const faults = faultsOf({ ...more, [variable]: given });
      expect({ given, faults }).toEqual({
        given,
        faults: [expect.stringMatching(new RegExp(`^${variable} .+\\.$`))],
      });
    }
  });
});

describe('TRUST_PROXY as a number', () => {
  test('trusts that many hops', () => {
    const config = read({ TRUST_PROXY: '2' });
    expect([0, 1, 2, 3].map((hop) => trusts(config, '203.0.113.1', hop))).toEqual([true, true, false, false]);
    expect(trusts(read({ TRUST_PROXY: '0' }), '203.0.113.1', 0)).toBe(false);
  });
});

describe('a provider', () => {
  test('is configured when its id and secret are set', () => {
    const config = read({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' });
    expect(config.providers).toMatchObject([
      { name: 'github', label: 'GitHub', clientId: 'id', clientSecret: 'secret' },
    ]);
  });

  const ofGitLab = {
    GITLAB_ISSUER: 'https://git.example',
    GITLAB_CLIENT_ID: 'id',
    GITLAB_CLIENT_SECRET: 's',
  };
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };

  test('of any name has variables that start with it, and comes after Google and GitHub', () => {
    const named = {
      OAUTH_PROVIDERS: ' gitlab, okta9 ',
      ...ofGitLab,
      OKTA9_ISSUER: 'https://okta.example/',
      OKTA9_CLIENT_ID: 'id',
      OKTA9_CLIENT_SECRET: 's',
      OKTA9_LABEL: 'Acme Login',
      OKTA9_TRUST_EMAIL: 'true',
    };
    const { providers } = read({ ...named, ...github, ...google });
    expect(providers.map(({ name, label }) => [name, label])).toEqual([
      ['google', 'Google'],
      ['github', 'GitHub'],
      ['gitlab', 'Gitlab'],
      ['okta9', 'Acme Login'],
    ]);
    expect(providers.at(-1)).toMatchObject({ issuer: 'https://okta.example/', trustEmail: true });
    expect(providers.at(-2)).toMatchObject({ issuer: 'https://git.example', trustEmail: false });
  });

  test('is not read unless it is listed', () => {
    expect(read(ofGitLab).providers).toEqual([]);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: 'GitLab' }],
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: '9lives' }],
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: 'a' }],
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: 'a'.repeat(21) }],
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: 'gitlab,gitlab', ...ofGitLab }],
    ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: 'aa,ab,ac,ad,ae,af,ag,ah,ai,aj,ak' }],
    ...[
      'google',
      'github',
      'accounts',
      'complete',
      'link',
      'pending',
      'providers',
      'password',
      'passkey',
      'sso',
    ].map((name) => ['OAUTH_PROVIDERS', { OAUTH_PROVIDERS: name }] as [string, Record<string, string>]),
    ['GITLAB_ISSUER', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_ISSUER: '' }],
    ['GITLAB_ISSUER', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_ISSUER: 'git.example' }],
    ['GITLAB_CLIENT_ID', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_CLIENT_ID: undefined }],
    ['GITLAB_CLIENT_SECRET', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_CLIENT_SECRET: undefined }],
    ['GITLAB_LABEL', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_LABEL: 'x'.repeat(61) }],
    ['GITLAB_TRUST_EMAIL', { OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_TRUST_EMAIL: 'maybe' }],
    [
      'GITLAB_ISSUER',
      { ...production, OAUTH_PROVIDERS: 'gitlab', ...ofGitLab, GITLAB_ISSUER: 'http://git.example' },
    ],
  ])('is refused with a fault that names %s', (variable, given) => {
    const faults = faultsOf(given);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${variable} `));
  });

  test('is refused even where another variable is at fault, too', () => {
    expect(faultsOf({ PORT: 'x', OAUTH_PROVIDERS: 'gitlab' }).map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'GITLAB_CLIENT_ID',
      'GITLAB_ISSUER',
      'GITLAB_CLIENT_SECRET',
    ]);
  });

  const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
  const apple = {
    OAUTH_PROVIDERS: 'apple',
    APPLE_CLIENT_ID: 'id',
    APPLE_TEAM_ID: 'team',
    APPLE_KEY_ID: 'key',
  };

  test.each([pem, pem.replaceAll('\n', '\\n')])(
    'named apple takes a key instead of a secret',
    (privateKey) => {
      expect(read({ ...apple, APPLE_PRIVATE_KEY: privateKey }).providers).toMatchObject([
        {
          name: 'apple',
          label: 'Apple',
          issuer: 'https://appleid.apple.com',
          clientSecret: { teamId: 'team', keyId: 'key', privateKey: pem.trim() },
        },
      ]);
    },
  );

  test.each([
    ['APPLE_TEAM_ID', { APPLE_TEAM_ID: undefined }],
    ['APPLE_KEY_ID', { APPLE_KEY_ID: undefined }],
    ['APPLE_PRIVATE_KEY', { APPLE_PRIVATE_KEY: undefined }],
    ['APPLE_PRIVATE_KEY', { APPLE_PRIVATE_KEY: 'no key' }],
    [
      'APPLE_PRIVATE_KEY',
      {
        APPLE_PRIVATE_KEY: String(
          generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        ),
      },
    ],
  ])('named apple is refused without a usable %s, which is never repeated', (variable, given) => {
    const faults = faultsOf({ ...apple, APPLE_PRIVATE_KEY: pem, ...given });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${variable} `));
    expect(faults[0]).not.toContain('PRIVATE KEY-----');
  });
});

describe('variables that come in pairs', () => {
  test.each([
    ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN', 'https://x.upstash.io', 'token'],
    ['SEED_ADMIN_EMAIL', 'SEED_ADMIN_PASSWORD', 'root@example.com', 'Correct-Horse-7'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'id', 'secret'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', 'id', 'secret'],
  ])('%s and %s must be set together', (one, other, first, second) => {
    expect(faultsOf({ [one]: first })).toEqual([`${one} and ${other} must be set together.`]);
    expect(faultsOf({ [other]: second })).toEqual([`${one} and ${other} must be set together.`]);
    expect(faultsOf({ [one]: first, [other]: second })).toEqual([]);
  });
});

describe('the three secrets', () => {
  const names = ['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET'] as const;

  test('must have at least 32 characters each', () => {
    for (const name of names) {
      expect(faultsOf({ [name]: 'x'.repeat(31) })).toEqual([`${name} must have at least 32 characters.`]);
      expect(faultsOf({ [name]: 'x'.repeat(32) })).toEqual([]);
    }
  });

  test('must all differ from each other', () => {
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const same = { ...secrets, [names[one]]: 'e'.repeat(32), [names[other]]: 'e'.repeat(32) };
      expect(faultsOf(same)).toEqual([`${names[other]} must differ from the other secrets.`]);
    }
  });

  test('are used as given, and missing ones are generated in development and marked as generated', () => {
    const config = read({ SESSION_SECRET: secrets.SESSION_SECRET });
    expect(config.secrets).toEqual({
      session: secrets.SESSION_SECRET,
      accessToken: generated.JWT_SECRET,
      refreshToken: generated.JWT_REFRESH_SECRET,
      generated: true,
      previous: { session: [], accessToken: [], refreshToken: [] },
    });
    const complete = readConfig(secrets, () => {
      throw new Error('nothing is missing');
    });
    expect(complete.secrets.generated).toBe(false);
  });

  test('may have previous values, each at least 32 characters long', () => {
    const given = `${'p'.repeat(32)}, ${'q'.repeat(40)}`;
    const { previous } = read({ ...secrets, JWT_SECRET_PREVIOUS: given }).secrets;
    expect(previous).toEqual({
      session: [],
      accessToken: ['p'.repeat(32), 'q'.repeat(40)],
      refreshToken: [],
    });
    expect(faultsOf({ ...secrets, SESSION_SECRET_PREVIOUS: `${'p'.repeat(32)},short` })).toEqual([
      'SESSION_SECRET_PREVIOUS must be secrets of at least 32 characters, separated by commas.',
    ]);
  });

  test('are generated in the folder of the embedded database, or in .latchkey by default', () => {
    const folders: string[] = [];
    const note = (folder: string) => {
      folders.push(folder);
      return generated;
    };
    readConfig({}, note);
    readConfig({ DATABASE_URL: 'embedded:/srv/data' }, note);
    readConfig({ DATABASE_URL: 'postgres://db/x' }, note);
    expect(folders).toEqual(['.latchkey', '/srv/data', '.latchkey']);
  });
});

describe('production', () => {
  test('lists everything that is missing at once', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is not set.',
      'SESSION_SECRET is not set.',
      'JWT_SECRET is not set.',
      'JWT_REFRESH_SECRET is not set.',
      expect.stringMatching(/^RESEND_API_KEY or SMTP_URL must be set/),
    ]);
  });

  test('lists what is missing and what is invalid together', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      SESSION_SECRET: 'short',
      JWT_SECRET: secrets.JWT_SECRET,
      JWT_REFRESH_SECRET: secrets.JWT_SECRET,
      PORT: 'http',
      RATE_LIMIT_LOGIN: 'often',
      GOOGLE_CLIENT_ID: 'id',
    });
    expect(faults).toHaveLength(7);
    const names = ['SESSION_SECRET', 'JWT_REFRESH_SECRET', 'PORT', 'RATE_LIMIT_LOGIN', 'GOOGLE_CLIENT_ID'];
    for (const name of [...names, 'DATABASE_URL', 'SMTP_URL'])
      expect(faults.filter((fault) => fault.includes(name))).toHaveLength(1);
    expect(new ConfigError(faults).message).toMatch(/^The configuration has 7 faults:\n( {2}- .+\n?){7}$/);
  });

  test('never generates a secret', () => {
    const { JWT_SECRET: _, ...rest } = production;
    expect(faultsOf(rest)).toEqual(['JWT_SECRET is not set.']);
  });

  test('accepts either Resend or SMTP', () => {
    const { SMTP_URL: _, ...rest } = production;
    expect(faultsOf(rest)).toHaveLength(1);
    expect(faultsOf({ ...rest, RESEND_API_KEY: 're_1' })).toEqual([]);
    expect(faultsOf(production)).toEqual([]);
  });

  test('listens on all interfaces with secure cookies, while development listens on localhost without', () => {
    expect(read(production)).toMatchObject({ production: true, secureCookies: true, host: '0.0.0.0' });
    expect(read({})).toMatchObject({ production: false, secureCookies: false, host: 'localhost' });
  });

  test('is not required for Secure cookies at an https:// address', () => {
    for (const address of ['https://id.example.com', 'HTTPS://id.example.com'])
      expect(read({ BASE_URL: address }).secureCookies).toBe(true);
    expect(read({ BASE_URL: 'http://https.example.com' }).secureCookies).toBe(false);
  });

  test('refuses a provider at an unencrypted address, except on localhost', () => {
    const given = { ...production, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(faultsOf({ ...given, GOOGLE_ISSUER: 'http://idp.internal' })).toEqual([
      'GOOGLE_ISSUER must be an https:// address.',
    ]);
    expect(faultsOf({ ...given, GOOGLE_ISSUER: 'http://localhost:9000' })).toEqual([]);
    expect(faultsOf({ GITHUB_URL: 'http://github.internal' })).toEqual([]);
  });
});

describe('the cookie domain', () => {
  const at = (BASE_URL: string, COOKIE_DOMAIN: string) => ({ BASE_URL, COOKIE_DOMAIN });

  test('is unset by default, and otherwise normalized to the form browsers use', () => {
    expect(read({}).cookieDomain).toBeUndefined();
    for (const domain of ['acme.com', '.acme.com', 'ACME.com'])
      expect(read(at('https://auth.acme.com', domain)).cookieDomain).toBe('acme.com');
    expect(read(at('https://acme.com/auth', 'acme.com')).cookieDomain).toBe('acme.com');
    expect(read(at('https://auth.bücher.example', 'bücher.example')).cookieDomain).toBe(
      'xn--bcher-kva.example',
    );
  });

  test.each([
    'https://auth.acme.com',
    'acme.com:443',
    'acme.com/',
    '*.acme.com',
    'acme..com',
    'acme.com.',
    'a b',
    '1.2.3.4',
    '[::1]',
  ])('cannot be %s', (domain) => {
    expect(faultsOf(at('https://auth.acme.com', domain))).toEqual([
      'COOKIE_DOMAIN must be a domain such as example.com.',
    ]);
  });

  test.each([
    ['https://auth.acme.com', 'evil.com'],
    ['https://evilacme.com', 'acme.com'],
    ['https://acme.com', 'auth.acme.com'],
    ['http://127.0.0.1:3000', 'acme.com'],
  ])('for %s cannot be %s', (address, domain) => {
    expect(faultsOf(at(address, domain))).toEqual([
      'COOKIE_DOMAIN must be the host of BASE_URL or a domain above it.',
    ]);
  });

  test.each([
    ['https://auth.acme.com', 'com'],
    ['https://acme.co.uk', 'co.uk'],
    ['https://acme.github.io', 'github.io'],
    ['http://localhost:3000', 'localhost'],
  ])('for %s cannot be %s, which is shared with others', (address, domain) => {
    expect(faultsOf(at(address, domain))).toEqual([
      'COOKIE_DOMAIN must be a domain of your own: others have names under this one, too.',
    ]);
  });
});

describe('allowed request origins', () => {
  test("are the service's own and the listed ones, plus every local hostname in development", () => {
    const base = { BASE_URL: 'https://id.example.com/sub', ALLOWED_ORIGINS: 'https://app.example.com' };
    expect(read({ ...production, ...base }).origins).toEqual([
      'https://id.example.com',
      'https://app.example.com',
    ]);
    expect(read({}).origins.toSorted()).toEqual([
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://localhost:3000',
      'http://localhost:3000',
    ]);
    expect(read({ ...production, BASE_URL: 'http://localhost:3000' }).origins).toEqual([
      'http://localhost:3000',
    ]);
  });
});

test('no fault repeats a value, since it may be a mistyped secret', () => {
  const hush = 'hush-HUSH-7 hush';
  const names = [
    ...cases.map(({ variable }) => variable),
    ...['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET', 'LOGO_URL', 'ACCENT_COLOR'],
  ];
  const values = [hush, `https://${hush}`, `postgres://u:${hush}@`, 'h'.repeat(400)];
  for (const value of values) {
    const faults = faultsOf(Object.fromEntries(names.map((name) => [name, value])));
    expect(faults.length).toBeGreaterThan(20);
    for (const fault of faults) expect(fault).not.toMatch(/hush|hhhh/i);
  }
});

test('the configuration is frozen', () => {
  expect(Object.isFrozen(read({}))).toBe(true);
});

describe('development secrets', () => {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'));
    folders.push(made);
    return made;
  };
  afterEach(() => {
    for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true });
  });

  test('are strong, distinct, readable only by their owner, and created once', () => {
    const place = join(folder(), 'deep', 'down');
    const made = keptSecrets(place);
    expect(Object.keys(made)).toEqual(['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET']);
    expect(new Set(Object.values(made)).size).toBe(3);
    expect(faultsOf(made)).toEqual([]);
    expect(readdirSync(place)).toEqual(['secrets.json']);
    expect(statSync(join(place, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(keptSecrets(place)).toEqual(made);
  });

  test('are different in another folder', () => {
    expect(keptSecrets(folder())).not.toEqual(keptSecrets(folder()));
  });

  test('are never regenerated over a damaged file', () => {
    const place = folder();
    for (const text of [
      '',
      '{',
      '{"SESSION_SECRET":"x"}',
      '[]',
      '{"SESSION_SECRET":"","JWT_SECRET":"","JWT_REFRESH_SECRET":""}',
    ]) {
      writeFileSync(join(place, 'secrets.json'), text);
      expect(() => keptSecrets(place)).toThrow(ConfigError);
      expect(readFileSync(join(place, 'secrets.json'), 'utf8')).toBe(text);
    }
  });

  test("cause a clear error when they can't be saved", () => {
    const place = folder();
    writeFileSync(join(place, 'file'), '');
    expect(() => keptSecrets(join(place, 'file', 'below'))).toThrow(
      /cannot be saved in .*secrets\.json \(ENOTDIR\)/,
    );
  });
});
