import { unsolicitedMail } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/clock.ts';
import type { Layouts } from '../../platform/config/layouts.ts';
import { type Key, seal } from '../../platform/crypto/seal.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { Languages } from '../../platform/languages/languages.ts';
import { belowLimit, type MailInitiator } from './address-store.ts';
import { checkedAddress, oneLine } from './content.ts';
import type { Mail } from './mail.ts';
import { render } from './render.ts';
import { causeOf, noticesCounted } from './unsolicited.ts';

export type Outbox = {
  /** Stores the mail with `db`: in a transaction, it is sent only if that commits. */
  enqueue(
    db: Db,
    message: {
      to: string;
      userId: string | null;
      firstName?: string | null;
      /** The user has proven that they read mail at this address. */
      verified?: boolean;
      /** The recipient's language, or that of the request if it is for them. The default without one. */
      locale?: string | null | undefined;
      /** The account that causes mail to another person's mailbox. Call `refuseUnsolicited` first. */
      sender?: MailInitiator | undefined;
      mail: Mail;
    },
  ): Statement;
  /** Call after a commit, so mail leaves at once. */
  wake(): void;
};

export const mailPurpose = 'mail';

type OutboxOptions = {
  clock: Clock;
  languages: Pick<Languages, 'mails' | 'fallback'>;
  /** Seals the body, which may hold a live link. */
  key: Key;
  /** The sender: an address, or "Name <address>". */
  from: string;
  productName: string;
  logoUrl?: string | null;
  accentColor?: string;
  layouts?: Layouts;
  baseUrl: string;
  /** Addresses need no proof: all count as verified. */
  assumesVerified?: boolean;
  wake(): void;
};

export function createOutbox(options: OutboxOptions): Outbox {
  const { clock, languages, key, from, wake, assumesVerified = false, ...house } = options;
  if (oneLine(from, 320) !== from) throw new TypeError('The sender must be a single line.');
  return {
    wake,
    enqueue(db, { to, userId, firstName, verified = false, locale, sender, mail }) {
      const t = languages.mails(locale ?? languages.fallback);
      const { subject, text, html } = render(mail, { t, ...house, ...(firstName ? { firstName } : {}) });
      const body = seal(key, Buffer.from(JSON.stringify({ text, html })));
      // Always due: it must not wait for a clock that ran ahead and was set back. It also goes before any retry.
      const due = new Date(0);
      const now = clock.now();
      const cause = causeOf(mail, sender);
      // Anyone may ask for this one, for any address.
      const isOpen = mail.type === 'registration_code';
      const counted = isOpen ? 'type' : noticesCounted(mail, sender, verified || assumesVerified);
      const type = counted === 'type' ? mail.type : null;
      const fits = counted ? belowLimit(db, to, { rules: unsolicitedMail, now, type }) : db`true`;
      return db`
        INSERT INTO emails
          (id, user_id, to_address, from_address, subject, type, locale, cause, body, next_attempt_at, created_at,
           sender_id, sender_organization_id, sender_verified)
        SELECT ${uuidv7()}, ${userId}, ${checkedAddress(to)}, ${from}, ${subject}, ${mail.type},
               ${t.locale}, ${cause}, ${body}, ${due}, ${now},
               ${sender?.id ?? null}::uuid, ${sender?.organizationId ?? null}::uuid, ${sender?.verified ?? null}::boolean
         WHERE ${fits}
        RETURNING id
      `;
    },
  };
}

type Recipient = {
  id: string;
  email: string;
  firstName: string | null;
  emailVerifiedAt: Date | null;
  locale: string | null;
};

/**
 * Mails an account holder, in the transaction of what the mail reports. The sender is the account that causes it;
 * `asked` is the language of the request that asks for it, for those who have chosen none.
 */
export function mailUser(
  deps: { outbox: Outbox },
  tx: Db,
  user: Recipient,
  {
    sender,
    asked,
    ...mail
  }: Mail & { sender?: MailInitiator | undefined; asked?: string | null | undefined },
): Statement {
  const { id: userId, email: to, firstName, emailVerifiedAt } = user;
  const locale = user.locale ?? asked;
  const verified = emailVerifiedAt !== null;
  return deps.outbox.enqueue(tx, { to, userId, firstName, verified, locale, sender, mail });
}
