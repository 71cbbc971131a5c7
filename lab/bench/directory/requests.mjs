import { call, each, ownConnections } from '../src/http.mjs';
import { percentile } from '../src/statistics.mjs';

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory's connection to the service. */
function speaker(url, { secret }) {
  const agent = ownConnections(8);
  const headers = { Authorization: `Bearer ${secret}` };
  return async (method, path, expected, json) => {
    const answer = await call(`${url}/api/scim/v2${path}`, { method, headers, json, agent });
    if (answer.status !== expected)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer.body;
  };
}

const filtered = (attribute, value) =>
  `/Users?${new URLSearchParams({ filter: `${attribute} eq "${value}"` })}`;
const personOf = ({ domain }, name) => ({
  schemas: [user],
  userName: `${name}@${domain}`,
  externalId: name,
  name: { givenName: 'New', familyName: name },
  active: true,
});

/** Each sends one request of its kind, about the `nth` person. */
const kinds = {
  'create a person': (ask, directory, nth) => ask('POST', '/Users', 201, personOf(directory, `new-${nth}`)),
  'get a person': (ask, { someone }) => ask('GET', `/Users/${someone}`, 200),
  'filter by userName': (ask, { domain }, nth) =>
    ask('GET', filtered('userName', `person-${1 + (nth % 100)}@${domain}`), 200),
  'list the first 100': (ask) => ask('GET', '/Users?startIndex=1&count=100', 200),
  'remove from a group': (ask, { group, someone }) => change(ask, group, 'remove', someone),
  'add to a group': (ask, { group, someone }) => change(ask, group, 'add', someone),
};

function change(ask, group, op, id) {
  const operation = { op, path: 'members', value: [{ value: id }] };
  return ask('PATCH', `/Groups/${group}`, 204, { schemas: [patch], Operations: [operation] });
}

/** Asks the directories in turn, so that other load on the machine hits all. Returns the times of each kind. */
export async function timeKinds(url, directories, rounds) {
  const speakers = directories.map((directory) => ({ directory, ask: speaker(url, directory) }));
  for (const { directory, ask } of speakers) {
    const { Resources } = await ask('GET', filtered('userName', `person-7@${directory.domain}`), 200);
    directory.someone = Resources[0].id;
  }
  const times = new Map(Object.keys(kinds).map((kind) => [kind, directories.map(() => [])]));
  for (let nth = 0; nth < rounds + 3; nth++)
    for (const [kind, send] of Object.entries(kinds))
      for (const [at, { directory, ask }] of speakers.entries()) {
        const from = performance.now();
        await send(ask, directory, nth);
        if (nth >= 3) times.get(kind)[at].push(performance.now() - from);
      }
  return [...times].map(([kind, lists]) => ({ kind, medians: lists.map((list) => percentile(list, 50)) }));
}

/** Creates this many people, eight at a time, and lists them all. Returns the seconds that each took. */
export async function provision(url, directory, people) {
  const ask = speaker(url, directory);
  const from = performance.now();
  const names = Array.from({ length: people }, (_, nth) => `bulk-${nth}`);
  await each(names, 8, (name) => ask('POST', '/Users', 201, personOf(directory, name)));
  const created = performance.now();
  let listed = 0;
  for (let total = Infinity; listed < total; ) {
    const page = await ask('GET', `/Users?startIndex=${listed + 1}&count=200`, 200);
    total = page.totalResults;
    listed += page.Resources.length;
    if (page.Resources.length === 0) throw new Error(`the list ended at ${listed} of ${total}`);
  }
  return { listed, creating: (created - from) / 1000, listing: (performance.now() - created) / 1000 };
}
