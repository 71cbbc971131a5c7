import { setTimeout as pause } from 'node:timers/promises';
import { createHttp, type Http, type Reply } from './http.ts';
import { type Ledger, newLedger, sizeOf } from './ledger.ts';
import { mustBe, newPerson, type Person } from './people.ts';

type Options = {
  /** Where requests go: one address, or several in turn. */
  bases: string[];
  people?: number;
  /** How many renames at once per person. They are the cheapest writes. */
  renamers?: number;
  /** Milliseconds between registrations, each of which costs a hash. Omit for none. */
  registerEvery?: number;
};

export type Load = Awaited<ReturnType<typeof startLoad>>;

const refusedPauseMs = 50;
/** No response, or one that says to try again. */
const isRefused = (status: number) => status === 0 || status === 502 || status === 503 || status === 504;

/** Sends for the writers, to each address in turn, and keeps the figures. */
function createActor(http: Http, bases: string[]) {
  const figures = { refused: 0, unanswered: 0, longestMs: 0, violations: [] as string[] };
  const waiting: ((at: number) => void)[] = [];
  let turn = 0;
  async function act(person: Person, method: string, path: string, body?: object): Promise<Reply> {
    const base = bases[turn++ % bases.length] ?? '';
    const reply = await http.send(base, { method, path, headers: person.headers, body });
    figures.longestMs = Math.max(figures.longestMs, reply.ms);
    if (isRefused(reply.status)) {
      figures.refused++;
      if (reply.status === 0) figures.unanswered++;
      await pause(refusedPauseMs);
    } else if (reply.status < 300) for (const told of waiting.splice(0)) told(performance.now());
    else if (![400, 404, 409].includes(reply.status))
      figures.violations.push(
        `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`,
      );
    return reply;
  }
  /** When the next write is acknowledged. */
  const next = () => new Promise<number>((resolve) => waiting.push(resolve));
  return { act, figures, next };
}

/** Mixed writes until stopped. The ledger holds what was acknowledged; anything odd is a violation. */
export async function startLoad({ bases, people = 4, renamers = 3, registerEvery }: Options) {
  const http = createHttp();
  const ledger = newLedger();
  const { act, figures, next } = createActor(http, bases);
  const [base = ''] = bases;
  const steps: (() => Promise<void>)[] = [];
  for (let nth = 0; nth < people; nth++) {
    const person = await newPerson(http, base);
    for (let renamer = 0; renamer < renamers; renamer++) {
      const made = { method: 'POST', path: '/api/keys', headers: person.headers, body: { name: 'new' } };
      const { id } = mustBe(201, await http.send(base, made)).body;
      steps.push(rename(person, id, { act, ledger }));
    }
    steps.push(
      makeAndRevoke(person, { act, ledger }),
      invite(person, { act, ledger }),
      look(person, { act }),
    );
  }
  steps.push(foundAndClose(await newPerson(http, base), { act, ledger }));
  if (registerEvery) steps.push(register(registerEvery, { act, ledger }));

  let running = true;
  const loops = steps.map(async (step) => {
    while (running) await step();
  });
  return {
    ledger,
    figures,
    next,
    acknowledged: () => sizeOf(ledger),
    async stop() {
      running = false;
      await Promise.all(loops);
      http.close();
    },
  };
}

type Tools = {
  act(person: Person, method: string, path: string, body?: object): Promise<Reply>;
  ledger: Ledger;
};

let marks = 0;

function rename(person: Person, keyId: string, { act, ledger }: Tools): () => Promise<void> {
  return async () => {
    const name = `Name ${++marks}`;
    const { status } = await act(person, 'PATCH', `/api/keys/${keyId}`, { name });
    if (status === 200) ledger['key renamed'].add(name);
  };
}

/** Someone who only reads: their session must hold throughout. */
function look(person: Person, { act }: Pick<Tools, 'act'>): () => Promise<void> {
  return async () => {
    await act(person, 'GET', '/api/auth/me');
    await pause(20);
  };
}

function makeAndRevoke(person: Person, { act, ledger }: Tools): () => Promise<void> {
  return async () => {
    const made = await act(person, 'POST', '/api/keys', { name: 'brief' });
    if (made.status === 201) {
      ledger['key made'].add(made.body.id);
      const revoked = await act(person, 'DELETE', `/api/keys/${made.body.id}`);
      if (revoked.status === 200) ledger['key revoked'].add(made.body.id);
    } else if (made.status === 400) await revokeLeftovers(person, act);
  };
}

/** Revokes keys whose response was lost: no client knows them. */
async function revokeLeftovers(person: Person, act: Tools['act']): Promise<void> {
  const { status, body } = await act(person, 'GET', '/api/keys');
  if (status !== 200) return;
  const left = body.keys.filter(
    (key: { name: string; revokedAt: string | null }) => key.name === 'brief' && !key.revokedAt,
  );
  for (const { id } of left) await act(person, 'DELETE', `/api/keys/${id}`);
}

function invite(person: Person, { act, ledger }: Tools): () => Promise<void> {
  return async () => {
    const email = `guest-${++marks}@example.com`;
    const { status } = await act(person, 'POST', '/api/organizations/current/invites', { email });
    if (status === 201) ledger.invited.add(email);
    await pause(20);
  };
}

function foundAndClose(person: Person, { act, ledger }: Tools): () => Promise<void> {
  let current: string | undefined;
  return async () => {
    const closed = await act(person, 'DELETE', '/api/organizations/current');
    if (closed.status === 200 && current) ledger['organization deleted'].add(current);
    const made = await act(person, 'POST', '/api/organizations', { name: `Brief ${++marks}` });
    current = made.status === 201 ? made.body.organization.id : undefined;
    if (current) ledger['organization made'].add(current);
  };
}

function register(everyMs: number, { act, ledger }: Tools): () => Promise<void> {
  const nobody = { email: '', headers: {} };
  return async () => {
    const email = `newcomer-${++marks}@example.com`;
    const body = { email, password: 'Correct-Horse-7', organizationName: `New ${marks}` };
    const { status } = await act(nobody, 'POST', '/api/auth/register', body);
    if (status === 201) ledger.registered.add(email);
    await pause(everyMs);
  };
}
