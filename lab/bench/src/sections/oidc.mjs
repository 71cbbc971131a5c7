import { createLatchkey } from '@latchkey/sdk/server';
import { each, steadily } from '../http.mjs';
import { addApplication, askForm, signInTo } from '../oidc.mjs';
import { say } from '../progress.mjs';
import { median, spreadOf, steadyRate } from '../statistics.mjs';
import { cpuSeconds } from '../usage.mjs';

export const title = 'Tokens for applications';

/** A refresh waits a quarter of a second for other tabs: with fewer connections, we would measure that. */
const connections = 128;
const verified = 1000;

const kinds = {
  tokens: 'tokens for services (client credentials)',
  refreshes: 'refreshes, each with a new ID token and access token',
  introspections: 'introspections of access tokens',
};

/**
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { quick, rounds: wanted } = stage.options;
  const rounds = quick ? Math.min(2, wanted) : wanted;
  const seconds = quick ? 3 : 8;
  const { url, pid } = stage.latchkey;
  const asks = await questions(stage);
  const figures = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { rates: [], cpuUs: [] }]));
  for (let round = 1; round <= rounds; round++) {
    for (const [kind, { rates, cpuUs }] of Object.entries(figures)) {
      const before = cpuSeconds(pid);
      const moments = await steadily({ connections, seconds }, asks[kind]);
      cpuUs.push(((cpuSeconds(pid) - before) * 1e6) / moments.length);
      rates.push(steadyRate(moments, connections));
    }
    const said = Object.entries(figures).map(([kind, { rates }]) => `${Math.round(rates.at(-1))} ${kind}/s`);
    say(`round ${round} of ${rounds}: ${said.join(', ')}`);
  }
  const verifying = [];
  for (let round = 1; round <= rounds; round++) verifying.push(await verifyEach(url, asks.issued));
  return sectionOf(figures, verifying);
}

/** What each connection asks, and the service's most recently issued tokens. */
async function questions({ latchkey: { url }, sql, callers }) {
  const service = await addApplication(sql, 'service');
  const web = await addApplication(sql, 'web');
  const grants = await each(callers.slice(0, connections), 8, (caller) => signInTo(url, web, caller));
  const issued = [];
  const token = `${url}/api/oidc/token`;
  return {
    issued,
    async tokens(agent) {
      const form = { ...service, grant_type: 'client_credentials' };
      issued.push((await askForm(token, { form, agent })).access_token);
      if (issued.length > verified) issued.shift();
    },
    async refreshes(agent, nth) {
      const form = { ...web, grant_type: 'refresh_token', refresh_token: grants[nth].refresh_token };
      grants[nth] = await askForm(token, { form, agent });
    },
    async introspections(agent, nth) {
      const form = { ...web, token: grants[nth].access_token };
      const { active } = await askForm(`${url}/api/oidc/introspect`, { form, agent });
      if (!active) throw new Error('a token that is good was called inactive');
    },
  };
}

/** Microseconds per token, each verified once: the median, because a busy machine interrupts some of them. */
async function verifyEach(url, tokens) {
  const latchkey = createLatchkey({ url });
  // The first one loads the keys.
  await latchkey.verifyAccessToken(tokens[0]);
  const times = [];
  for (const token of tokens) {
    const from = performance.now();
    const { refused } = await latchkey.verifyAccessToken(token);
    if (refused) throw refused;
    times.push((performance.now() - from) * 1000);
  }
  return median(times);
}

function sectionOf(figures, verifying) {
  const lines = Object.entries(kinds).map(([kind, text]) => ({
    id: `oidc.${kind}`,
    text: `${text}, ${connections} connections`,
    unit: '/s',
    spread: spreadOf(figures[kind].rates),
  }));
  const offline = 'verifying an access token offline with @latchkey/sdk/server (RS256), median';
  return {
    lines: [
      ...lines,
      { id: 'oidc.verify', text: offline, unit: 'µs', spread: spreadOf(verifying), target: { max: 200 } },
    ],
    tables: [
      {
        caption: '',
        columns: ['', 'own CPU µs a request'],
        digits: [0, 0],
        rows: Object.entries(kinds).map(([kind, text]) => [text, spreadOf(figures[kind].cpuUs)]),
      },
    ],
    notes: [
      'A refresh waits 250 ms for other tabs that hold the same token, by design: on one connection there are at most four a second.',
    ],
  };
}
