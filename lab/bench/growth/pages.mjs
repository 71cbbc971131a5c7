// The pages to request, the same from a small database and a large one.

/**
 * @typedef {{ users: number, organizations: number, entries: number, hugeMembers: number, hugeEntries: number,
 *   hugeId: string, smallId: string, hugeEmail: string, now: Date }} Size what a database holds
 * @typedef {'admin' | 'hugeOwner' | 'smallOwner' | 'hugeModerator'} Who
 * @typedef {{ id: string, text: string, who: Who, path: (size: Size) => string }} Page
 */

const query = (path, values) => `${path}?${new URLSearchParams(values)}`;
const users = (values) => query('/api/users', values);
const organizations = (values) => query('/api/admin/organizations', values);
const audit = (values) => query('/api/admin/audit-logs', { organizationId: 'all', ...values });

/** The page this far into a list, as a share of it. */
const deep = (rows, share, limit) => String(Math.max(1, Math.floor((rows * share) / limit)));
/** The thousandth page, or the last one of a shorter list. */
const thousandth = (rows) => String(Math.min(1000, Number(deep(rows, 1, 20))));
const daysAgo = ({ now }, days) => new Date(now.getTime() - days * 86_400_000).toISOString();

const sorts = ['createdAt', '-createdAt', 'email', '-email', 'lastLoginAt', '-lastLoginAt'];
const searches = {
  'one letter': 'a',
  'a rare letter': 'ø',
  'two letters': 'an',
  'two rare letters': 'qx',
  'a common name': 'maria',
  'a less common name': 'xenia',
  'a rare name': 'quistgaard',
  'a full name': 'maria smith',
  'an address': 'maria.smith',
  '%': '%',
  nobody: 'zzqqxx',
};

/** @type {Page[]} */
const userPages = [
  ...sorts.map((sort) => page(`users.${sort}`, `users by ${sort}`, users({ sort }))),
  ...sorts.flatMap((sort) => [
    page(`users.${sort}.page100`, `users by ${sort}, page 100`, users({ sort, page: '100' })),
    page(`users.${sort}.page1000`, `users by ${sort}, page 1,000 or the last`, (size) =>
      users({ sort, page: thousandth(size.users) }),
    ),
  ]),
  ...Object.entries(searches).map(([name, search]) =>
    page(`users.search.${name}`, `users, search: ${name} (${search})`, users({ search })),
  ),
  page('users.search.whole', 'users, search: a whole address', (size) => users({ search: size.hugeEmail })),
  ...['email', '-lastLoginAt'].map((sort) =>
    page(
      `users.search.common.${sort}`,
      `users, search: a common name, by ${sort}`,
      users({ search: 'maria', sort }),
    ),
  ),
  page(
    'users.search.common.page5',
    'users, search: a common name, page 5',
    users({ search: 'maria', page: '5' }),
  ),
  ...['-createdAt', 'email', '-lastLoginAt'].map((sort) =>
    page(
      `users.inactive.${sort}`,
      `users, a filter that a fiftieth passes, by ${sort}`,
      users({ isActive: 'false', sort }),
    ),
  ),
  page('users.inactive.deep', 'users, a filter that a fiftieth passes, 90 % deep', (size) =>
    users({ isActive: 'false', page: deep(size.users / 50, 0.9, 20) }),
  ),
  page('users.moderators', 'users, role=MODERATOR', users({ role: 'MODERATOR' })),
  page('users.admins', 'users, role=ADMIN', users({ role: 'ADMIN' })),
  page('users.active', 'users, isActive=true', users({ isActive: 'true' })),
  page(
    'users.inactive.search',
    'users, inactive and a common name',
    users({ isActive: 'false', search: 'maria' }),
  ),
];

