import { checkLimits } from '@latchkey/contract';
import type { Reading, Sought } from './change-store.ts';
import type { Cursor } from './cursor.ts';
import { commonOf, type Snapshot, sees } from './snapshot.ts';

/** Between the starts of two polls, in milliseconds. */
const shortestMs = 50;
const usualMs = 90;
const cursorMs = 5 * 60_000;
/** One more than an answer names. */
const most = checkLimits.changes + 1;
const everything: Snapshot = { end: Number.MAX_SAFE_INTEGER, open: [] };

/** A reading, with when its statement started: by the monotonic clock, and by the one that nodes share. */
type Read = Reading & { epoch: string; startedAt: number; readAt: number };

/** What a request is told. A reset: the changes aren't known, or too many. */
export type News = {
  heldMs: number;
  subjectIds: string[];
  reset: boolean;
  at: Pick<Cursor, 'epoch' | 'snapshot' | 'readAt'>;
};

type Asking = {
  after: Cursor | undefined;
  /** By the monotonic clock. */
  arrivedAt: number;
  waitMs: number;
  /** Calls back if the client hangs up, or once it has its answer. */
  onGone(leave: () => void): void;
};

type Waiting = Pick<Asking, 'after' | 'arrivedAt' | 'waitMs'> & {
  answer(news: News): void;
  fail(error: unknown): void;
};

type Tools = {
  read(sought: Sought): Promise<Reading>;
  beginEpoch(): Promise<void>;
  now(): number;
  /** Called with each reading before it is handed out, with how long it took, and how many changes weren't seen before. */
  onRead(reading: Read, seconds: number, fresh: number): void;
};

/** One statement, now and then, for all requests that wait for changes; none while no request does. */
export class Feed {
  readonly #tools: Tools;
  readonly #waiting = new Set<Waiting>();
  #next: { timer: NodeJS.Timeout; at: number } | undefined;
  #isReading = false;
  #isHurried = false;
  #lastStart = Number.NEGATIVE_INFINITY;
  #seen: Snapshot | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Waits for a change after the cursor, or until the time is up and the next reading is there: those that are answered together
   * ask again together, and their callers are looked up together.
   */
  wait({ onGone, ...asking }: Asking): Promise<News> {
    const { promise, resolve: answer, reject: fail } = withResolvers<News>();
    const each: Waiting = { ...asking, answer, fail };
    this.#waiting.add(each);
    onGone(() => {
      if (this.#waiting.delete(each))
        fail(Object.assign(new Error('the client hung up'), { statusCode: 400 }));
    });
    this.#plan(asking.waitMs === 0 ? shortestMs : usualMs);
    return promise;
  }

  /** From now on, requests are answered at once. */
  hurry(): void {
    this.#isHurried = true;
    this.#plan(0);
  }

  #plan(gapMs: number): void {
    if (this.#isReading || this.#waiting.size === 0) return;
    const now = performance.now();
    const at = this.#isHurried ? now : Math.max(now, this.#lastStart + gapMs);
    if (this.#next && this.#next.at <= at) return;
    clearTimeout(this.#next?.timer);
    this.#next = { at, timer: setTimeout(() => void this.#poll(), at - now) };
  }

  async #poll(): Promise<void> {
    this.#next = undefined;
    const asking = [...this.#waiting];
    if (asking.length === 0) return;
    this.#isReading = true;
    try {
      await this.#readFor(asking);
    } catch (error) {
      for (const each of asking) {
        this.#waiting.delete(each);
        each.fail(error);
      }
    }
    this.#isReading = false;
    this.#plan([...this.#waiting].some(({ waitMs }) => waitMs === 0) ? shortestMs : usualMs);
  }

  async #readFor(asking: Waiting[]): Promise<void> {
    const known = asking.flatMap(({ after }) => after?.snapshot ?? []);
    const since = known.length > 0 ? commonOf(known) : everything;
    const reading = await this.#read({ since, most, once: false });
    if (!reading) return;
    const isCut = reading.changes.length === most;
    for (const each of asking) {
      if (!this.#waiting.has(each)) continue;
      // One of them is far behind: each gets a reading of its own, so that the others aren't reset with it.
      const own =
        isCut && each.after ? await this.#read({ since: each.after.snapshot, most, once: true }) : reading;
      if (own) this.#tell(each, own);
    }
  }

  /** Undefined if the database has just begun another life: the next poll sees it. */
  async #read(sought: Sought): Promise<Read | undefined> {
    const startedAt = performance.now();
    this.#lastStart = startedAt;
    const readAt = this.#tools.now();
    const { epoch, ...reading } = await this.#tools.read(sought);
    if (epoch === null) {
      await this.#tools.beginEpoch();
      return undefined;
    }
    const read = { ...reading, epoch, startedAt, readAt };
    const before = this.#seen;
    const fresh = before ? read.changes.filter(({ transaction }) => !sees(before, transaction)) : [];
    this.#seen = read.snapshot;
    this.#tools.onRead(read, (performance.now() - startedAt) / 1000, fresh.length);
    return read;
  }

  #tell(each: Waiting, reading: Read): void {
    if (!this.#waiting.has(each)) return;
    const news = newsOf(each, reading, this.#tools.now());
    const isNothing = !news.reset && news.subjectIds.length === 0;
    if (isNothing && news.heldMs < each.waitMs && !this.#isHurried) return;
    this.#waiting.delete(each);
    each.answer(news);
  }
}

function newsOf({ after, arrivedAt }: Waiting, reading: Read, now: number): News {
  const { epoch, snapshot, readAt, startedAt, changes } = reading;
  const heldMs = Math.floor(startedAt - arrivedAt);
  const at = { epoch, snapshot, readAt };
  const unknown = { heldMs, subjectIds: [], reset: true, at };
  // Compared with the time after the statement: a node may have slept meanwhile, or its clock was set.
  if (!after || after.epoch !== epoch || Math.abs(now - after.readAt) > cursorMs) return unknown;
  const fresh = changes.filter(({ transaction }) => !sees(after.snapshot, transaction));
  const subjectIds = [...new Set(fresh.map(({ subjectId }) => subjectId))];
  return subjectIds.length > checkLimits.changes ? unknown : { heldMs, subjectIds, reset: false, at };
}

/** `Promise.withResolvers` comes with Node.js 22. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}
