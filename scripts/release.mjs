// `npm run release -- 1.2.0`: says what a release would do. With --apply, it stamps the version on every package and on the
// changelog, commits and tags. It pushes and publishes nothing. `--repository <https address>`: where the source is, for
// the packages' repository, homepage and bugs; the remote `origin`, unless you say otherwise.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { apply: { type: 'boolean' }, repository: { type: 'string' } },
});
const [version] = positionals;
const fail = (message) => {
  console.error(message);
  process.exit(1);
};
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const read = (path) => readFileSync(path, 'utf8');

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? ''))
  fail('Usage: npm run release -- <version> [--repository <https address>] [--apply], such as 1.2.0');
if (values.apply && git('status', '--porcelain')) fail('Commit or stash your changes first.');
if (git('tag', '--list', `v${version}`)) fail(`v${version} is released already.`);

const root = JSON.parse(read('package.json'));
const folders = ['.', ...root.workspaces];
const packages = folders.map((folder) => JSON.parse(read(`${folder}/package.json`)));
const own = new Set(packages.map(({ name }) => name));

/** Where to read the source and report bugs. */
function originOf() {
  try {
    return git('remote', 'get-url', 'origin').replace(/^git@([^:]+):/, 'https://$1/');
  } catch {
    return undefined;
  }
}
const home = (values.repository ?? root.homepage ?? originOf())?.replace(/(\.git)?\/?(#readme)?$/, '');
if (!home?.startsWith('https://')) fail('Say where the source is: --repository https://…');
const links = {
  repository: { type: 'git', url: `git+${home}.git` },
  homepage: `${home}#readme`,
  bugs: `${home}/issues`,
};

/** Our packages depend on each other by exact version, so all of them move together. */
const stamp = (manifest) => {
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {})) if (own.has(name)) manifest[kind][name] = version;
  return { ...manifest, version, ...(manifest.name === root.name && links) };
};

const changelog = read('CHANGELOG.md');
const heading = '## Unreleased\n';
const [, unreleased] = changelog.split(heading);
if (!unreleased?.split('\n## ')[0]?.trim()) fail('CHANGELOG.md says nothing under "Unreleased".');
const day = new Date().toISOString().slice(0, 10);

if (!values.apply) {
  console.log(`Would release ${version}: ${packages.map(({ name }) => name).join(', ')}, from ${home}.`);
  console.log(unreleased.split('\n## ')[0].trim());
  console.log('\nNothing was changed. Add --apply to stamp, commit and tag it.');
  process.exit(0);
}
for (const [index, folder] of folders.entries())
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(stamp(packages[index]), null, 2)}\n`);
writeFileSync('CHANGELOG.md', changelog.replace(heading, `${heading}\n## ${version} (${day})\n`));
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
git('commit', '--all', '--message', `chore(release): ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `Latchkey ${version}`);
console.log(
  `Tagged v${version}. Next: run the tests, npm run lab -- tour and npm run lab -- packages, git push --follow-tags, npm run pack (it also writes sbom.cdx.json and provenance.json), npm publish --provenance packages/<each>.`,
);
