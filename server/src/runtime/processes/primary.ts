import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { Config } from '../../platform/config/config.ts';
import type { Log } from '../../platform/log.ts';
import { prepareService, serveMetrics, startBackgroundWork } from '../serve.ts';
import { type Running, start } from '../start.ts';
import { childMark, type ToPrimary, tellChild } from './messages.ts';

/** Whole lines only, so those of several processes never get mixed. */
export function forwardLines(from: Readable, to: DestinationStream): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      to.write(rest + chunk.slice(0, end));
      rest = '';
    }
    rest += chunk.slice(end);
  });
  from.on('end', () => {
    if (rest !== '') to.write(`${rest}\n`);
  });
}

/** A process that dies sooner than this has a fault: the next one waits longer. */
const settledMs = 10_000;
const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** Longer than requests under way may take, shorter than the primary waits before it gives up itself. */
const stopMs = 9000;
const metricsMs = 2000;
const unexplained = 'A process of the service could not start. Its output is above.';

/** One of the processes failed to start, for a reason a person can read. */
export class StartError extends Error {}

type Options = {
  count: number;
  log: Log;
  out: DestinationStream;
  /** One of them queued something to be sent. */
  onQueued(): void;
};

/** The processes that serve, all on one port: started, replaced when they die, stopped together. */
class Children {
  readonly #options: Options;
  readonly #children = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  readonly #replies = new Map<Worker, (reply: ToPrimary & { kind: 'metrics' }) => void>();
  #started = false;
  #stopping = false;
  #asked = 0;
  #up: (address: string) => void = () => {};
  #down: (error: Error) => void = () => {};
  /** The address, once all of them listen there. Rejects when the first start of one fails. */
  readonly listening = new Promise<string>((resolve, reject) => {
    this.#up = resolve;
    this.#down = reject;
  });

  constructor(options: Options) {
    this.#options = options;
    this.listening.catch(() => undefined);
    cluster.setupPrimary({ silent: true });
    // However this process ends, none of them outlives it; if it is killed, they end by themselves.
    process.once('exit', () => {
      for (const child of this.#children) child.process.kill('SIGKILL');
    });
    for (let nth = 0; nth < options.count; nth++) this.#fork();
  }

  /** The figures of each, as far as they arrive in time. */
  async metrics(): Promise<MetricObject[][]> {
    const nth = ++this.#asked;
    const replies = [...this.#listening].map(
      (child) =>
        new Promise<MetricObject[]>((resolve) => {
          const late = setTimeout(() => resolve([]), metricsMs);
          this.#replies.set(child, (reply) => {
            if (reply.nth !== nth) return;
            clearTimeout(late);
            resolve(reply.metrics);
          });
          tellChild(child, { kind: 'metrics', nth });
        }),
    );
    return Promise.all(replies);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const late = setTimeout(() => {
      for (const child of this.#children) child.process.kill('SIGKILL');
    }, stopMs);
    await Promise.all(
      [...this.#children].map((child) => {
        const gone = once(child, 'exit');
        tellChild(child, { kind: 'stop' });
        return gone;
      }),
    );
    clearTimeout(late);
  }

  #fork(died = 0): void {
    const { out } = this.#options;
    const child = cluster.fork({ [childMark]: 'true' });
    const startedAt = performance.now();
    this.#children.add(child);
    const { stdout, stderr } = child.process;
    if (stdout) forwardLines(stdout, out);
    if (stderr) forwardLines(stderr, { write: (lines) => process.stderr.write(lines) });
    child.on('message', (message: ToPrimary) => this.#hear(child, message));
    child.once('exit', (code, signal) => {
      this.#forget(child);
      const settled = performance.now() - startedAt > settledMs;
      this.#replace({ pid: child.process.pid, code, signal }, settled ? 0 : died);
    });
  }

  #forget(child: Worker): void {
    this.#children.delete(child);
    this.#listening.delete(child);
    this.#replies.delete(child);
  }

  #replace(end: { pid: number | undefined; code: number | null; signal: string | null }, died: number): void {
    if (this.#stopping) return;
    if (!this.#started) {
      const how = end.signal ?? `exit code ${end.code}`;
      this.#down(new StartError(`A process of the service ended with ${how} while it started.`));
      return;
    }
    this.#options.log.error(end, 'a worker process died; starting another one');
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** died);
    setTimeout(() => this.#stopping || this.#fork(died + 1), pauseMs).unref();
  }

  #hear(child: Worker, message: ToPrimary): void {
    if (message.kind === 'queued') this.#options.onQueued();
    else if (message.kind === 'metrics') this.#replies.get(child)?.(message);
    else if (message.kind === 'failed') this.#down(new StartError(message.words ?? unexplained));
    else this.#note(child, message.address);
  }

  #note(child: Worker, address: string): void {
    this.#listening.add(child);
    if (this.#listening.size < this.#options.count) return;
    this.#started = true;
    this.#up(address);
  }
}

/**
 * The parent of the other processes. It runs what there must be only one of: the embedded database, migrations, the
 * workers that send mail and webhooks, the upkeep and the metrics port. The children serve requests.
 */
export function servePrimary(
  given: { config: Config; log: Log; stopping: AbortSignal },
  out: DestinationStream,
): Promise<Running> {
  const { config, log } = given;
  return start(given, async (starting) => {
    const { opened, unlessStopped } = starting;
    const service = await prepareService(starting);
    const { outbox, metrics } = service.deps;
    const children = new Children({ count: config.processes, log, out, onQueued: outbox.wake });
    opened.push(() => children.stop());
    const address = await unlessStopped(children.listening);
    await serveMetrics(starting, async () =>
      AggregatorRegistry.aggregate([
        await metrics.registry.getMetricsAsJSON(),
        ...(await children.metrics()),
      ]),
    );
    startBackgroundWork(starting, service);
    return { address, postgres: service.postgres, isFresh: service.isFresh };
  });
}
