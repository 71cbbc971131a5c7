import { uuidv7 } from 'uuidv7';
import { slugOf } from '../organizations/slug.ts';
import { castPerson, companies, type Person } from './cast.ts';
import type { Dice } from './dice.ts';

const hour = 3_600_000;
const day = 24 * hour;

type Company = { id: string; name: string; slug: string; foundedAt: Date };

/** Somebody, and since when: nothing of theirs is older than their arrival, or newer than their departure. */
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
  // The first few run the place, and are shown signing in.
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

/** That day, between eight and five. */
function atWork(at: number, dice: Dice): Date {
  return new Date(new Date(at).setUTCHours(8, 0, 0, 0) + dice.below(9 * hour));
}

/** Whether somebody had been there for a day, and stayed for another. */
export function isThere({ joinedAt, leftAt }: Resident, at: number): boolean {
  return joinedAt.getTime() + day <= at && (!leftAt || at + day <= leftAt.getTime());
}
