import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const baseImage = 'localhost/latchkey-base';

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/**
 * What `node:…-bookworm-slim` is, made of this machine's own Node.js and its Debian: no registry of images is needed. Made once;
 * `buildah rmi` removes it.
 */
export function makeBase(folder: string): void {
  if (run('buildah', 'images', '--format', '{{.Name}}').split('\n').includes(baseImage)) return;
  const root = join(folder, 'root');
  const [site = '', release = ''] = run('apt-get', 'indextargets', '--format', '$(SITE) $(RELEASE)').split(
    /\s+/,
  );
  run('debootstrap', '--variant=minbase', '--include=libstdc++6,ca-certificates', release, root, site);
  mkdirSync(join(root, 'usr/lib/node_modules'), { recursive: true });
  cpSync(process.execPath, join(root, 'usr/bin/node'));
  cpSync(npmFolder(), join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  run('chroot', root, 'ln', '-s', '/usr/lib/node_modules/npm/bin/npm-cli.js', '/usr/bin/npm');
  run('chroot', root, 'ln', '-s', '/usr/lib/node_modules/npm/bin/npx-cli.js', '/usr/bin/npx');
  run('chroot', root, 'useradd', '--create-home', '--uid', '1000', 'node');
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'add', container, root, '/');
  run('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
  run('buildah', 'commit', '--rm', '--quiet', container, baseImage);
}

function npmFolder(): string {
  const places = ['../lib/node_modules/npm', '../share/nodejs/npm', '../share/npm'];
  const folders = places.map((place) => join(dirname(process.execPath), place));
  const folder = folders.find((each) => existsSync(join(each, 'bin/npm-cli.js')));
  if (!folder) throw new Error(`npm is in none of ${folders.join(', ')}`);
  return folder;
}

/** Builds a stage of the Dockerfile as an image, with npm asked where this machine asks it. */
export function buildImage(root: string, folder: string, target: string): string {
  const npmrc = join(folder, 'npmrc');
  const trusted = join(folder, 'ca.pem');
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(trusted, certificates ? readFileSync(certificates) : '');
  const lines = [`registry=${run('npm', 'config', 'get', 'registry')}`, 'audit=false', 'fund=false'];
  if (certificates) lines.push('cafile=/run/ca.pem');
  writeFileSync(npmrc, `${lines.join('\n')}\n`);
  const name = `localhost/latchkey:${target}`;
  const given = ['-v', `${npmrc}:/root/.npmrc:ro`, '-v', `${trusted}:/run/ca.pem:ro`];
  const how = ['--isolation', 'chroot', '--network', 'host', '--layers', '--format', 'docker'];
  execFileSync(
    'buildah',
    [
      'bud',
      ...how,
      ...given,
      '--build-arg',
      `NODE_IMAGE=${baseImage}`,
      '-f',
      'deploy/Dockerfile',
      '--target',
      target,
      '-t',
      name,
      root,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return name;
}
