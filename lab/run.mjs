// `npm run lab -- <name> [options]`: everything that measures or attacks the product. Without a name, lists them.
import { spawnSync } from 'node:child_process';

const built = ['npx tsc -b', 'node scripts/bundle.mjs'];
const programs = {
  races: ['races every single-use rule and limit, on one node and on two', 'node lab/long-run.mjs races'],
  faults: [
    'kills the service and PostgreSQL under load, then injects other faults',
    ...built,
    'node lab/long-run.mjs faults',
  ],
  failover: [
    'promotes a standby, restarts nodes behind haproxy, rotates secrets',
    ...built,
    'node lab/long-run.mjs failover',
  ],
  cluster: [
    'kills, cuts off and switches the members of a Patroni cluster under load',
    ...built,
    'node lab/long-run.mjs cluster',
  ],
  upgrade: [
    'upgrades nodes one by one across migrations that expand and contract the schema, under load',
    ...built,
    'node lab/long-run.mjs upgrade',
  ],
  redis: [
    'kills and freezes the servers of Sentinel and Redis Cluster under load',
    ...built,
    'node lab/long-run.mjs redis',
  ],
  recovery: [
    'destroys a database, recovers it as of the moment before, and verifies its backups',
    ...built,
    'node lab/long-run.mjs recovery',
  ],
  lastuse: ['measures what noting last uses costs the database', ...built, 'node lab/long-run.mjs last-use'],
  pooler: ['sends bursts of requests through PgBouncer', ...built, 'node lab/long-run.mjs pooler'],
  floods: [
    'floods the service from one address while people elsewhere sign in',
    ...built,
    'node lab/long-run.mjs floods',
  ],
  checks: [
    'races local checks against revocations on two nodes, with faults, and measures their cost',
    ...built,
    'node lab/long-run.mjs checks',
  ],
  compared: [
    'compares local checks with a token checked offline and a cookie cache',
    ...built,
    'node lab/long-run.mjs compared',
  ],
  walks: ['counts the files that a request runs through', 'node lab/long-run.mjs walks'],
  webhooks: [
    'kills the service, its database and a receiver of webhooks',
    'npx tsc -b',
    'node lab/faults/webhooks.mjs',
  ],
  fuzz: ['sends damaged requests to every route', 'node lab/fuzz.mjs'],
  mutants: ['breaks the service on purpose and checks that a test notices', 'node lab/mutants/run.mjs'],
  mutation: [
    'changes files that start nothing, place by place, and lists what no test notices',
    'node lab/mutation/run.mjs',
  ],
  bench: ['measures against a floor and a peer; --quick takes two minutes', 'node lab/bench/run.mjs'],
  growth: ['measures lists with a million users', 'node lab/bench/growth/run.mjs'],
  directory: [
    'measures SCIM with a thousand times the people, and provisioning',
    ...built,
    'node lab/bench/directory/run.mjs',
  ],
  seed: ['fills a database for measurements', 'node lab/bench/seed/seed.mjs'],
  soak: ['runs mixed load for as long as you say', 'node lab/bench/soak/run.mjs'],
  openapi: ['lints the OpenAPI document', 'npx tsc -b', 'node lab/linters/lint-openapi.mjs'],
  prism: [
    'validates requests and responses against the OpenAPI document',
    'npm run build',
    'node lab/linters/prism.mjs',
  ],
  sbom: ['writes the bill of materials', 'node lab/linters/sbom.mjs'],
  screenshots: [
    'photographs every page of the console',
    'npm run build',
    'npx vitest run --config e2e/runs.config.ts --root . e2e/screenshots.run.ts',
  ],
  tour: [
    'checks every page in all four looks and in every language',
    'npm run build',
    'npx vitest run --config e2e/runs.config.ts --root . e2e/tour.run.ts',
  ],
  look: [
    'photographs every component of the console in all four looks',
    'npx vite build --config lab/look/vite.config.ts --logLevel warn',
    'node lab/long-run.mjs look',
  ],
  packages: [
    'packs the published packages and runs them in an empty folder',
    'npm run build',
    'node scripts/check-packages.mjs',
  ],
  image: ['builds and starts the images, and renders the Helm chart', 'node lab/long-run.mjs image'],
  quickstarts: [
    'follows the guides and runs the clients in other languages',
    'npm run build',
    'npx vitest run e2e/guides.test.ts sdk/src/server/local',
    'node lab/long-run.mjs quickstarts',
  ],
  frameworks: [
    "creates each framework's application, prepares it by init, and signs in and out",
    'npm run build',
    'node lab/long-run.mjs frameworks',
  ],
  next: ['tests the Next.js examples', 'node examples/test-next.mjs'],
};

const [name = '', ...options] = process.argv.slice(2);
if (!Object.hasOwn(programs, name)) {
  const width = Math.max(...Object.keys(programs).map((each) => each.length));
  const list = Object.entries(programs).map(([each, [about]]) => `  ${each.padEnd(width)}  ${about}`);
  console.log(`npm run lab -- <name> [options]\n\n${list.join('\n')}`);
  if (name) console.error(`\nThere is no program called ${name}.`);
  process.exit(name ? 1 : 0);
}
const [, ...commands] = programs[name];
for (const [nth, command] of commands.entries()) {
  const given = nth === commands.length - 1 ? options : [];
  const [program, ...words] = command.split(' ');
  const { status } = spawnSync(program, [...words, ...given], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
