import type { OrganizationRole, SystemRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { slugOf } from '../../features/organizations/organizations.ts';

/** The companies of the demo. The first is the one its ADMIN belongs to. */
const companies = [
  { name: 'Meridian Robotics', domain: 'meridian.example', size: 34 },
  { name: 'Otter & Finch Bakery', domain: 'otterfinch.example', size: 9 },
  { name: 'Lumen Cartography', domain: 'lumen.example', size: 14 },
  { name: 'Klára Design Studio', domain: 'klara.example', size: 5 },
] as const;

const firstNames =
  'Ada Tomás Ingrid Kwame Mei Luca Priya Jonas Zofia Omar Elif Noor Mateo Hana Björn Chidi Aiko Renée Samuel Leila Viktor Amara Dmitri Paloma Idris Freya Rohan Sinead Yusuf Clara'.split(
    ' ',
  );
const lastNames =
  'Okafor Lindqvist Marín Tanaka Novák Haddad Fischer Rossi Kaya Mbeki Svensson Dubois Silva Petrov Larsen Cohen Nakamura Walsh Iyer Moreau Castillo Jansen Demir Kovács Abara Reyes Holm Quinn Farouk Weiss'.split(
    ' ',
  );

type Person = {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  role: SystemRole;
  organizationRole: OrganizationRole;
};

const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** The nth person of a company. The same every time, and no two alike. */
function castPerson(company: number, nth: number): Person {
  const { domain, size } = companies[company] ?? companies[0];
  const place = companies.slice(0, company).reduce((sum, { size: before }) => sum + before, 0) + nth;
  const firstName = firstNames[place % firstNames.length] ?? 'Ada';
  const lastName =
    lastNames[(place * 7 + Math.floor(place / firstNames.length)) % lastNames.length] ?? 'Okafor';
  const handle = `${ascii(firstName)}.${ascii(lastName)}`;
  return {
    firstName,
    lastName,
    email: `${handle}@${domain}`,
    username: handle,
    role: company === 0 && nth === 0 ? 'ADMIN' : company === 0 && nth < 3 ? 'MODERATOR' : 'USER',
    organizationRole: nth === 0 ? 'OWNER' : nth <= Math.ceil(size / 12) ? 'ADMIN' : 'MEMBER',
  };
}

export const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
] as const;

/** A seeded random source, so two demos look alike. */
export type Dice = {
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function seededDice(seed: number): Dice {
  let state = seed >>> 0;
  // A 32-bit xorshift: good enough for a demo, and never used for secrets.
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick(from) {
      const item = from[Math.floor(next() * from.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

const hour = 3_600_000;
const day = 24 * hour;

type Company = { id: string; name: string; slug: string; foundedAt: Date };

/** A person and their time here: nothing of theirs is older than their arrival or newer than their departure. */
export type Resident = Person & {
  id: string;
  company: Company;
  joinedAt: Date;
  leftAt: Date | null;
  verified: boolean;
  twoFactorSince: Date | null;
};

/** The companies and their people, who joined over the last year. The first is the ADMIN. */
export function peopleOf(now: Date, dice: Dice): Resident[] {
  return companies.flatMap(({ name, size }, nth) => {
    const foundedAt = atWork(now.getTime() - (380 - nth * 60) * day, dice);
    const company = { id: uuidv7(), name, slug: slugOf(name), foundedAt };
    return Array.from({ length: size }, (_, place) =>
      residentOf({ person: castPerson(nth, place), company, place }, now, dice),
    );
  });
}

type Role = { person: Person; company: Company; place: number };

function residentOf({ person, company, place }: Role, now: Date, dice: Dice): Resident {
  const joinedAt = place === 0 ? company.foundedAt : between(company.foundedAt, now, dice);
  const settled = now.getTime() - joinedAt.getTime() > 10 * day;
  // The first few administer their company, and are shown signing in.
  const leaves = place > 9 && settled && dice.chance(0.12);
  const protects = place > 0 && settled && dice.chance(person.role === 'USER' ? 0.25 : 1);
  return {
    ...person,
    id: uuidv7(),
    company,
    joinedAt,
    leftAt: leaves ? between(new Date(joinedAt.getTime() + 3 * day), now, dice) : null,
    verified: dice.chance(0.92),
    twoFactorSince: protects ? new Date(joinedAt.getTime() + day) : null,
  };
}

/** A working hour between two moments. */
function between(from: Date, to: Date, dice: Dice): Date {
  const span = to.getTime() - from.getTime();
  const at = atWork(from.getTime() + (dice.below(1000) / 1000) * span, dice);
  return at > from && at < to ? at : new Date(from.getTime() + span / 2);
}

/** A time on that day, between eight and five. */
function atWork(at: number, dice: Dice): Date {
  return new Date(new Date(at).setUTCHours(8, 0, 0, 0) + dice.below(9 * hour));
}

/** Whether the resident joined at least a day before this time and stays for at least a day after it. */
export function isThere({ joinedAt, leftAt }: Resident, at: number): boolean {
  return joinedAt.getTime() + day <= at && (!leftAt || at + day <= leftAt.getTime());
}
