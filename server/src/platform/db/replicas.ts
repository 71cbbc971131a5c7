import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { keepRecent, type Recent, withinLimit } from '../recent.ts';
import { beginLife, nextBeat, notePosition, readPosition, readReplica } from './replica-store.ts';
import type { Reading, ReadOnly, Sql, Tx } from './sql.ts';

/** A replica's connections, and how the log names it. */
export type ReplicaPool = { sql: Sql; name: string };

export type Replicas = {
  /** Reads that show what these changed themselves. */
  readsFor(holderIds: readonly string[]): Reading;
  /** Notes that these changed something, once that is committed. */
  noteChange(holderIds: readonly string[]): Promise<void>;
};

/** How far a replica must have followed, and when the primary was asked. */
type Need = { at: number; position: bigint };
/** `passed`: how far each server behind the address was known to have followed. */
type Server = ReplicaPool & { restsUntil: number; passed: Recent<bigint> };
type Tools = { clock: Clock; log: Log; onRead(where: 'primary' | 'replica'): void };
type Found<T> = { value: T } | 'again' | 'unfit';

/** A replica that doesn't answer by then is passed over, and left alone for a while. */
const answerMs = 500;
const restMs = 5000;
/** A balancer may lead to another replica each time, about which nothing is known yet. */
const attempts = 3;

/** Without replicas. */
export function readsOn(primary: Sql): Reading {
  return { begin: (options, work) => primary.begin(options, work), single: (work) => work(primary) };
}

/**
 * Chooses a replica for each read. It must show a beat that the primary made less than `maxLagMs` ago, by no clock but that of
 * this process, and have followed to the caller's own last change.
 */
export class ReplicaChoice implements Replicas {
  readonly #primary: Sql;
  readonly #servers: Server[];
  readonly #maxLagMs: number;
  readonly #tools: Tools;
  /** After which moment a beat was made, for recent ones. */
  readonly #beats = new Map<string, number>();
  /** The beat that was the present one, some time after `at`. */
  #last: { beat: string; at: number } | undefined;

  constructor(primary: Sql, replicas: ReplicaPool[], maxLagMs: number, tools: Tools) {
    this.#primary = primary;
    this.#servers = replicas.map((each) => ({ ...each, restsUntil: 0, passed: keepRecent(20) }));
    this.#maxLagMs = maxLagMs;
    this.#tools = tools;
  }

  noteChange(holderIds: readonly string[]): Promise<void> {
    return notePosition(this.#primary, holderIds, this.#tools.clock.now());
  }

  readsFor(holderIds: readonly string[]): Reading {
    let need: Need | undefined;
    const begin = async <T>(options: ReadOnly, work: (tx: Tx) => Promise<T>): Promise<T> => {
      // A long export asks again: a replica may fall behind meanwhile.
      if (!need || this.#now() - need.at > this.#maxLagMs / 2) need = await this.#needOf(holderIds);
      return this.#read(need, options, work);
    };
    return { begin, single: (work) => begin('READ ONLY', work) };
  }

  #now(): number {
    return this.#tools.clock.instant() / 1000;
  }

  /** Undefined: only the primary will do, since a new life of it has just begun. */
  async #needOf(holderIds: readonly string[]): Promise<Need | undefined> {
    const at = this.#now();
    this.#forgetOld(at);
    const former = this.#last;
    const { beat, changed } = await readPosition(this.#primary, holderIds);
    if (beat === null) {
      this.#beats.clear();
      await beginLife(this.#primary, this.#tools.clock.now());
      return undefined;
    }
    // It was made after the primary showed another one.
    if (former && former.beat !== beat && !this.#beats.has(beat)) this.#beats.set(beat, former.at);
    this.#last = { beat, at };
    const madeAfter = this.#beats.get(beat);
    if (madeAfter === undefined || at - madeAfter > this.#maxLagMs / 2) await this.#beat(beat, at);
    return { at, position: changed };
  }

  async #beat(former: string, at: number): Promise<void> {
    const beat = await nextBeat(this.#primary, former);
    if (!beat) return;
    this.#beats.set(beat, at);
    this.#last = { beat, at };
  }

  #forgetOld(now: number): void {
    // The clock was set back, so how long ago anything was is unknown.
    if (this.#last && this.#last.at > now) {
      this.#beats.clear();
      this.#last = undefined;
    }
    for (const [beat, madeAfter] of this.#beats)
      if (!this.#isRecent(madeAfter, now)) this.#beats.delete(beat);
  }

  #isRecent(madeAfter: number | undefined, now = this.#now()): boolean {
    return madeAfter !== undefined && now - madeAfter <= this.#maxLagMs;
  }

  async #read<T>(need: Need | undefined, options: ReadOnly, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (const server of need ? this.#inTurn() : []) {
      const found = await this.#readFrom(server, (from) => this.#attempt(from, need as Need, options, work));
      if (typeof found === 'string') continue;
      this.#tools.onRead('replica');
      return found.value;
    }
    this.#tools.onRead('primary');
    return this.#primary.begin(options, work);
  }

  /** Each read begins with the next one. */
  #inTurn(): Server[] {
    const next = this.#servers.shift();
    if (next) this.#servers.push(next);
    const now = this.#now();
    return this.#servers.filter(({ restsUntil }) => restsUntil <= now);
  }

  async #readFrom<T>(server: Server, attempt: (server: Server) => Promise<Found<T>>): Promise<Found<T>> {
    try {
      for (let nth = 0; nth < attempts; nth++) {
        const found = await attempt(server);
        if (found !== 'again') return found;
      }
    } catch (error) {
      // It may have been canceled to let the replica follow. What fails everywhere fails on the primary, too.
      this.#passOver(server, error as Error);
    }
    return 'unfit';
  }

  /** Judges and reads in one transaction, so that both are about the same server, whatever is in between. */
  async #attempt<T>(
    server: Server,
    need: Need,
    options: ReadOnly,
    work: (tx: Tx) => Promise<T>,
  ): Promise<Found<T>> {
    let isLate = false;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const reading = server.sql.begin(options, async (tx): Promise<Found<T>> => {
      const verdict = await this.#judge(server, need, tx);
      answer();
      if (verdict !== 'fit' || isLate) return verdict === 'again' ? 'again' : 'unfit';
      return { value: await work(tx) };
    });
    await withinLimit(Promise.race([answered, reading]), answerMs, () => {
      isLate = true;
      return new Error('no answer');
    });
    return reading;
  }

  /** A position holds for a transaction only if it was known before that began: its rows may be older than its answer. */
  async #judge({ passed }: Server, need: Need, tx: Tx): Promise<'fit' | 'again' | 'unfit'> {
    const { follows, beat, server, position } = await readReplica(tx);
    if (!follows || beat === null || !this.#isRecent(this.#beats.get(beat))) return 'unfit';
    const known = passed.get(server) ?? 0n;
    passed.set(server, position);
    if (known >= need.position) return 'fit';
    return position >= need.position ? 'again' : 'unfit';
  }

  #passOver(server: Server, { message }: Error): void {
    server.restsUntil = this.#now() + restMs;
    this.#tools.log.warn({ server: server.name, reason: message }, 'passed over a replica of the database');
  }
}
