import { Session } from 'node:inspector/promises';
import { startWithProviders } from '@latchkey/server/testing/oauth/journey';
import { inviteTo, newLoner, newOrganization } from '@latchkey/server/testing/organizations';
import { encode } from '@latchkey/server/testing/saml/answer';
import { provider } from '@latchkey/server/testing/saml/exchange';
import { connectSaml } from '@latchkey/server/testing/saml/sending';
import { newUser, password } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReport } from '../report.ts';

/* How many of the service's files run for one request, counted by V8. `--files` lists them. */

type World = Awaited<ReturnType<typeof startWithProviders>>;
type Walk = () => Promise<unknown>;

/**
 * The most files, in all and without the kernel and the tools that every request runs through. A login has reached its aim of
 * 30; lower the others on the way. A SAML return creates its person's account, too.
 */
const limits = {
  login: { all: 77, own: 30 },
  'invite to accept': { all: 87, own: 44 },
  'Google callback': { all: 60, own: 25 },
  'SAML return': { all: 124, own: 78 },
};
type Name = keyof typeof limits;

/** Each function prepares the accounts it needs, and returns the walk itself. */
const walks: Record<Name, (world: World) => Promise<Walk>> = {
  async login({ service }) {
    const { email } = await newUser(service);
    return () => service.client().post('/api/auth/login', { email, password });
  },
  async 'invite to accept'({ service }) {
    const { owner } = await newOrganization(service);
    const guest = await newLoner(service);
    return async () => {
      const { token } = await inviteTo(owner, guest.email);
      await guest.client.post(`/api/invites/${token}/accept`);
    };
  },
  async 'Google callback'(world) {
    const { login } = world.somebody();
    const client = world.service.client();
    const { comeBack } = await world.depart(client, 'google');
    const back = await comeBack(login);
    return () => world.arrive(client, back);
  },
  async 'SAML return'() {
    const elsewhere = await startWithIdp();
    const connection = await connectSaml(elsewhere, provider);
    const client = elsewhere.service.client();
    const { answer, RelayState } = await connection.depart(client);
    const message = encode(connection.usual()(answer));
    return async () => connection.arrive(client, await connection.post(message, { RelayState }));
  },
};

/** Workers run beside the request, not for it. */
const besides = /(^|\/)workers?(\/|\.ts$)|queue-store\.ts$/;

const report = createReport('walks', ['walk', 'files', 'at most', 'without http/ and platform/', 'at most']);
const session = new Session();
let world: World;
beforeAll(async () => {
  world = await startWithProviders();
  session.connect();
  await session.post('Profiler.enable');
});
afterAll(async () => {
  session.disconnect();
  await world.close();
  report.write();
});

/** The files of which a function ran. Loading a file doesn't count: all of them are loaded. */
async function filesOf(walk: Walk): Promise<string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await walk();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  const paths = ran.map(({ url }) => url.split('/server/src/')[1]?.split('?')[0] ?? '');
  return [...new Set(paths)].filter((path) => path.endsWith('.ts') && !besides.test(path)).sort();
}

test.each(Object.keys(walks) as Name[])('%s', async (name) => {
  await (await walks[name](world))();
  const files = await filesOf(await walks[name](world));
  if (process.env.LAB_FILES) console.log(`${name}:\n  ${files.join('\n  ')}`);
  const own = files.filter((path) => !/^(http|platform)\//.test(path));
  const { all, own: ownLimit } = limits[name];
  report.add([name, files.length, all, own.length, ownLimit]);
  // A walk that reaches nothing would be short, too.
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThanOrEqual(all);
  expect(own.length).toBeLessThanOrEqual(ownLimit);
});
