import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest';

type End = () => Promise<void>;

let fileEnds: End[] = [];
/** While `started` starts something: what to end with it. */
let suiteEnds: End[] | undefined;
const testEnds = new WeakMap<object, End[]>();

/**
 * Registers how to end a thing that exists from now on, and returns a function that ends it at once. It ends no later
 * than the test that is running or, before the first test, than the file; the newest thing ends first.
 */
export function atEnd(end: () => unknown): End {
  let ended: Promise<void> | undefined;
  const once: End = () => {
    ended ??= Promise.resolve(end()).then(() => undefined);
    return ended;
  };
  currentEnds().push(once);
  return once;
}

function currentEnds(): End[] {
  const test = TestRunner.getCurrentTest();
  if (!test) return suiteEnds ?? fileEnds;
  const known = testEnds.get(test);
  if (known) return known;
  const ends: End[] = [];
  testEnds.set(test, ends);
  onTestFinished(() => endAll(ends));
  return ends;
}

/**
 * Starts a thing before the tests around this call, and ends it after them. The result stands for the thing: use it in
 * tests and hooks, but not while the file loads.
 */
export function started<Thing extends object>(start: () => Promise<Thing>): Thing {
  let thing: Thing | undefined;
  const ends: End[] = [];
  beforeAll(async () => {
    // Vitest skips an afterAll if a later one fails, so the file ends the thing, too.
    fileEnds.push(() => endAll(ends));
    suiteEnds = ends;
    thing = await start().finally(() => {
      suiteEnds = undefined;
    });
  });
  afterAll(() => endAll(ends));
  return standIn(() => {
    if (!thing) throw new Error('It is used before it was started.');
    return thing;
  });
}

/** Reads, writes and spreads as the thing itself does. */
function standIn<Thing extends object>(find: () => Thing): Thing {
  return new Proxy({} as Thing, {
    get(_target, name) {
      const thing = find();
      const value = Reflect.get(thing, name, thing);
      // Methods of a class need the thing itself as `this`.
      return typeof value === 'function' && !Object.hasOwn(thing, name) ? value.bind(thing) : value;
    },
    set: (_target, name, value) => Reflect.set(find(), name, value),
    has: (_target, name) => Reflect.has(find(), name),
    ownKeys: () => Reflect.ownKeys(find()),
    getOwnPropertyDescriptor(_target, name) {
      const descriptor = Reflect.getOwnPropertyDescriptor(find(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

/** Ends what a file started and did not end. */
export async function endFile(): Promise<void> {
  const ends = fileEnds;
  fileEnds = [];
  await endAll(ends);
}

/** Newest first. An end that fails does not keep the others from ending. */
async function endAll(ends: End[]): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'Some things did not end.');
}
