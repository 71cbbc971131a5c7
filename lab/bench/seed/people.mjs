import { favorite, idOf, roll, share } from './dice.mjs';
import { companyKinds, companyWords, firstNames, inventedName, lastNames, mailDomains } from './names.mjs';

// What each roll is for.
const [first, last, invent, mail, handle, place, login, seen, standing, staff, moment] = Array.from(
  { length: 11 },
  (_, at) => 10 + at,
);

/** This many people have this name, in a database of any size. */
const rareName = { name: 'Quistgaard', holders: 7 };
const oddNames = ['100% Sure', 'Under_Score', 'Back\\slash'];

/** The share of all users in each of the largest organizations. */
const hugeShares = [0.1, 0.04, 0.01];

/** The population. Each person is derived from their number, so none has to be stored. */
export class Population {
  /** @param {{ users: number, organizations: number, from: number, until: number }} sizes and the time they came in */
  constructor({ users, organizations, from, until }) {
    Object.assign(this, { users, organizations, from, until });
    this.step = (until - from) / users;
    this.perFounder = Math.max(1, Math.floor(users / organizations));
    this.organizationIds = Array.from({ length: organizations }, (_, n) => idOf(from + n, n, 2));
  }

  joinedAt(n) {
    return this.from + (n + share(n, moment)) * this.step;
  }

  /** Which organization a person belongs to: each has a founder, three are huge, most are small. */
  membership(n) {
    const { perFounder, organizations } = this;
    if (n % perFounder === 0 && n / perFounder < organizations)
      return { organization: n / perFounder, role: 'OWNER' };
    let spot = share(n, place);
    for (const [at, part] of hugeShares.entries()) {
      if (spot < part) return { organization: at, role: share(n, standing) < 0.01 ? 'ADMIN' : 'MEMBER' };
      spot -= part;
    }
    if (spot < 0.03) return { organization: undefined, role: 'MEMBER' };
    const organization = Math.floor(organizations * share(n, standing) ** 1.5);
    return { organization, role: share(n, handle) < 0.05 ? 'ADMIN' : 'MEMBER' };
  }

  names(n) {
    const { users } = this;
    const firstName = favorite(firstNames, n, first);
    const nth = Math.floor((n * rareName.holders) / users);
    if (n === Math.floor(((nth + 0.5) * users) / rareName.holders))
      return { firstName, lastName: rareName.name };
    if (n % Math.ceil(users / oddNames.length) === 1)
      return { firstName, lastName: oddNames[Math.floor((n * oddNames.length) / users)] };
    const lastName = share(n, invent) < 0.6 ? inventedName(roll(n, last)) : favorite(lastNames, n, last);
    return { firstName, lastName };
  }

  /** What the trail says about a person. */
  actor(n) {
    const { firstName, lastName } = this.names(n);
    const { organization } = this.membership(n);
    const email = `${folded(firstName)}.${folded(lastName)}${n.toString(36)}@${favorite(mailDomains, n, mail)}`;
    const organizationId = this.organizationIds[organization] ?? null;
    return { id: idOf(this.joinedAt(n), n, 1), email, organizationId };
  }

  user(n) {
    const { firstName, lastName } = this.names(n);
    const { id, email, organizationId } = this.actor(n);
    const joined = this.joinedAt(n);
    const wheel = share(n, staff);
    return {
      id,
      email,
      organizationId,
      organizationRole: this.membership(n).role,
      username: share(n, handle) < 0.6 ? `${folded(lastName)}_${n.toString(36)}` : null,
      firstName,
      lastName,
      role: n === 2 || wheel < 0.0001 ? 'ADMIN' : wheel < 0.01 ? 'MODERATOR' : 'USER',
      // One in fifty is inactive.
      isActive: n % 50 !== 7,
      joined,
      lastLogin: this.lastLogin(n),
    };
  }

  /** A fifth have never come back, and most others were here recently. */
  lastLogin(n) {
    const joined = this.joinedAt(n);
    return share(n, login) < 0.8 ? joined + (this.until - joined) * share(n, seen) ** 0.2 : null;
  }

  organization(n) {
    const middle = share(n, invent) < 0.5 ? inventedName(roll(n, last)) : favorite(lastNames, n, last);
    const name = `${favorite(companyWords, n, first)} ${middle} ${favorite(companyKinds, n, mail)}`;
    const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${n}`.slice(-60);
    return { id: this.organizationIds[n], name, slug, at: this.joinedAt(n * this.perFounder) };
  }
}

const known = new Map();

/** A name as spelled in an address. */
function folded(name) {
  const seenBefore = known.get(name);
  if (seenBefore !== undefined) return seenBefore;
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  known.set(name, plain);
  return plain;
}
