import { csrfHeader } from '@latchkey/contract';
import { call } from '../src/http.mjs';
import { password } from '../src/seed.mjs';

/** What people and scripts do all day, each with its percentage. */
const acts = [
  [45, 'who am I, by cookie', ({ url, caller }) => call(`${url}/api/auth/me`, { headers: cookie(caller) })],
  [15, 'who am I, by key', ({ url, caller }) => call(`${url}/api/auth/me`, { headers: key(caller) })],
  [
    10,
    'members',
    ({ url, caller }) => call(`${url}/api/organizations/current/members`, { headers: cookie(caller) }),
  ],
  [8, 'profile', ({ url, caller }) => call(`${url}/api/users/profile`, { headers: cookie(caller) })],
  [8, 'a changed profile', changeProfile],
  [5, 'sessions', ({ url, caller }) => call(`${url}/api/auth/sessions`, { headers: cookie(caller) })],
  [4, 'a key, made and revoked', makeKey],
  [3, 'signed in and out', signInAndOut],
  [2, 'ready', ({ url }) => call(`${url}/api/health/ready`)],
];

const cookie = ({ cookie: value, csrf }) => ({ Cookie: value, [csrfHeader]: csrf });
const key = ({ key: value }) => ({ Authorization: `Bearer ${value}` });

function changeProfile({ url, caller, dice }) {
  const json = { lastName: `Lovelace ${Math.floor(dice() * 1000)}` };
  return call(`${url}/api/users/profile`, { method: 'POST', headers: cookie(caller), json });
}

/** One at a time per caller, who may have ten. */
async function makeKey({ url, caller }) {
  const headers = cookie(caller);
  const json = { name: 'soak', permission: 'READ_ONLY' };
  const made = await call(`${url}/api/keys`, { method: 'POST', headers, json });
  if (made.status !== 201) return made;
  return call(`${url}/api/keys/${made.body.id}`, { method: 'DELETE', headers });
}

async function signInAndOut({ url, caller }) {
  const json = { email: caller.email, password };
  const login = await call(`${url}/api/auth/login`, { method: 'POST', json });
  if (login.status !== 200) return login;
  const headers = { Authorization: `Bearer ${login.body.tokens.accessToken}` };
  return call(`${url}/api/auth/logout`, { method: 'POST', headers });
}

let deck = [];

/** Dealt like cards, so every hundred acts hold exactly these percentages: a few sign-ins more cost as much as the rest. */
function deal(dice) {
  if (deck.length === 0) deck = acts.flatMap((act) => Array.from({ length: act[0] }, () => act));
  return deck.splice(Math.floor(dice() * deck.length), 1)[0];
}

/** One act by one caller, and its result. */
export async function actOnce(url, callers, dice) {
  const [, name, act] = deal(dice);
  const caller = callers[Math.floor(dice() * callers.length)];
  try {
    const { status, body } = await act({ url, caller, dice });
    return { name, error: status < 300 ? undefined : `${status} ${body?.error?.code ?? ''}` };
  } catch (error) {
    return { name, error: error.message };
  }
}
