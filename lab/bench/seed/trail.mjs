import { idOf, roll, share } from './dice.mjs';

const [when, who, what, where, browser] = Array.from({ length: 5 }, (_, at) => 30 + at);

/** How often each thing happens, per thousand. */
const frequencies = {
  AUTH_LOGIN_SUCCESS: 520,
  AUTH_LOGOUT: 140,
  AUTH_LOGIN_FAILURE: 90,
  AUTH_2FA_SUCCESS: 80,
  AUTH_REMEMBER_ME_USED: 50,
  AUTH_REGISTER: 30,
  SECURITY_EMAIL_VERIFIED: 25,
  API_KEY_CREATED: 15,
  SECURITY_PASSWORD_CHANGED: 12,
  ORG_INVITE_CREATED: 10,
  ORG_INVITE_ACCEPTED: 8,
  SECURITY_ACCOUNT_LOCKED: 6,
  ORG_MEMBER_ROLE_CHANGED: 5,
  ADMIN_USER_UPDATED: 4,
  SECURITY_SESSION_REVOKED: 3,
  ADMIN_USER_DEACTIVATED: 1,
  ADMIN_IMPERSONATION_START: 1,
};
const wheel = Object.entries(frequencies).flatMap(([action, count]) => Array(count).fill(action));
const categories = [
  [/^AUTH_/, 'authentication'],
  [/^(SECURITY|API_KEY)_/, 'security'],
];
const categoryOf = (action) => categories.find(([pattern]) => pattern.test(action))?.[1] ?? 'admin';
const categoryFor = Object.fromEntries(
  Object.keys(frequencies).map((action) => [action, categoryOf(action)]),
);

const agents = [126, 127, 128, 129, 130].flatMap((version) =>
  ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'].map(
    (system) =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  ),
);

/** Entries in the order they happened. A tenth of the people cause half of them. */
export function trail({ entries, from, until, people, users }) {
  const step = (until - from) / entries;
  return function entry(n) {
    const at = from + (n + share(n, when)) * step;
    const action = wheel[Math.floor(wheel.length * share(n, what))];
    const spot = share(n, who);
    const actor = people.actor(Math.floor(users * (spot < 0.5 ? spot / 5 : (spot - 0.5) * 2)));
    const address = roll(n % (entries / 3), where);
    return {
      id: idOf(at, n, 3),
      at,
      action,
      category: categoryFor[action],
      actor,
      ip: `${11 + (address % 180)}.${(address >>> 8) & 255}.${(address >>> 16) & 255}.${address >>> 24}`,
      agent: agents[Math.floor(agents.length * share(n, browser))],
      metadata: action === 'AUTH_LOGIN_SUCCESS' ? '{"method":"password"}' : '{}',
    };
  };
}
