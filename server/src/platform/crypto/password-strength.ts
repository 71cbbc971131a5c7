import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Scores passwords from 0, which anyone can guess, to 4. */
export type PasswordStrength = { score(password: string): Promise<number>; stop(): Promise<void> };

const require = createRequire(import.meta.url);

// The dictionaries take 40 MB and a score takes milliseconds: both stay out of the thread that answers requests.
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const [{ ZxcvbnFactory }, common, english] = workerData.map((path) => require(path));
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  parentPort.on('message', ({ id, password }) => {
    parentPort.postMessage({ id, score: zxcvbn.check(password).score });
  });`;

type Asked = { done(score: number): void; failed(error: Error): void };

/** Starts its worker with the first password: most services never ask. */
export function createPasswordStrength(): PasswordStrength {
  const asked = new Map<number, Asked>();
  let worker: Worker | undefined;
  let last = 0;
  const failAll = (error: Error) => {
    worker = undefined;
    for (const { failed } of asked.values()) failed(error);
    asked.clear();
  };
  const start = () => {
    const packages = [
      require.resolve('@zxcvbn-ts/core'),
      require.resolve('@zxcvbn-ts/language-common'),
      require.resolve('@zxcvbn-ts/language-en'),
    ];
    const started = new Worker(program, { eval: true, workerData: packages });
    started.on('message', ({ id, score }: { id: number; score: number }) => {
      asked.get(id)?.done(score);
      asked.delete(id);
      if (asked.size === 0) started.unref();
    });
    started.on('error', failAll);
    return started;
  };
  return {
    score: (password) =>
      new Promise<number>((done, failed) => {
        worker ??= start();
        worker.ref();
        const id = ++last;
        asked.set(id, { done, failed });
        worker.postMessage({ id, password });
      }),
    async stop() {
      await worker?.terminate();
      failAll(new Error('the service is stopping'));
    },
  };
}
