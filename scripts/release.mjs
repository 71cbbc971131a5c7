// `node scripts/release.mjs 1.2.0`: stamps the version on every package and on the changelog, commits and tags. It pushes
// and publishes nothing. With --dry-run it only says what it would do.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [version, flag] = process.argv.slice(2);
const dryRun = flag === '--dry-run';
const fail = (message) => {
  console.error(message);
  process.exit(1);
};
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const read = (path) => readFileSync(path, 'utf8');

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? ''))
  fail('Usage: node scripts/release.mjs <version> [--dry-run], such as 1.2.0');
if (!dryRun && git('status', '--porcelain')) fail('Commit or stash your changes first.');
if (git('tag', '--list', `v${version}`)) fail(`v${version} is released already.`);

const root = JSON.parse(read('package.json'));
const folders = ['.', ...root.workspaces];
const packages = folders.map((folder) => JSON.parse(read(`${folder}/package.json`)));
const own = new Set(packages.map(({ name }) => name));

/** Our packages depend on each other by exact version, so all of them move together. */
const stamp = (manifest) => {
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {})) if (own.has(name)) manifest[kind][name] = version;
  return { ...manifest, version };
};

const changelog = read('CHANGELOG.md');
const heading = '## Unreleased\n';
const [, unreleased] = changelog.split(heading);
if (!unreleased?.split('\n## ')[0]?.trim()) fail('CHANGELOG.md says nothing under "Unreleased".');
const day = new Date().toISOString().slice(0, 10);

if (dryRun) {
  console.log(`Would release ${version}: ${packages.map(({ name }) => name).join(', ')}.`);
  console.log(unreleased.split('\n## ')[0].trim());
  process.exit(0);
}
for (const [index, folder] of folders.entries())
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(stamp(packages[index]), null, 2)}\n`);
writeFileSync('CHANGELOG.md', changelog.replace(heading, `${heading}\n## ${version} (${day})\n`));
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' });
git('commit', '--all', '--message', `chore(release): ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `Latchkey ${version}`);
console.log(
  `Tagged v${version}. Next: run the tests, npm run lab -- tour and npm run lab -- packages, git push --follow-tags, npm run pack (it also writes sbom.cdx.json and provenance.json), npm publish packages/<each>.`,
);
