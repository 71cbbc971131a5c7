/** The part of `node:async_hooks` this needs. */
type AsyncHooks = { AsyncLocalStorage: { snapshot?(): (work: () => void) => void } };
type Runtime = { process?: { getBuiltinModule?(name: 'node:async_hooks'): AsyncHooks | undefined } };

/** Runs work in the context of now, which is no request's: frameworks and tracers attach to those what they begin. */
export function outsideOfRequests(): (work: () => void) => void {
  const hooks = (globalThis as Runtime).process?.getBuiltinModule?.('node:async_hooks');
  return hooks?.AsyncLocalStorage.snapshot?.() ?? ((work) => work());
}
