// Writes the table in docs/security-model.md. Who can call is read from the contract; what is proven and what ends is
// written here by hand. With --check, only says whether the document is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints } from '../contract/dist/index.js';

const file = new URL('../docs/security-model.md', import.meta.url);
const allSessions = 'all sessions, remembered logins, pending logins, reset links';

/** Everything that changes an email, a password, a factor, a provider, a key, a role or who is let in. */
const changes = [
  [
    'updateProfile',
    'password',
    'current password, or a recent proof if there is none',
    'all other sessions, every remembered login, pending logins, reset links. The current session and API keys stay.',
  ],
  [
    'updateProfile',
    'email',
    'the session',
    'the change requested before. The address is pending until it is verified; the current one can undo it until 72 hours after the move.',
  ],
  [
    'updateUser',
    'email',
    'the session, or `users:write` and `users:read` for others',
    "as above. Another's moves at once, unverified: all their sessions, pending requests and undo links end.",
  ],
  [
    'updateUser',
    'role',
    '`users:write`, never their own account',
    'nothing: the new role applies to the next request',
  ],
  [
    'updateUser',
    'isActive',
    '`users:write`, never their own account',
    `${allSessions}, invitations above MEMBER. API keys and passkeys stop working until reactivation.`,
  ],
  [
    'resetPassword',
    'password',
    'the mailbox',
    `${allSessions}, both locks, a pending address. Passkeys stay. If no address was ever verified, also API keys, providers, two-factor, passkeys, consents to applications and the membership with others; alone, the organization's invitations, API keys and secrets, and its webhooks and applications are disabled.`,
  ],
  [
    'verifyEmailCode',
    'email',
    'the mailbox',
    'the code. If no address was ever verified: everything a password reset would end there, and the password.',
  ],
  [
    'createFirstAdmin',
    'role',
    'being at the machine of a service in development that never had an account',
    'nothing: there were no accounts',
  ],
  [
    'verifyEmail',
    'email',
    'the mailbox, and the session or the password',
    'for a pending address: links to the address before. Lock counts move with the account.',
  ],
  [
    'undoEmailChange',
    'email',
    'the old mailbox',
    `before the move, only the request. After it: ${allSessions}; API keys, providers, two-factor, passkeys, backup codes, consents to applications, invitations, organization keys, directory tokens and a password added since the request; later undo links.`,
  ],
  [
    'requestDeletion',
    'isActive',
    'a proof from the last ten minutes',
    `${allSessions}, a pending address, invitations above MEMBER; API keys rest`,
  ],
  [
    'cancelDeletion',
    'isActive',
    'the mailbox, or one that can still undo an email change',
    'the link. Nothing that ended comes back.',
  ],
  [
    'verifyUnlock',
    'lock',
    'the mailbox',
    'the lock on the address. The lock on proofs inside a session stays.',
  ],
  ['unlockUser', 'lock', '`users:write`', 'both locks; on their own account, only the one on the address'],
  ['setupTwoFactor', 'factor', 'the session', 'an earlier, unfinished setup'],
  [
    'verifyTwoFactor',
    'factor',
    'a first code',
    'every other session, every remembered login and pending login, a pending address',
  ],
  ['disableTwoFactor', 'factor', 'a current code', 'pending logins; backup codes, unless there are passkeys'],
  ['replaceBackupCodes', 'factor', 'a current code', 'all earlier backup codes'],
  [
    'resetTwoFactor',
    'factor',
    '`users:write`, never their own account',
    'the secret, passkeys, backup codes, all sessions, remembered and pending logins, a pending address',
  ],
  [
    'createPasskey',
    'passkey',
    'a proof from the last ten minutes',
    'nothing; if it is the first factor of someone who must have two-factor, every other session, remembered login and pending login',
  ],
  [
    'deletePasskey',
    'passkey',
    'a proof from the last ten minutes; never the last way in',
    'the passkey; if it was the last factor, also the backup codes. Sessions stay.',
  ],
  [
    'linkOAuth',
    'provider',
    'the provider and the password, in the browser that started it',
    'the pending token',
  ],
  ['completeOAuth', 'provider', 'the provider, in the browser that started it', 'the pending token'],
  [
    'unlinkOAuthAccount',
    'provider',
    'the session; never the last way in',
    'the link and its tokens. Sessions stay.',
  ],
  ['unlinkOAuthAccountByQuery', 'provider', 'as above', 'as above'],
  [
    'deleteConnectionLink',
    'link to an identity provider',
    'organization OWNER; a recent proof',
    'the link. Sessions stay.',
  ],
  ['deleteConnectionLinks', 'link to an identity provider', 'as above', 'all links of the connection'],
  [
    'deleteConnection',
    'identity provider',
    'organization OWNER; a recent proof',
    'the connection and all its links. Sessions stay.',
  ],
  [
    'updateConnection',
    'identity provider',
    'organization OWNER; a recent proof. To enable it, a test that passed; a new issuer needs its secret anew, and no links',
    'if turned off, or of another issuer: sign-ins under way, and what was required. Sessions stay until their hours are over.',
  ],
  [
    'updateConnection',
    'required',
    'as above; a test of their own within 24 hours; a session begun with two factors, a passkey or the connection; an OWNER who could break the glass',
    'of members with an address in its domains: every session, refresh token and remembered login that it did not open; 30 days after they last came through it, their keys and offline grants',
  ],
  [
    'updateDomain',
    'domain',
    'organization OWNER; a recent proof',
    'nothing; people who verify an address in it may join',
  ],
  [
    'verifyDomain',
    'domain',
    'organization OWNER; the DNS record',
    'the proof of another organization whose record is gone',
  ],
  [
    'removeDomain',
    'domain',
    'organization OWNER; a recent proof',
    'the proof: sign-ins through its connection, and what that required of these people',
  ],
  ['createKey', 'key', 'the session', 'nothing'],
  ['updateKey', 'key', 'the session', 'nothing'],
  ['revokeKey', 'key', 'the session', 'the key'],
  [
    'updateOrganizationPolicy',
    'policy',
    'organization OWNER; a recent proof',
    'nothing at once; from the next request on, sessions that the policy refuses or limits',
  ],
  ['updatePolicy', 'policy', '`policies:write` with `users:read`; a recent proof', 'as above, for everyone'],
  ['createOrganizationKey', 'organization key', 'organization ADMIN; a recent proof', 'nothing'],
  [
    'updateOrganizationKey',
    'organization key',
    'organization ADMIN; a recent proof',
    'nothing; if turned off, the key is refused until it is turned on again',
  ],
  [
    'rotateOrganizationKey',
    'organization key',
    'organization ADMIN; a recent proof',
    'the earlier secret, after the overlap; all earlier ones at once if it is 0 hours',
  ],
  ['revokeOrganizationKey', 'organization key', 'organization ADMIN', 'the key and all its secrets'],
  ['createScimToken', 'directory token', 'organization OWNER; a recent proof', 'nothing'],
  ['revokeScimToken', 'directory token', 'organization OWNER; a recent proof', 'the token'],
  [
    'createScimUser',
    'directory',
    'a directory token; an address in a verified domain',
    'for an account that was never verified: its password, sessions and all other ways in; else nothing',
  ],
  [
    'replaceScimUser',
    'directory',
    'a directory token; a person in its reach without a role in the service',
    'as PATCH',
  ],
  [
    'patchScimUser',
    'directory',
    'a directory token; a person in its reach without a role in the service',
    'with a new address: all sessions; with active false: all sessions, remembered logins, mailed links, grants, consents, API keys and invitations, or, for people who also belong elsewhere, the membership',
  ],
  [
    'deleteScimUser',
    'directory',
    'a directory token; a person in its reach without a role in the service',
    'the same, and the membership',
  ],
  [
    'patchScimGroup',
    'directory',
    'a directory token',
    'for people who leave the last group that is mapped to ADMIN: the rank, and invitations above MEMBER',
  ],
  ['replaceScimGroup', 'directory', 'a directory token', 'as PATCH'],
  ['deleteScimGroup', 'directory', 'a directory token', 'as PATCH'],
  [
    'mapDirectoryGroup',
    'directory',
    'organization OWNER; a recent proof',
    'if mapped to none: the rank of members who had it only by the group, and their invitations above MEMBER',
  ],
  [
    'createRole',
    'role',
    '`roles:write`; grants only those of our permissions that the caller holds',
    'nothing',
  ],
  [
    'updateRole',
    'role',
    '`roles:write`; grants only what the caller holds, and only to holders within reach',
    'nothing: applies to all holders on their next request',
  ],
  ['deleteRole', 'role', '`roles:write`; only if no one holds it', 'the role'],
  [
    'setUserRoles',
    'role',
    '`roles:write`; grants only what the caller holds',
    'nothing: applies on the next request, in the organization the user is in; ends with that membership',
  ],
  ['activateUser', 'activity', '`users:write`', 'sessions from before'],
  [
    'deactivateUser',
    'activity',
    '`users:write`, never their own account',
    `${allSessions}, invitations above MEMBER. API keys and passkeys stop working until reactivation.`,
  ],
  [
    'deleteUser',
    'activity',
    '`users:delete`, never their own account',
    'everything that belongs to the user; invitations above MEMBER. Audit entries stay, and so do keys they made for an organization with other members.',
  ],
  [
    'changeMemberRole',
    'organization role',
    'organization ADMIN, up to their own role',
    'after a demotion, open invitations above MEMBER',
  ],
  [
    'removeMember',
    'organization role',
    'organization ADMIN, or leaving',
    "open invitations above MEMBER; everything they granted to the organization's applications. Keys they made for the organization stay.",
  ],
  ['acceptInvite', 'organization role', 'the invited address', 'the invitation'],
  [
    'removeUserFromOrganization',
    'organization role',
    '`users:write` and `users:read`',
    'as when a member is removed',
  ],
  [
    'impersonate',
    'identity',
    '`users:impersonate`, two-factor',
    'nothing; it ends automatically after 60 minutes, or with the first request that finds the target out of reach',
  ],
  ['exitImpersonation', 'identity', 'the session', 'the impersonation'],
  ['createWebhook', 'webhook', '`webhooks:write`; a recent proof', 'nothing'],
  ['updateWebhook', 'webhook', '`webhooks:write`', 'if turned off, its pending deliveries fail'],
  ['updateWebhook', 'url', '`webhooks:write`; a recent proof', 'pending deliveries go to the new URL'],
  [
    'rotateWebhookSecret',
    'webhook',
    '`webhooks:write`; a recent proof',
    'earlier secrets, after the overlap; at once if it is 0 hours',
  ],
  ['deleteWebhook', 'webhook', '`webhooks:write`; a recent proof', 'its secrets, deliveries and retries'],
  ['createOrganizationWebhook', 'webhook', 'organization ADMIN; a recent proof', 'nothing'],
  [
    'updateOrganizationWebhook',
    'webhook',
    'organization ADMIN',
    'if turned off, its pending deliveries fail',
  ],
  [
    'updateOrganizationWebhook',
    'url',
    'organization ADMIN; a recent proof',
    'pending deliveries go to the new URL',
  ],
  [
    'rotateOrganizationWebhookSecret',
    'webhook',
    'organization ADMIN; a recent proof',
    'earlier secrets, after the overlap; at once if it is 0 hours',
  ],
  [
    'deleteOrganizationWebhook',
    'webhook',
    'organization ADMIN; a recent proof',
    'its secrets, deliveries and retries',
  ],
  [
    'createApplicationSecret',
    'application',
    '`applications:write`; a recent proof',
    'the secret before the last one',
  ],
  [
    'updateApplication',
    'application',
    '`applications:write`; a recent proof',
    'access it no longer has: new scopes and members apply to the next call; what people outside its new organization granted',
  ],
  [
    'deleteApplication',
    'application',
    '`applications:write`; a recent proof',
    'its secrets, and every code, grant, token and consent',
  ],
  [
    'withdrawApplication',
    'application',
    'the session, or a key of the same account',
    'the consent and every grant for the application, which gets a back-channel logout',
  ],
  [
    'decideConsent',
    'application',
    'the session that was asked',
    'nothing; a code that lasts 60 seconds is issued',
  ],
  [
    'revokeToken',
    'application',
    "the token and the client's secret (a public client has none)",
    'the grant of that token',
  ],
];

