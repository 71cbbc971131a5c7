import { csrfHeader } from '@latchkey/contract';
import { call, each, ownConnections } from '../http.mjs';
import { startLatchkey } from '../latchkey.mjs';
import { burst } from '../load.mjs';
import { say } from '../progress.mjs';
import { single } from '../report/section.mjs';
import { figure } from '../report/words.mjs';
import { headerOf, signIn } from '../seed.mjs';
import { sessionCheck } from '../stage.mjs';

export const title = 'Revocation under load';

const atOnce = 4;
const hammers = 6;
/** Responses that each hammer waits for, before and after the credential is revoked. */
const enough = { before: 2, after: 8 };

/** How a credential ends, and which one is then tried. The revoker is also signed in, besides the victim. */
const ways = [
  { name: 'sign-out, cookie', kind: 'cookie', revoke: signOut },
  { name: 'sign-out, access token', kind: 'token', revoke: signOut },
  { name: 'session ended from another one, cookie', kind: 'cookie', revoke: endSession },
  { name: 'session ended from another one, access token', kind: 'token', revoke: endSession },
  { name: 'API key revoked', kind: 'key', revoke: revokeKey },
];

/**
 * Every credential is used without pause while it is revoked, half of the time at another node on the same database. A
 * late acceptance is a request that was sent after the revocation was acknowledged, but still answered with 200.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { latchkey, options } = stage;
  const other = await startLatchkey(stage);
  const nodes = [
    { name: 'here', url: latchkey.url },
    { name: 'at another node', url: other.url },
  ];
  const cases = nodes.flatMap((node) => ways.map((way) => ({ ...way, node })));
  const repeated = Array.from({ length: options.quick ? 2 : 12 }, () => cases).flat();
  const people = repeated.map((_, at) => 129 + (at % 128));
  say(`revoking ${repeated.length} credentials under load`);
  const stopLoad = keepLoading(stage);
  const outcomes = await each(repeated, atOnce, (each, at) => revokeInUse(latchkey.url, each, people[at]));
  const background = await stopLoad();
  await other.stop();
  return {
    lines: [
      {
        id: 'revocation.late',
        text: 'late acceptances',
        unit: '',
        spread: single(sum(outcomes, 'late')),
        target: { max: 0 },
      },
    ],
    tables: [tableOf(cases, repeated, outcomes)],
    notes: [
      `${figure(sum(outcomes, 'after'), 0)} requests were sent after their credential had been revoked, from ${hammers} connections each, while ${figure(background, 0)} other session checks were answered.`,
    ],
  };
}

const sum = (outcomes, field) => outcomes.reduce((total, outcome) => total + outcome[field], 0);

function tableOf(cases, repeated, outcomes) {
  const rows = cases.map((each) => {
    const own = outcomes.filter((_, at) => repeated[at] === each);
    return [
      `${each.name}, ${each.node.name}`,
      own.length,
      sum(own, 'before'),
      sum(own, 'after'),
      sum(own, 'late'),
    ];
  });
  const columns = ['revoked by', 'times', 'requests sent before', 'requests sent after', 'of these accepted'];
  return { caption: '', columns, digits: [0, 0, 0, 0, 0], rows };
}

/** The normal load until stopped; returns its number of requests. @param {import('../stage.mjs').Stage} stage */
function keepLoading(stage) {
  let stopped = false;
  const load = { ...sessionCheck(stage, 'cookie'), connections: 32, seconds: 2 };
  const loading = (async () => {
    let requests = 0;
    while (!stopped) requests += (await burst(load)).requests;
    return requests;
  })();
  return () => {
    stopped = true;
    return loading;
  };
}

/** Uses a credential on several connections at once, revokes it, and counts what was still accepted. */
async function revokeInUse(url, { kind, node, revoke }, person) {
  const [victim] = await signIn(url, [person]);
  const [revoker] = await signIn(url, [person]);
  const [name, value] = headerOf[kind](victim).split(/: (.*)/s);
  const state = { acknowledged: false, before: 0, after: 0, late: 0 };
  const agent = ownConnections(hammers);
  const ready = new Array(hammers).fill(0);
  let settle;
  const warm = new Promise((resolve) => (settle = resolve));
  const hammer = async (nth) => {
    for (let sentAfter = 0; sentAfter < enough.after; ) {
      const late = state.acknowledged;
      const { status } = await call(`${url}/api/auth/me`, { headers: { [name]: value }, agent });
      note(state, late, status);
      sentAfter += late ? 1 : 0;
      ready[nth]++;
      if (ready.every((answers) => answers >= enough.before)) settle();
    }
  };
  const hammering = Promise.all(ready.map((_, nth) => hammer(nth)));
  await Promise.race([warm, hammering]);
  const { status } = await revoke(node.url, { victim, revoker });
  if (status !== 200) throw new Error(`a revocation was answered with ${status}`);
  state.acknowledged = true;
  await hammering;
  agent.destroy();
  return state;
}

function note(state, late, status) {
  if (status !== 200 && status !== 401) throw new Error(`a session check was answered with ${status}`);
  if (!late) state.before++;
  else state.after++;
  if (late && status === 200) state.late++;
}

const sessionOf = ({ cookie, csrf }) => ({ Cookie: cookie, [csrfHeader]: csrf });

function signOut(url, { victim }) {
  return call(`${url}/api/auth/logout`, { method: 'POST', headers: sessionOf(victim) });
}

function endSession(url, { victim, revoker }) {
  return call(`${url}/api/auth/sessions/${victim.sessionId}`, {
    method: 'DELETE',
    headers: sessionOf(revoker),
  });
}

function revokeKey(url, { victim, revoker }) {
  return call(`${url}/api/keys/${victim.keyId}`, { method: 'DELETE', headers: sessionOf(revoker) });
}
