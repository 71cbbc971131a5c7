import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { connectionClosed, dial, nameOf, type ServerAddress } from './dial.ts';
import type { LeadingServer } from './leading-server.ts';
import { greeting, kinds, MessageReader, Owed, type Part, question, withoutLimits } from './messages.ts';
import { allFaults, faultIn, noAnswer, Overtaken, Proof } from './server-faults.ts';

/** What measures how long an answer takes. */
export type AnswerTimers = {
  setTimeout(done: () => void, ms: number): NodeJS.Timeout;
  clearTimeout(timer: NodeJS.Timeout | undefined): void;
};

/** The servers of one database, and how long to wait for each. */
export type Route = {
  places: ServerAddress[];
  /** A server that can't be written to will do. */
  mayFollow?: boolean;
  connectMs: number;
  /** How long it may take to answer a statement, to the last byte. */
  answerMs?: number | undefined;
  timers: AnswerTimers;
  /** Called when that was too long. */
  onLostAnswer?(error: Error): void;
  /** Which one of them takes the writes. */
  leading: LeadingServer;
  /** Called for everything sent to the server. */
  onWrite?(): void;
  /** The sockets that are open, or about to be. */
  sockets?: Set<ServerSocket>;
  /** Whether a pooler stands in front of the server: it does not take every setting, nor keep prepared statements. */
  pooled?: boolean;
  onPooler?: () => void;
};

const idle = 0x49;

const refusesSettings = /unsupported startup parameter/;

/** How long the driver must write nothing before a lost connection is called closed. */
const quietMs = 20;

/**
 * Takes the place of the driver's socket. When a real one ends in the middle of something, the driver loses its place:
 * it writes to a socket that is gone, an error we can't catch, or waits forever. Here an end always comes in the same
 * order: everything under way fails; so does, at once, everything the driver still sends, such as the ROLLBACK of a
 * failed transaction; and only when the driver has fallen silent is the connection closed, and may be opened again.
 *
 * Among several servers it finds the primary: it greets one after another until one is ready and can be written to. The
 * driver, which keeps nothing between the steps of signing in, takes part in each attempt without noticing.
 */
export class ServerSocket extends EventEmitter {
  readonly #route: Route;
  readonly #givenUp = new AbortController();
  #greeting: Buffer | undefined;
  #inner: Socket | undefined;
  /** The current attempt; undefined once a server is ready. */
  #attempt: { ready(): void; failed(error: Error): void; proof: Proof } | undefined;
  #lost: Error | undefined;
  /** Where it is connected to. */
  #place: ServerAddress | undefined;
  #forget: (() => void) | undefined;
  #findingsAtStart = 0;
  #overdue: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #lastWords = 0;
  readonly #owed = new Owed();
  /** What the server said last: ready for the next statement, in a transaction or not. Undefined: still working. */
  #state: number | undefined;

  constructor(route: Route) {
    super();
    this.#route = route;
    route.sockets?.add(this);
    void this.#open();
  }

  get readyState(): string {
    return this.#inner?.readyState ?? 'opening';
  }