/** Unsafe routes that change none of these. Every route must be in one of the two lists. */
const others = [
  'login',
  'register',
  'logout',
  'refresh',
  'forgotPassword',
  'resendVerification',
  'requestUnlock',
  'validateTwoFactor',
  'prepareTwoFactor',
  'reauthenticate',
  'prepareReauthentication',
  'preparePasskey',
  'updatePasskey',
  'preparePasskeyLogin',
  'loginWithPasskey',
  'requestEmailCode',
  'revokeSession',
  'revokeOtherSessions',
  'putPicture',
  'deletePicture',
  'updateUserMetadata',
  'createOrganization',
  'setDefaultOrganization',
  'updateOrganization',
  'deleteOrganization',
  'previewOrganizationPolicy',
  'previewPolicy',
  'createInvite',
  'createConnection',
  'testConnection',
  'discoverSso',
  'addDomain',
  'cancelInvite',
  'finishOAuthByForm',
  'receiveSaml',
  'authorizeByForm',
  'createScimGroup',
  'exchangeToken',
  'postUserinfo',
  'introspectToken',
  'registerClient',
  'endSessionByForm',
  'confirmLogout',
  'createApplication',
  'verifyKey',
  'resetRateLimits',
  'testWebhook',
  'replayWebhook',
  'confirmChecks',
  'replayWebhookDelivery',
  'testOrganizationWebhook',
  'replayOrganizationWebhook',
  'replayOrganizationWebhookDelivery',
];

