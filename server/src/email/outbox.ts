import { uuidv7 } from 'uuidv7';
import type { Clock } from '../clock.ts';
import { type Key, seal } from '../crypto/seal.ts';
import type { Db, Statement } from '../db/sql.ts';
import { belowLimit } from './address-store.ts';
import type { Mail } from './mail.ts';
import { render } from './render.ts';
import { checkedAddress, oneLine } from './safe-text.ts';
import { droppedPast, isUnsolicited } from './unsolicited.ts';

export type Outbox = {
  /** Stores the mail with `db`: in a transaction, it is sent only if that commits. */
  enqueue(
    db: Db,
    message: {
      to: string;
      userId: string | null;
      firstName?: string | null;
      /** Somebody has proven that they read mail at this address. */
      verified?: boolean;
      mail: Mail;
    },
  ): Statement;
  /** Call after a commit, so mail leaves at once. */
  wake(): void;
};

export const mailPurpose = 'mail';

type OutboxOptions = {
  clock: Clock;
  /** Seals the body, which may hold a live link. */
  key: Key;
  /** The sender: an address, or "Name <address>". */
  from: string;
  productName: string;
  logoUrl?: string | null;
  accentColor?: string;
  baseUrl: string;
  wake(): void;
};

export function createOutbox({ clock, key, from, wake, ...house }: OutboxOptions): Outbox {
  if (oneLine(from, 320) !== from) throw new TypeError('The sender must be a single line.');
  return {
    wake,
    enqueue(db, { to, userId, firstName, verified = false, mail }) {
      const { subject, text, html } = render(mail, { ...house, ...(firstName ? { firstName } : {}) });
      const body = seal(key, Buffer.from(JSON.stringify({ text, html })));
      // Always due: it must not wait for a clock that ran ahead and was set back. It also goes before any retry.
      const due = new Date(0);
      const now = clock.now();
      const dropped = droppedPast(mail, verified);
      const fits = dropped ? belowLimit(db, to, now, dropped === 'same' ? mail.type : null) : db`true`;
      return db`
        INSERT INTO emails
          (id, user_id, to_address, from_address, subject, type, unsolicited, body, next_attempt_at, created_at)
        SELECT ${uuidv7()}, ${userId}, ${checkedAddress(to)}, ${from}, ${subject}, ${mail.type},
               ${isUnsolicited(mail, verified)}, ${body}, ${due}, ${now}
         WHERE ${fits}
      `;
    },
  };
}
