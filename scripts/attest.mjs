// `node scripts/attest.mjs [folder]`, part of `npm run pack`: says beside the packages what is in them and what they were
// made from: a bill of materials (CycloneDX) and a provenance statement (in-toto, SLSA). Sign both where you publish.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const folder = resolve(process.argv[2] ?? 'packages');
const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const write = (name, content) => writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);

const { name, version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
if (tarballs.length === 0) {
  console.error(`There are no packages in ${folder}. Run: npm run pack`);
  process.exit(1);
}

/** From the lock file alone, so it is the same on every machine. */
const sbom = JSON.parse(run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'));
// npm calls it after the folder that it is in.
sbom.metadata.component.name = name;
write('sbom.cdx.json', sbom);

const commit = run('git', 'rev-parse', 'HEAD').trim();
const isClean = run('git', 'status', '--porcelain', '--untracked-files=no').trim() === '';
write('provenance.json', {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [...tarballs, 'sbom.cdx.json'].map((file) => ({
    name: file,
    digest: { sha256: sha256(join(folder, file)) },
  })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:latchkey:npm-run-pack:v1',
      externalParameters: { command: 'npm run pack', version, engines },
      internalParameters: { isClean },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
      ],
    },
    runDetails: {
      builder: { id: process.env.GITHUB_WORKFLOW_REF ?? 'local', version: { node: process.version } },
      metadata: { finishedOn: new Date().toISOString() },
    },
  },
});
console.log(
  `Written: sbom.cdx.json (${sbom.components.length} components), provenance.json of ${commit.slice(0, 10)}`,
);