const listed = new Set([...changes.map(([name]) => name), ...others]);
const unsafe = Object.keys(endpoints).filter((name) => endpoints[name].method !== 'GET');
const faults = [
  ...unsafe
    .filter((name) => !listed.has(name))
    .map((name) => `${name} is not a GET: add it to changes or others in scripts/security-model.mjs.`),
  ...[...listed].filter((name) => !unsafe.includes(name)).map((name) => `${name} is not an unsafe route.`),
];

const yes = (allowed) => (allowed ? 'yes' : 'no');
function row([name, what, proof, ends]) {
  const route = endpoints[name];
  const rule = { ...route, ...route.guardedFields?.[what] };
  const open = route.access.kind === 'public' || route.access.kind === 'token';
  const who = open
    ? ['not needed', 'not needed', 'no', 'not needed']
    : [
        'yes',
        yes(rule.bearer !== false),
        // A key can't give a recent proof.
        yes(rule.bearer !== false && rule.apiKey !== false && !rule.recent),
        yes(rule.impersonation !== 'blocked'),
      ];
  return `| ${what} | \`${route.method} ${route.path}\` | ${[...who, proof, ends].join(' | ')} |`;
}

const current = readFileSync(file, 'utf8');
const [start, end] = ['<!-- table -->\n', '<!-- end of table -->'];
const table = [
  '| changes | route | cookie session | access token | API key | while impersonating | proof | what ends |',
  '|---|---|---|---|---|---|---|---|',
  ...changes.map(row),
].join('\n');
const text =
  current.slice(0, current.indexOf(start) + start.length) +
  `${table}\n` +
  current.slice(current.indexOf(end));

if (faults.length === 0 && !process.argv.includes('--check')) writeFileSync(file, text);
else if (faults.length === 0 && current !== text)
  faults.push('docs/security-model.md is not what the contract says. Run: npm run docs');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
