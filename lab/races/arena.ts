import { type Answer, Client } from '@latchkey/server/testing/client';
import type { Journey } from '@latchkey/server/testing/oauth/journey';
import type { TestService } from '@latchkey/server/testing/service';

/** One or two nodes on one database, and how many requests start at once. */
export type Arena = {
  service: TestService;
  nodes: TestService[];
  journey: Journey;
  ways: number;
  /** Requests made by the races themselves, for the table. */
  sent: number;
};

/** One invariant. A round prepares what to compete for, starts everyone at once, and returns what went wrong. */
export type Race = { name: string; round(arena: Arena): Promise<string[]> };

export const nodeOf = ({ nodes, service }: Arena, nth: number): TestService =>
  nodes[nth % nodes.length] ?? service;

/** The same browser at the nth node, from its own address. */
export function at(arena: Arena, nth: number, client?: Client): Client {
  const other = new Client(nodeOf(arena, nth).url);
  for (const [name, value] of client?.cookies ?? []) other.cookies.set(name, value);
  return other;
}

/** All at once, on the nodes in turn. */
export function rush(
  arena: Arena,
  act: (client: Client, nth: number) => Promise<Answer>,
  from?: Client,
): Promise<Answer[]> {
  arena.sent += arena.ways;
  return Promise.all(Array.from({ length: arena.ways }, (_, nth) => act(at(arena, nth, from), nth)));
}

/** What the newest email to an address says; any node may have sent it. */
export async function mailed({ nodes }: Arena, email: string, pattern: RegExp): Promise<string> {
  for (const node of nodes) await node.mailWorker.drain();
  const texts = (await Promise.all(nodes.map((node) => node.mails(email)))).flat().map(({ text }) => text);
  const found = texts.map((text) => pattern.exec(text)?.[1]).filter((match) => match !== undefined);
  if (!found[0]) throw new Error(`no mail to ${email} with ${pattern}`);
  return found.at(-1) ?? '';
}

export const linkTo = (page: string) => new RegExp(`/${page}(?:\\?token=|/)(\\S+)$`, 'm');

export const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** Exactly this many succeeded, and the others were refused in the expected ways. */
export function expectWon(answers: Answer[], won: number, status: number, refusals: string[]): string[] {
  const faults: string[] = [];
  const through = count(answers, status);
  if (through !== won) faults.push(`${through} got through instead of ${won}`);
  for (const answer of answers) {
    const refusal = `${answer.status} ${answer.body?.error?.code ?? answer.body?.error ?? ''}`.trim();
    if (answer.status !== status && !refusals.includes(refusal)) faults.push(`answered ${refusal}`);
  }
  return [...new Set(faults)];
}

/** What the database must say afterwards. */
export async function expectRows(
  what: string,
  rows: PromiseLike<readonly unknown[]>,
  expected: number,
): Promise<string[]> {
  const { length } = await rows;
  return length === expected ? [] : [`${what}: ${length} instead of ${expected}`];
}
