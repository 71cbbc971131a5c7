import { LatchkeyError } from '../../error.ts';
import { reasonOf } from '../asking.ts';
import { ageOf, later, type Moment, now } from './clocks.ts';
import type { Entries } from './entries.ts';
import { type News, readNews } from './news.ts';

type Tools = {
  maxStalenessMs: number;
  entries: Entries;
  /** Asks once, without trying again. */
  ask(path: string, within: { timeoutMs: number; signal: AbortSignal }): Promise<Response>;
  /** Runs it in no request's context. */
  outside(work: () => void): void;
  complain(line: string): void;
};

const restMs = 60_000;
const refusedMs = 10_000;
const backoffMs = { first: 100, most: 5000 };
/** An answer is to come this long before the last one is too old. */
const spareMs = 200;
const longestWaitMs = 1000;
const longestTimerMs = 2 ** 31 - 1;

/** Asks for changes, one request at a time, for as long as callers come. Local answers are good while it is current. */
export class Feed {
  readonly #tools: Tools;
  /** Up to when all changes are known and applied. */
  #complete: Moment | undefined;
  #cursor: string | undefined;
  /** Aborted when it ends: what belongs to an earlier life is over. */
  #life = new AbortController();
  #isRunning = false;
  #isClosed = false;
  /** Refused: nothing is answered locally until it isn't any more. */
  #isRefused = false;
  #isTold = false;
  #failures = 0;
  #starts: Moment[] = [];
  #touchedAt: Moment | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** A caller has come. */
  touch(at: Moment): void {
    if (this.#isClosed) return;
    this.#touchedAt = at;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#failures = 0;
    // It outlives the request that it begins with, and mustn't go on in its context.
    this.#tools.outside(() => this.#after(0));
  }

  isCurrent(at = now()): boolean {
    if (this.#isRefused || !this.#complete) return false;
    return ageOf(this.#complete, at) <= this.#tools.maxStalenessMs;
  }

  get behindMs(): number | null {
    return this.#complete ? ageOf(this.#complete) : null;
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
  }

  #rest(): void {
    this.#isRunning = false;
    this.#life.abort();
    this.#life = new AbortController();
    this.#complete = undefined;
    this.#cursor = undefined;
    this.#isRefused = false;
    this.#isTold = false;
    this.#tools.entries.clear();
  }

  /** At most three requests are started within the bound. */
  #after(ms: number): void {
    const { signal } = this.#life;
    const { maxStalenessMs } = this.#tools;
    const [third] = this.#starts.length < 3 ? [] : this.#starts;
    const tooSoon = third ? maxStalenessMs - elapsed(third) : 0;
    const delay = Math.min(longestTimerMs, Math.ceil(Math.max(ms, tooSoon)) + 1);
    unref(setTimeout(() => signal.aborted || void this.#turn(signal), delay));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (!this.#touchedAt || ageOf(this.#touchedAt) >= restMs) {
      this.#rest();
      return;
    }
    const sentAt = now();
    this.#starts = [...this.#starts.slice(-2), sentAt];
    try {
      const news = await this.#ask(signal);
      if (!signal.aborted) this.#apply(news, sentAt);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  async #ask(signal: AbortSignal): Promise<News> {
    const { maxStalenessMs, ask } = this.#tools;
    const leftMs = Math.floor(maxStalenessMs - spareMs - (this.behindMs ?? maxStalenessMs));
    const waitMs = Math.max(0, Math.min(longestWaitMs, leftMs));
    const query = new URLSearchParams({ waitMs: String(waitMs), maxStalenessMs: String(maxStalenessMs) });
    if (this.#cursor !== undefined) query.set('after', this.#cursor);
    const timeoutMs = waitMs + maxStalenessMs;
    return readNews(await ask(`/api/checks/changes?${query}`, { timeoutMs, signal }));
  }

  #apply({ cursor, heldMs, changes, reset }: News, sentAt: Moment): void {
    // Something in between kept an answer to an earlier request.
    if (heldMs > elapsed(sentAt)) throw new Error('an answer is said to be older than its request');
    const { entries } = this.#tools;
    if (reset || this.#cursor === undefined) entries.reset();
    else entries.change(changes);
    this.#cursor = cursor;
    this.#complete = later(sentAt, heldMs);
    this.#isRefused = false;
    this.#failures = 0;
    entries.sweep();
    if (this.#isTold && this.isCurrent()) this.#tell(false, 'callers are checked locally again.');
    this.#after(this.#tools.maxStalenessMs / 3 - elapsed(sentAt));
  }

  #fail(error: unknown): void {
    const { status, retryAfterSeconds } = error instanceof LatchkeyError ? error : {};
    const isRefusal = status === 401 || status === 403 || status === 404;
    this.#isRefused ||= isRefusal;
    const backoff = Math.min(backoffMs.most, backoffMs.first * 2 ** this.#failures++);
    if (!this.isCurrent() && !this.#isTold)
      this.#tell(true, `each caller is asked about, because changes can't be learned: ${reasonOf(error)}`);
    this.#after(isRefusal ? refusedMs : retryAfterSeconds ? retryAfterSeconds * 1000 : backoff);
  }

  #tell(isTold: boolean, line: string): void {
    this.#isTold = isTold;
    this.#tools.complain(line);
  }
}

/** By the clock that can't be set. */
function elapsed({ monotonic }: Moment): number {
  return performance.now() - monotonic;
}

/** Node.js alone would wait for it before it ends. */
function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}