/** @type {Page[]} */
const organizationPages = [
  ...['-createdAt', 'createdAt', 'name', '-name'].map((sort) =>
    page(`organizations.${sort}`, `organizations by ${sort}`, organizations({ sort })),
  ),
  ...Object.entries({
    'one letter': 'a',
    'two letters': 'an',
    'a common word': 'labs',
    'a rare one': 'zorzorzor',
    '%': '%',
  }).map(([name, search]) =>
    page(`organizations.search.${name}`, `organizations, search: ${name}`, organizations({ search })),
  ),
  ...['-createdAt', 'name'].map((sort) =>
    page(`organizations.${sort}.page1000`, `organizations by ${sort}, page 1,000 or the last`, (size) =>
      organizations({ sort, page: thousandth(size.organizations) }),
    ),
  ),
  page(
    'members.small',
    'members of a small organization',
    '/api/organizations/current/members',
    'smallOwner',
  ),
  page('members.huge', 'members of a huge organization', '/api/organizations/current/members', 'hugeOwner'),
  page(
    'members.huge.page1000',
    'members of a huge organization, page 1,000 or the last',
    (size) => query('/api/organizations/current/members', { page: thousandth(size.hugeMembers) }),
    'hugeOwner',
  ),
  page(
    'members.huge.search',
    'members of a huge organization, a common name',
    query('/api/organizations/current/members', { search: 'maria' }),
    'hugeOwner',
  ),
  page(
    'members.huge.search.rare',
    'members of a huge organization, a rare name',
    query('/api/organizations/current/members', { search: 'zorzorzor' }),
    'hugeOwner',
  ),
  page('current.huge', 'a huge organization itself', '/api/organizations/current', 'hugeOwner'),
  ...['-createdAt', 'email', '-lastLoginAt'].flatMap((sort) => [
    page(`users.huge.${sort}`, `users of a huge organization by ${sort}`, (size) =>
      users({ organizationId: size.hugeId, sort }),
    ),
    page(
      `users.huge.${sort}.page1000`,
      `users of a huge organization by ${sort}, page 1,000 or the last`,
      (size) => users({ organizationId: size.hugeId, sort, page: thousandth(size.hugeMembers) }),
    ),
  ]),
  page('users.huge.search', 'users of a huge organization, a common name', (size) =>
    users({ organizationId: size.hugeId, search: 'maria' }),
  ),
];

