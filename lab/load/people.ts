import type { Http, Reply } from './http.ts';

export type Person = { email: string; headers: Record<string, string> };

const password = 'Correct-Horse-7';
let people = 0;

/** Registers someone with their own organization, and signs them in. */
export async function newPerson(http: Http, base: string): Promise<Person> {
  const email = `person-${++people}@example.com`;
  const registration = { email, password, organizationName: `Company ${people}` };
  mustBe(201, await http.send(base, { method: 'POST', path: '/api/auth/register', body: registration }));
  return { email, headers: await signIn(http, base, email) };
}

async function signIn(http: Http, base: string, email: string): Promise<Record<string, string>> {
  const login = await http.send(base, { method: 'POST', path: '/api/auth/login', body: { email, password } });
  mustBe(200, login);
  const cookies = login.cookies
    .map((cookie) => cookie.split(';')[0])
    .filter((cookie) => !cookie?.startsWith('remember'));
  return { cookie: cookies.join('; '), 'x-csrf-token': login.body.csrfToken };
}

export function mustBe(status: number, reply: Reply): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}
