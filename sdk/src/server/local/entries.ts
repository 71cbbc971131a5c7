import type { Caller, Check } from '../caller.ts';
import { ageOf, type Moment, now } from './clocks.ts';
import { copierOf } from './copies.ts';

type Entry = { id: string; sentAt: Moment; check: Check; copy: () => Caller };

/** When a request was sent, and what had been applied by then. */
export type Sending = { order: number; at: Moment };

/** More changes than this while requests are under way: none of their answers is kept. */
const mostRemembered = 100_000;

/** Answers about callers, least recently used first, each found by its key and by what it depends on. */
export class Entries {
  readonly #most: number;
  readonly #byId = new Map<string, Entry>();
  /** Most subjects have one entry: a set for each would take most of the memory. */
  readonly #bySubject = new Map<string, Entry | Set<Entry>>();
  readonly #underWay = new Set<Sending>();
  /** When each subject last changed, as long as a request from before is under way. */
  readonly #changedAt = new Map<string, number>();
  #order = 0;
  /** Answers to requests from before are never kept. Null: to none at all. */
  #resetAt: number | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** To be called right before a request is sent whose answer may be kept, and `end` when it is over. */
  begin(at: Moment): Sending {
    const sending = { order: this.#order, at };
    this.#underWay.add(sending);
    return sending;
  }

  end(sending: Sending): void {
    this.#underWay.delete(sending);
    if (this.#underWay.size === 0) this.#changedAt.clear();
  }

  keep(id: string, { order, at }: Sending, { caller, check }: { caller: Caller; check: Check }): void {
    if (this.#resetAt === null || order < this.#resetAt) return;
    if (check.subjects.some((each) => (this.#changedAt.get(each) ?? 0) > order)) return;
    this.#drop(this.#byId.get(id));
    const entry = { id, sentAt: at, check, copy: copierOf(caller) };
    this.#byId.set(id, entry);
    for (const subject of check.subjects) this.#index(subject, entry);
    while (this.#byId.size > this.#most) this.#drop(this.#oldest());
  }

  /** A fresh copy, if there is an answer that time alone hasn't ended. */
  use(id: string, at: Moment): Caller | undefined {
    const entry = this.#byId.get(id);
    if (!entry) return undefined;
    if (isOver(entry, at)) return this.#drop(entry);
    this.#byId.delete(id);
    this.#byId.set(id, entry);
    return entry.copy();
  }

  /** Drops what depends on any of these, also once it arrives. */
  change(subjects: readonly string[]): void {
    this.#order++;
    for (const subject of subjects) {
      for (const entry of this.#entriesOf(subject)) this.#drop(entry);
      if (this.#underWay.size > 0) this.#changedAt.set(subject, this.#order);
    }
    if (this.#changedAt.size > mostRemembered) this.#forgetUnderWay();
  }

  /** Drops everything. From the next request on, answers are kept. */
  reset(): void {
    this.clear();
    this.#forgetUnderWay();
  }

  /** Drops everything, and keeps nothing until a reset. */
  clear(): void {
    this.#byId.clear();
    this.#bySubject.clear();
    this.#resetAt = null;
  }

  /** Drops unused answers that are over: they stand first. */
  sweep(): void {
    const at = now();
    for (const entry of this.#byId.values()) {
      if (!isOver(entry, at)) return;
      this.#drop(entry);
    }
  }

  #forgetUnderWay(): void {
    this.#resetAt = ++this.#order;
    this.#changedAt.clear();
  }

  #oldest(): Entry | undefined {
    return this.#byId.values().next().value;
  }

  #index(subject: string, entry: Entry): void {
    const known = this.#bySubject.get(subject);
    if (known instanceof Set) known.add(entry);
    else this.#bySubject.set(subject, known ? new Set([known, entry]) : entry);
  }

  #entriesOf(subject: string): Entry[] {
    const known = this.#bySubject.get(subject);
    if (known instanceof Set) return [...known];
    return known ? [known] : [];
  }

  #drop(entry: Entry | undefined): undefined {
    if (!entry || !this.#byId.delete(entry.id)) return;
    for (const subject of entry.check.subjects) {
      const known = this.#bySubject.get(subject);
      if (known instanceof Set) known.delete(entry);
      if (known === entry || (known instanceof Set && known.size === 0)) this.#bySubject.delete(subject);
    }
  }
}

function isOver({ sentAt, check }: Entry, at: Moment): boolean {
  return ageOf(sentAt, at) >= check.validForMs;
}
