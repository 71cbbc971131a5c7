import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '@latchkey/server/testing/lifetime';

type Settings = { Env: string[]; Entrypoint: string[]; Cmd: string[]; User: string; WorkingDir: string };

const buildah = (...args: string[]) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();

/** What an image sets. */
const settingsOf = (image: string): Settings =>
  JSON.parse(buildah('inspect', '--type', 'image', image)).Docker.config;

export type Container = { process: ChildProcess; output(): string; exec(...command: string[]): string };

/**
 * Starts an image as strictly as an operator may: its root read-only, as its own user, without capabilities; only /tmp, and
 * what is mounted, can be written.
 */
export function startContainer(
  image: string,
  folder: string,
  {
    env = {},
    mounts = {},
    command,
  }: { env?: Record<string, string>; mounts?: Record<string, string>; command?: string[] },
): Container {
  const id = `latchkey-${process.pid}-${Date.now()}`;
  const settings = settingsOf(image);
  const container = buildah('from', '--pull-never', image);
  const root = buildah('mount', container);
  const bundle = join(folder, id);
  mkdirSync(bundle);
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const spec = {
    ociVersion: '1.0.2',
    process: {
      user: { uid: 1000, gid: 1000 },
      args: [...settings.Entrypoint, ...(command ?? settings.Cmd)],
      env: [...settings.Env, 'HOME=/home/node', ...given],
      cwd: settings.WorkingDir,
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], permitted: [] },
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'nodev', 'mode=1777'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
      ...Object.entries(mounts).map(([destination, source]) => ({
        destination,
        type: 'none',
        source,
        options: ['bind', 'rw'],
      })),
    ],
    linux: { namespaces: [{ type: 'pid' }, { type: 'mount' }, { type: 'ipc' }] },
  };
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(spec));
  let output = '';
  const child = spawn('runc', ['run', '-b', bundle, id], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  atEnd(() => {
    spawnSync('runc', ['delete', '--force', id]);
    buildah('rm', container);
  });
  return {
    process: child,
    output: () => output,
    exec: (...args) => execFileSync('runc', ['exec', id, ...args], { encoding: 'utf8' }),
  };
}
