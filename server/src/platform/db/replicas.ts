import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { withinLimit } from '../recent.ts';
import { beginHistory, isStill, notePosition, readPosition, readReplica } from './replica-store.ts';
import type { Reading, ReadOnly, Sql, Tx } from './sql.ts';

/** A replica's connections, and how the log names it. */
export type ReplicaPool = { sql: Sql; name: string };

export type Replicas = {
  /** Reads that show what these changed themselves. */
  readsFor(holderIds: readonly string[]): Reading;
  /** Notes that these changed something, once that is committed. */
  noteChange(holderIds: readonly string[]): Promise<void>;
};

/** What a replica must have. `at`: when the primary was asked. */
type Need = { at: number; history: string; position: bigint };
type Sample = { at: number; position: bigint };
type Server = ReplicaPool & { restsUntil: number };
type Tools = { clock: Clock; log: Log; onRead(where: 'primary' | 'replica'): void };

/** A replica that doesn't answer by then is passed over, and left alone for a while. */
const answerMs = 500;
const restMs = 5000;

/**
 * Chooses a replica for each read. The primary is asked where it is: a replica that has followed to where the primary was
 * half of `maxLagMs` ago, and to the caller's own last change, is fresh enough, by no clock but that of this process.
 */
export class ReplicaChoice implements Replicas {
  readonly #primary: Sql;
  readonly #servers: Server[];
  readonly #windowMs: number;
  readonly #tools: Tools;
  #history = '';
  #samples: Sample[] = [];

  constructor(primary: Sql, replicas: ReplicaPool[], maxLagMs: number, tools: Tools) {
    this.#primary = primary;
    this.#servers = replicas.map((each) => ({ ...each, restsUntil: 0 }));
    this.#windowMs = maxLagMs / 2;
    this.#tools = tools;
  }

  noteChange(holderIds: readonly string[]): Promise<void> {
    return notePosition(this.#primary, holderIds, this.#tools.clock.now());
  }

  readsFor(holderIds: readonly string[]): Reading {
    let need: Need | undefined;
    return {
      begin: async (options, work) => {
        // A long export asks again: a replica may fall behind meanwhile.
        if (!need || this.#now() - need.at > this.#windowMs) need = await this.#needOf(holderIds);
        return this.#run(need, options, work);
      },
    };
  }

  #now(): number {
    return this.#tools.clock.instant() / 1000;
  }

  /** Undefined: only the primary will do, since a new life of it has just begun. */
  async #needOf(holderIds: readonly string[]): Promise<Need | undefined> {
    const at = this.#now();
    const { history, position, changed } = await readPosition(this.#primary, holderIds);
    if (history === null) {
      await beginHistory(this.#primary, this.#tools.clock.now());
      return undefined;
    }
    if (history !== this.#history) this.#samples = [];
    this.#history = history;
    this.#samples = this.#samples.filter((sample) => at - sample.at <= this.#windowMs);
    const last = this.#samples.at(-1);
    // A few are enough to know where it was.
    if (!last || at - last.at > this.#windowMs / 20) this.#samples.push({ at, position });
    const before = this.#samples[0]?.position ?? position;
    return { at, history, position: later(before, changed) };
  }

  async #run<T>(need: Need | undefined, options: ReadOnly, work: (tx: Tx) => Promise<T>): Promise<T> {
    const found = need && (await this.#find(need));
    if (found) {
      try {
        const result = await found.server.sql.begin(options, async (tx) => {
          if (!(await isStill(tx, found.id))) throw new Error('it is no longer the replica that was chosen');
          return work(tx);
        });
        this.#tools.onRead('replica');
        return result;
      } catch (error) {
        // It may have been canceled to let the replica follow. What fails everywhere fails on the primary, too.
        this.#passOver(found.server, error as Error);
      }
    }
    this.#tools.onRead('primary');
    return this.#primary.begin(options, work);
  }

  /** Each read begins with the next replica. */
  async #find(need: Need): Promise<{ server: Server; id: string } | undefined> {
    const next = this.#servers.shift();
    if (next) this.#servers.push(next);
    for (const server of this.#servers.filter(({ restsUntil }) => restsUntil <= this.#now())) {
      try {
        const asking = readReplica(server.sql);
        const facts = await withinLimit(asking, answerMs, () => new Error('no answer'));
        const fits = facts.follows && facts.history === need.history && facts.position >= need.position;
        if (fits) return { server, id: facts.server };
      } catch (error) {
        this.#passOver(server, error as Error);
      }
    }
    return undefined;
  }

  #passOver(server: Server, { message }: Error): void {
    server.restsUntil = this.#now() + restMs;
    this.#tools.log.warn({ server: server.name, reason: message }, 'passed over a replica of the database');
  }
}

function later(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}
