import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@latchkey/server/testing/eventually';
import { freePort } from '@latchkey/server/testing/net';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildImage, makeBase } from './base.ts';
import { type Container, startContainer } from './container.ts';

/*
 * Builds both images with Debian's buildah and starts them with runc: no engine and no registry of images is needed. CI builds
 * and starts the same file with Docker.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const smoke = join(root, '.ci/smoke.mjs');
const tools = ['buildah', 'runc', 'debootstrap'];
const buildMs = 30 * 60_000;
let folder: string;

beforeAll(async () => {
  const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error);
  if (missing.length > 0)
    throw new Error(
      `not installed: ${missing.join(', ')}. As root on Debian: apt-get install ${tools.join(' ')} uidmap`,
    );
  folder = await temporaryFolder('image');
  makeBase(folder);
}, buildMs);

const isReady = async (port: number) => {
  const response = await fetch(`http://localhost:${port}/api/health/ready`);
  if (!response.ok) throw new Error(`not ready: ${response.status}`);
};
const ended = (container: Container) =>
  new Promise<number | null>((resolve) => container.process.once('exit', resolve));
const sizeOf = (image: string) =>
  Number(
    execFileSync('buildah', ['images', '--format', '{{.Size}}', '--filter', `reference=${image}`], {
      encoding: 'utf8',
    }).replace(/[^\d.].*/s, ''),
  );

describe('the image with PostgreSQL', () => {
  let image: string;
  beforeAll(() => {
    image = buildImage(root, folder, 'with-postgres');
  }, buildMs);

  test('runs with nothing but a volume, and finds its data again', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, 1000, 1000);
    const port = await freePort();
    const start = () =>
      startContainer(image, folder, { env: { PORT: String(port) }, mounts: { '/data': data } });
    const first = start();
    await eventually(() => isReady(port));
    execFileSync('node', [smoke, `http://localhost:${port}`], { stdio: 'inherit' });
    expect(first.exec('latchkey', 'users', 'export')).toContain('smoke-');
    first.process.kill('SIGTERM');
    expect(await ended(first)).toBe(0);

    const second = start();
    await eventually(() => isReady(port));
    expect(second.exec('latchkey', 'users', 'export')).toContain('smoke-');
    expect(second.exec('id', '-u').trim()).toBe('1000');
    expect(() => second.exec('touch', '/latchkey/anything')).toThrow('Read-only');
    second.process.kill('SIGTERM');
    expect(await ended(second)).toBe(0);
  });
});

describe('the slim image', () => {
  let image: string;
  beforeAll(() => {
    image = buildImage(root, folder, 'slim');
  }, buildMs);

  test('says what it needs, and starts nothing', async () => {
    const container = startContainer(image, folder, {});
    expect(await ended(container)).toBe(1);
    expect(container.output()).toContain('DATABASE_URL');
  });

  test('has no PostgreSQL, and says so', async () => {
    const container = startContainer(image, folder, {
      env: { NODE_ENV: 'development', DATABASE_URL: 'embedded:/tmp/data' },
    });
    expect(await ended(container)).toBe(1);
    expect(container.output()).toMatch(/PostgreSQL/);
    expect(sizeOf('localhost/latchkey:slim')).toBeLessThan(sizeOf('localhost/latchkey:with-postgres') - 40);
  });
});
