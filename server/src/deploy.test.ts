import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { Environment } from './platform/config/environment.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

describe('compose.yaml', () => {
  const compose = parseDocument(read('compose.yaml'), { merge: true }).toJS();
  const nodes: { env_file: string; environment: Record<string, string> }[] = [
    compose.services.one,
    compose.services.two,
  ];

  test('passes every variable in .env to each node, and decides only what belongs to its own network', () => {
    for (const { env_file: file, environment } of nodes) {
      expect(file).toBe('../.env');
      const own = Object.entries(environment).filter(([name, value]) => !value.startsWith(`\${${name}:`));
      expect(own.map(([name]) => name).sort()).toEqual([
        'DATABASE_URL',
        'HOST',
        'NODE_ENV',
        'PORT',
        'REDIS_URL',
        'TRUST_PROXY',
      ]);
      expect(Object.keys(environment).filter((name) => !(name in Environment.shape))).toEqual([]);
    }
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const of = (instruction: string) => lines.filter((line) => line.startsWith(`${instruction} `));

  test('builds on one pinned line of Node.js, and runs as an ordinary user, with a health check', () => {
    expect(of('ARG')).toEqual([expect.stringMatching(/^ARG NODE_IMAGE=node:\d+-\w+-slim$/)]);
    expect(of('FROM').map((line) => line.replace(/\W+/g, ' '))).toEqual([
      'FROM NODE_IMAGE AS build',
      'FROM NODE_IMAGE AS modules',
      'FROM NODE_IMAGE AS slim',
      'FROM slim AS with postgres',
    ]);
    expect(of('USER')).toEqual(['USER node', 'USER root', 'USER node']);
    expect(of('HEALTHCHECK')).toHaveLength(1);
    expect(of('ENTRYPOINT')).toEqual(['ENTRYPOINT ["node", "server/bin/latchkey.js"]']);
  });

  test('takes only what the service needs from the build, and no secret', () => {
    const last = lines.slice(lines.findIndex((line) => line.endsWith(' AS slim')));
    const copied = last.filter((line) => line.startsWith('COPY ')).map((line) => line.split(' ')[1]);
    expect(new Set(copied)).toEqual(new Set(['--from=modules', '--from=build']));
    expect(read('Dockerfile')).not.toMatch(/SECRET|PASSWORD|TOKEN/);
    const ignored = readFileSync(new URL('../../.dockerignore', import.meta.url), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '**/.latchkey', '.git', 'packages']));
  });

  test('has PostgreSQL in one image only, and requires in the other what production requires', () => {
    const stage = (name: string) => {
      const at = lines.findIndex((line) => line.endsWith(` AS ${name}`));
      const end = lines.findIndex((line, nth) => nth > at && line.startsWith('FROM '));
      return lines.slice(at, end < 0 ? undefined : end).join('\n');
    };
    expect(stage('slim')).toContain('ENV NODE_ENV=production');
    expect(stage('slim')).not.toMatch(/\/postgres|embedded:/);
    expect(stage('with-postgres')).toContain('ENV NODE_ENV=development DATABASE_URL=embedded:/data');
    expect(read('compose.yaml')).toContain('target: slim');
  });
});

describe('the logs of a proxy', () => {
  const invitations = ['/invite/s3cret', '/api/invites/s3cret', '/api/invites/s3cret/accept'];

  test('nginx: no server logs a query, a Referer or the token of an invitation', () => {
    const conf = read('nginx.conf');
    const [format = ''] = /log_format without_secrets[^;]*;/.exec(conf) ?? [];
    expect(format).toContain('$path_without_token');
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
    const [, ...servers] = conf.split(/^server \{/m);
    expect(servers).toHaveLength(2);
    for (const server of servers) {
      expect(server).toMatch(/^ {2}access_log \S+ without_secrets;$/m);
      // At lower levels, nginx quotes the request.
      expect(server).toMatch(/^ {2}error_log \S+ crit;$/m);
    }
    const [, pattern = ''] = /~\*(\S+) "\$\{start\}\.\.\."/.exec(conf) ?? [];
    for (const path of invitations)
      expect(new RegExp(pattern, 'i').exec(path)?.groups?.start).toMatch(/^\/(api\/)?invites?\/$/);
  });

  test('haproxy: a line holds neither a query, nor a Referer, nor the token of an invitation', () => {
    const conf = read('haproxy.cfg');
    const [format = ''] = /log-format .*/.exec(conf) ?? [];
    expect(format.match(/%\w+|%\[.*?\]/g)).toEqual([
      '%ci',
      '%tr',
      '%HM',
      '%[var(txn.path)]',
      '%ST',
      '%B',
      '%Tr',
      '%s',
    ]);
    const [, pattern = '', put = ''] = /path,regsub\('(.*?)','(.*?)',i\)/.exec(conf) ?? [];
    for (const path of invitations)
      expect(path.replace(new RegExp(pattern, 'i'), put.replace('\\1', '$1'))).not.toContain('s3cret');
  });
});

const kubernetes = () => parseAllDocuments(read('kubernetes/latchkey.yaml')).map((part) => part.toJS());

test('Kubernetes: what the sample decides counts, even if the secret was made from all of .env.example', () => {
  const parts = kubernetes();
  const [container] = parts.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
  expect(container.envFrom.map((from: object) => Object.keys(from)[0])).toEqual([
    'secretRef',
    'configMapRef',
  ]);
  const { data } = parts.find(({ kind }) => kind === 'ConfigMap');
  expect(Object.keys(data).filter((name) => !(name in Environment.shape))).toEqual([]);
  // Each of them is in the example, most of them empty.
  expect(data).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000' });
});

test('the example of variables has no quotation marks: docker and kubectl would keep them', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  expect(lines.filter((line) => /^[A-Z].*=.*["']/.test(line))).toEqual([]);
});

test('the chart uses exactly the values that it lists, and sets only variables that the service knows', () => {
  const templates = readdirSync(new URL('../../deploy/helm/latchkey/templates', import.meta.url));
  const text = templates.map((name) => read(`helm/latchkey/templates/${name}`)).join('\n');
  const used = new Set([...text.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name));
  const { env, ...values } = parseDocument(read('helm/latchkey/values.yaml')).toJS();
  expect([...used].toSorted()).toEqual(['env', ...Object.keys(values)].toSorted());
  const set = [...text.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  expect([...set, ...Object.keys(env)].filter((name) => !(name in Environment.shape))).toEqual([]);
});

test('Kubernetes: everyone reaches the service, and only Prometheus its metrics', () => {
  const parts = kubernetes();
  const only = (kind: string) => parts.find((part) => part.kind === kind)?.spec;
  const policy = only('NetworkPolicy');
  expect(policy.podSelector).toEqual(only('Deployment').selector);
  expect(policy.policyTypes).toEqual(['Ingress']);
  expect(policy.ingress).toEqual([
    { ports: [{ port: 'http' }] },
    {
      from: [
        {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
          podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
        },
      ],
      ports: [{ port: 'metrics' }],
    },
  ]);
});
