import type { AskOnce } from '../asking.ts';
import type { Authentication, Check } from '../caller.ts';
import { credentialsOf, type Incoming } from '../incoming.ts';
import { type Moment, now } from './clocks.ts';
import { Entries } from './entries.ts';
import { Feed } from './feed.ts';
import { type Keepable, keepableOf } from './keepable.ts';
import { checkedLocalOptions, type LocalOptions } from './local-options.ts';
import { outsideOfRequests } from './outside.ts';

export type LocalStats = {
  /** Answers kept. */
  entries: number;
  /** Callers answered without a call of their own. */
  hits: number;
  /** Callers that Latchkey was asked about. */
  misses: number;
  /** The same, because it wasn't known whether what is kept is still true. */
  staleFallbacks: number;
  /** How long ago all changes were known. Null before the first time. */
  behindMs: number | null;
  /** Answers may be given from this process. */
  connected: boolean;
};

/** Asks Latchkey who is calling. Never throws. */
export type WhoIs = (
  headers: Record<string, string>,
  asked: 'plain' | 'check',
) => Promise<{ answer: Authentication; check?: Check | undefined }>;

type Tools = { url: string; askOnce: AskOnce; whoIs: WhoIs };

/** Answers that this process keeps, for as long as nothing they depend on has changed. */
export class LocalChecks {
  readonly #tools: Tools;
  readonly #entries: Entries;
  readonly #feed: Feed;
  /** Requests to Latchkey under way, by the entry they are to fill. */
  readonly #refills = new Map<string, Promise<Authentication>>();
  readonly #isKept = (id: string) => this.#entries.has(id);
  readonly #counts = { hits: 0, misses: 0, staleFallbacks: 0 };

  constructor(given: LocalOptions, tools: Tools) {
    const { key, maxStalenessMs, maxEntries } = checkedLocalOptions(given);
    this.#tools = tools;
    this.#entries = new Entries(maxEntries);
    this.#feed = new Feed({
      maxStalenessMs,
      entries: this.#entries,
      ask: (path, within) => tools.askOnce(path, { authorization: `Bearer ${key}` }, within),
      outside: outsideOfRequests(),
      complain: (line) => console.error(`Latchkey at ${tools.url}: ${line}`),
    });
  }

  stats(): LocalStats {
    const { behindMs } = this.#feed;
    const whole = behindMs === null ? null : Math.ceil(behindMs);
    return {
      entries: this.#entries.size,
      ...this.#counts,
      behindMs: whole,
      connected: this.#feed.isCurrent(),
    };
  }

  close(): void {
    this.#feed.close();
  }

  async authenticate(request: Incoming): Promise<Authentication> {
    const found = keepableOf(request, this.#isKept);
    const keepable = found instanceof Promise ? await found : found;
    const at = now();
    this.#feed.touch(at);
    if (!keepable) return this.#askPlainly(request);
    const kept = this.#use(keepable, at);
    if (kept) return kept;
    if (!this.#feed.isCurrent(at)) return this.#askAlone(keepable);
    const refill = this.#refills.get(keepable.id);
    return refill === undefined ? this.#refill(keepable) : this.#join(refill, keepable);
  }

  #use({ id }: Keepable, at: Moment): Authentication | undefined {
    const caller = this.#feed.isCurrent(at) ? this.#entries.use(id, at) : undefined;
    if (!caller) return undefined;
    this.#counts.hits++;
    return { caller };
  }

  async #askPlainly(request: Incoming): Promise<Authentication> {
    this.#countCall();
    return (await this.#tools.whoIs(credentialsOf(request), 'plain')).answer;
  }

  #askAlone(keepable: Keepable): Promise<Authentication> {
    this.#countCall();
    return this.#ask(keepable);
  }

  #countCall(): void {
    if (this.#feed.isCurrent()) this.#counts.misses++;
    else this.#counts.staleFallbacks++;
  }

  async #refill(keepable: Keepable): Promise<Authentication> {
    this.#counts.misses++;
    const refill = this.#ask(keepable);
    this.#refills.set(keepable.id, refill);
    const answer = await refill;
    this.#refills.delete(keepable.id);
    return answer;
  }

  /** What the other's request brought, if it may be used now. An outage is the same for all who wait. */
  async #join(refill: Promise<Authentication>, keepable: Keepable): Promise<Authentication> {
    const answer = await refill;
    const kept = this.#use(keepable, now());
    if (kept) return kept;
    if (answer.refused?.status !== 503) return this.#askAlone(keepable);
    this.#counts.hits++;
    return answer;
  }

  async #ask({ id, headers }: Keepable): Promise<Authentication> {
    const sending = this.#entries.begin(now());
    const { answer, check } = await this.#tools.whoIs(headers, 'check');
    if (answer.caller && check) this.#entries.keep(id, sending, { caller: answer.caller, check });
    this.#entries.end(sending);
    return answer;
  }
}
