import type { OrganizationRole, SystemRole } from '@latchkey/contract';

/** The companies of the demo. The first is the one its ADMIN belongs to. */
export const companies = [
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

export type Person = {
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
export function castPerson(company: number, nth: number): Person {
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