/** @type {Page[]} */
const auditPages = [
  page('audit.first', 'audit, everything', audit({})),
  ...[0.5, 0.97].map((share) =>
    page(`audit.deep${share * 100}`, `audit, everything, ${share * 100} % deep`, (size) =>
      audit({ page: deep(size.entries, share, 50) }),
    ),
  ),
  ...['authentication', 'security', 'admin'].map((category) =>
    page(`audit.category.${category}`, `audit, category=${category}`, audit({ category })),
  ),
  page('audit.category.deep', 'audit, category=authentication, 80 % deep', (size) =>
    audit({ category: 'authentication', page: deep(size.entries * 0.9, 0.8, 50) }),
  ),
  page('audit.action.common', 'audit, a common action', audit({ action: 'AUTH_LOGIN_SUCCESS' })),
  page('audit.action.rare', 'audit, a rare action', audit({ action: 'ADMIN_USER_DEACTIVATED' })),
  page('audit.action.none', 'audit, an action that never was', audit({ action: 'ADMIN_ROLE_DELETED' })),
  page('audit.action.deep', 'audit, a common action, 80 % deep', (size) =>
    audit({ action: 'AUTH_LOGIN_SUCCESS', page: deep(size.entries * 0.52, 0.8, 50) }),
  ),
  page('audit.week', 'audit, the last seven days', (size) => audit({ from: daysAgo(size, 7) })),
  page('audit.past', 'audit, three months a year ago', (size) =>
    audit({ from: daysAgo(size, 365), to: daysAgo(size, 275) }),
  ),
  page('audit.email.one', 'audit, one address', (size) => audit({ userEmail: size.hugeEmail })),
  page('audit.email.rare', 'audit, a part of few addresses', audit({ userEmail: 'quistgaard' })),
  page('audit.email.common', 'audit, a part of many addresses (maria)', audit({ userEmail: 'maria' })),
  page('audit.email.domain', 'audit, a part of most addresses (example)', audit({ userEmail: 'example' })),
  page('audit.email.letter', 'audit, one letter of an address', audit({ userEmail: 'a' })),
  page('audit.email.two', 'audit, two rare letters of an address', audit({ userEmail: 'qx' })),
  page('audit.email.%', 'audit, % in an address', audit({ userEmail: '%' })),
  page('audit.email.nobody', 'audit, a part of no address', audit({ userEmail: 'zzqqxx' })),
  page('audit.email.week', 'audit, a common part of an address, the last seven days', (size) =>
    audit({ userEmail: 'maria', from: daysAgo(size, 7) }),
  ),
  page(
    'audit.email.action',
    'audit, a common part of an address and a rare action',
    audit({ userEmail: 'maria', action: 'ADMIN_USER_UPDATED' }),
  ),
  ...['smallOwner', 'hugeOwner'].flatMap((who) => {
    const own = who === 'smallOwner' ? 'a small organization' : 'a huge organization';
    const list = (values) => query('/api/admin/audit-logs', values);
    return [
      page(`audit.${who}`, `audit of ${own}`, list({}), who),
      page(
        `audit.${who}.category`,
        `audit of ${own}, category=security`,
        list({ category: 'security' }),
        who,
      ),
      page(
        `audit.${who}.action`,
        `audit of ${own}, a common action`,
        list({ action: 'AUTH_LOGIN_SUCCESS' }),
        who,
      ),
      page(
        `audit.${who}.email`,
        `audit of ${own}, a part of many addresses`,
        list({ userEmail: 'maria' }),
        who,
      ),
      page(
        `audit.${who}.week`,
        `audit of ${own}, the last seven days`,
        (size) => list({ from: daysAgo(size, 7) }),
        who,
      ),
    ];
  }),
  page(
    'audit.hugeOwner.deep',
    'audit of a huge organization, 90 % deep',
    (size) => query('/api/admin/audit-logs', { page: deep(size.hugeEntries, 0.9, 50) }),
    'hugeOwner',
  ),
  ...[
    ['week', 'the last seven days', (size) => ({ from: daysAgo(size, 7) })],
    ['day', 'the last day', (size) => ({ from: daysAgo(size, 1) })],
    ['all', 'everything', () => ({ from: '2000-01-01' })],
    ['action', 'a rare action', () => ({ from: '2000-01-01', action: 'ADMIN_USER_DEACTIVATED' })],
    ['email', 'one address', (size) => ({ from: '2000-01-01', userEmail: size.hugeEmail })],
    ['letter', 'one letter of an address', () => ({ userEmail: 'a' })],
    ['reason', 'a reason', () => ({ from: '2000-01-01', reason: 'wrong_password' })],
  ].map(([id, text, values]) =>
    page(`audit.summary.${id}`, `audit summary, ${text}`, (size) =>
      query('/api/admin/audit-logs/summary', { organizationId: 'all', ...values(size) }),
    ),
  ),
  page('audit.reason', 'audit, a reason', audit({ reason: 'wrong_password' })),
  page(
    'audit.summary.huge',
    'audit summary of a huge organization',
    (size) => query('/api/admin/audit-logs/summary', { from: daysAgo(size, 30) }),
    'hugeOwner',
  ),
  page(
    'audit.summary.small',
    'audit summary of a small organization',
    (size) => query('/api/admin/audit-logs/summary', { from: daysAgo(size, 30) }),
    'smallOwner',
  ),
  page(
    'activity.all',
    'activity over 90 days, everybody',
    query('/api/admin/audit-logs/activity', { days: '90', organizationId: 'all' }),
  ),
  page(
    'activity.small',
    'activity over 90 days, a small organization',
    '/api/admin/audit-logs/activity?days=90',
    'smallOwner',
  ),
  page(
    'activity.huge',
    'activity over 90 days, a huge organization',
    '/api/admin/audit-logs/activity?days=90',
    'hugeOwner',
  ),
  ...['1', '90'].map((days) =>
    page(
      `statistics.all.${days}`,
      `statistics of ${days} days, everybody`,
      query('/api/admin/statistics', { days, organizationId: 'all' }),
    ),
  ),
  page(
    'statistics.huge',
    'statistics of 90 days, a huge organization',
    '/api/admin/statistics?days=90',
    'hugeOwner',
  ),
];

/** @returns {Page} */
function page(id, text, path, who = 'admin') {
  return { id, text, who, path: typeof path === 'string' ? () => path : path };
}

export const pages = [...userPages, ...organizationPages, ...auditPages];
