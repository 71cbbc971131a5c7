import { compare, hash } from '@node-rs/bcrypt';
import { hearPrimary, type ToChild, tellPrimary } from './messages.ts';

/** In the primary: as many hashes at once as there are cores, whichever process wants them. */
export type HashSlots<Child> = {
  ask(child: Child): void;
  giveBack(child: Child): void;
  /** A process is gone, with everything it held and wanted. */
  leave(child: Child): void;
};

export function createHashSlots<Child>(limit: number, grant: (child: Child) => void): HashSlots<Child> {
  const held: Child[] = [];
  let waiting: Child[] = [];
  const next = () => {
    while (held.length < limit) {
      const child = waiting.shift();
      if (child === undefined) return;
      held.push(child);
      grant(child);
    }
  };
  const release = (child: Child) => {
    const at = held.indexOf(child);
    if (at >= 0) held.splice(at, 1);
    return at >= 0;
  };
  return {
    ask(child) {
      waiting.push(child);
      next();
    },
    giveBack(child) {
      release(child);
      next();
    },
    leave(child) {
      waiting = waiting.filter((each) => each !== child);
      while (release(child));
      next();
    },
  };
}

/** In a process that serves: bcrypt, as far as the other processes leave room for it. */
export function sharedBcrypt(): { hash: typeof hash; compare: typeof compare } {
  const waiting: (() => void)[] = [];
  hearPrimary(({ kind }: ToChild) => {
    if (kind === 'hash') waiting.shift()?.();
  });
  const inSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((granted) => {
      waiting.push(granted);
      void tellPrimary({ kind: 'hash' });
    });
    try {
      return await work();
    } finally {
      void tellPrimary({ kind: 'hashed' });
    }
  };
  return {
    hash: (...given) => inSlot(() => hash(...given)),
    compare: (...given) => inSlot(() => compare(...given)),
  };
}