  get state(): 'connecting' | 'idle' | 'busy' {
    if (!this.#inner || this.#attempt) return 'connecting';
    return this.#state === idle ? 'idle' : 'busy';
  }

  write(given: Buffer, done?: () => void): boolean {
    const data = this.#greeting ? given : greeting(given);
    this.#greeting ??= data;
    this.#state = undefined;
    this.#route.onWrite?.();
    if (this.#lost) {
      this.#lastWords++;
      clearTimeout(this.#quiet);
      setImmediate(() => this.#fail());
      return true;
    }
    if (this.#inner && !this.#attempt) this.#owed.asked(data);
    this.#overdue ??= this.#waitForAnswer();
    // With no server there, it can only be the greeting, or the rest of an exchange with one that went away.
    return this.#inner?.write(data === this.#greeting ? this.#hello(data) : data, done) ?? true;
  }

  end(data: Uint8Array): void {
    if (this.#inner && !this.#attempt) this.#inner.end(data);
    else this.destroy();
  }

  destroy(): void {
    this.#lose(connectionClosed());
  }

  pause(): void {
    this.#inner?.pause();
  }

  resume(): void {
    this.#inner?.resume();
  }

  async #open(): Promise<void> {
    const { places, leading } = this.#route;
    const faults: { place: ServerAddress; error: Error }[] = [];
    this.#findingsAtStart = leading.findings;
    for (const place of leading.inOrder(places)) {
      try {
        await this.#enterOnce(place);
        if (!this.#lost) this.#settle(place);
        return;
      } catch (error) {
        if (this.#lost) return;
        if (error instanceof Overtaken) return this.#open();
        faults.push({ place, error: error as Error });
      }
    }
    this.#lose(allFaults(faults));
  }

  #settle(place: ServerAddress): void {
    this.#place = place;
    this.#forget = this.#route.leading.found({ place, leave: (error) => this.#leave(error) });
  }

  /** If a pooler refuses the settings, asks again without them. */
  async #enterOnce(place: ServerAddress): Promise<void> {
    const spared = this.#route.pooled;
    try {
      await this.#enter(place);
    } catch (error) {
      if (this.#lost || spared || !refusesSettings.test((error as Error).message)) throw error;
      this.#noticePooler();
      await this.#enter(place);
    }
  }

  /** Settles when the server is ready and can be written to. */
  async #enter(place: ServerAddress): Promise<void> {
    const { connectMs, places, mayFollow = false } = this.#route;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(noAnswer(nameOf(place), connectMs)), connectMs);
    const signal = AbortSignal.any([late.signal, this.#givenUp.signal]);
    try {
      const inner = await dial(place, signal);
      await new Promise<void>((ready, failed) => {
        this.#attempt = { ready, failed, proof: new Proof(place, places.length > 1, mayFollow) };
        this.#listen(inner, place);
        if (this.#greeting) inner.write(this.#hello(this.#greeting));
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #noticePooler(): void {
    this.#route.pooled = true;
    this.#route.onPooler?.();
  }

  #hello(greeting: Buffer): Buffer {
    return this.#route.pooled ? withoutLimits(greeting) : greeting;
  }

  #listen(inner: Socket, place: ServerAddress): void {
    const reader = new MessageReader();
    this.#inner = inner;
    inner.on('data', (chunk: Buffer) => {
      for (const part of reader.read(chunk)) if (inner === this.#inner) this.#receive(part, place);
    });
    inner.on('drain', () => this.emit('drain'));
    inner.on('error', (error) => inner === this.#inner && this.#leave(error));
    inner.on('close', () => inner === this.#inner && this.#leave(connectionClosed()));
  }

  #receive(part: Part, place: ServerAddress): void {
    const { kind, bytes } = part;
    const proof = this.#attempt?.proof;
    const fault = proof ? proof.faultIn(part) : faultIn(part, place, this.#route.mayFollow);
    if (fault) return void this.#leave(fault);
    const ready = kind === kinds.ready;
    if (proof?.asked && !ready) return;
    if (proof && ready) {
      if (proof.isPooler && !this.#route.pooled) this.#noticePooler();
      if (proof.mustAsk()) return void this.#inner?.write(question);
      if (this.#route.leading.overtook(place, this.#findingsAtStart))
        return void this.#leave(new Overtaken());
      this.#attempt?.ready();
      this.#attempt = undefined;
    }
    // Ready for the next of several statements: the answers to the others are still to come.
    const done = ready && this.#owed.answered();
    this.#state = done ? bytes[5] : undefined;
    if (ready || kind === kinds.suspended) {
      this.#route.timers.clearTimeout(this.#overdue);
      this.#overdue = done || !ready ? undefined : this.#waitForAnswer();
    }
    this.emit('data', bytes);
  }

  /** An answer that is not complete when no statement may still run will never be, even if nothing has said so. */
  #waitForAnswer(): NodeJS.Timeout | undefined {
    const { answerMs, onLostAnswer, timers, leading } = this.#route;
    if (!answerMs || !this.#inner || this.#attempt) return undefined;
    const giveUp = () => {
      const error = noAnswer('the database', answerMs);
      onLostAnswer?.(error);
      if (this.#place) leading.doubt(this.#place);
      this.#leave(error);
    };
    return timers.setTimeout(giveUp, answerMs).unref();
  }

  /** The server is no longer of use, or never became so: during an attempt, the next one is tried. */
  #leave(error: Error): void {
    this.#inner?.destroy();
    this.#inner = undefined;
    if (this.#attempt) this.#attempt.failed(error);
    else this.#lose(error);
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    this.#route.sockets?.delete(this);
    this.#forget?.();
    this.#route.timers.clearTimeout(this.#overdue);
    this.#givenUp.abort(error);
    this.#inner?.destroy();
    // Nothing is under way: close at once, before the driver sends a statement.
    if (this.#state === idle) this.emit('close', false);
    else this.#fail();
  }

  #fail(): void {
    if (this.listenerCount('error') > 0) this.emit('error', this.#lost);
    const heard = this.#lastWords;
    const close = () => {
      if (heard === this.#lastWords) this.emit('close', false);
    };
    clearTimeout(this.#quiet);
    // Two more turns: in the first, the driver writes what it still holds back when the time is up.
    this.#quiet = setTimeout(() => setImmediate(() => setImmediate(close)), quietMs);
  }
}
