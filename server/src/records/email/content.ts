import type { Direction, MailMessages, Translate } from '@latchkey/contract';
import { canParseUrl } from '@latchkey/contract';
import type { Layouts } from '../../platform/config/layouts.ts';
import type { Brand } from './brand.ts';
import type { Mail, MailedDevice } from './mail.ts';

/** What a mail says, before it becomes text and HTML. Plain strings: the layout does the escaping. */
export type Content = {
  subject: string;
  /** Defaults to the subject. Set it if the subject quotes text that a user typed: a body must not. */
  heading?: string;
  /** What a mail list shows after the subject. */
  preview: string;
  paragraphs: string[];
  facts: [label: string, value: string][];
  action?: { label: string; link: string };
  /** Below the link. */
  notes: string[];
  /** Why this mail was sent, for the footer. */
  reason: string;
};

/** Writes a mail in its recipient's language. */
export type Writer = {
  t: Translate<MailMessages>;
  product: string;
  /** "March 7, 2026, 14:05 UTC". */
  time(at: Date): string;
};

/** The mail of one type. */
export type Of<Type extends Mail['type']> = Extract<Mail, { type: Type }>;

/** What both layouts put around a mail's content. */
export type Frame = {
  t: Translate<MailMessages>;
  dir: Direction;
  /** The service's name, which every mail tells. */
  product: string;
  /** The name above the mail: the service's, or that of the organization it is about. */
  brandName: string;
  host: string;
  greeting: string;
  /** The address of an image, or nothing to load. */
  logo: string | undefined;
  /** For layouts of the operator's own: that of the organization, if it has one. */
  brandLogo: string | undefined;
  brand: Brand;
  layouts: Layouts;
};

// Line breaks of every kind, and the marks that change the reading direction.
const breaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
const unwanted = /[\p{Bidi_Control}\p{Cs}]/gu;

/** One line of at most `length` characters: fit for a header, and unable to start a line of its own. */
export function oneLine(value: string, length = 100): string {
  const characters = [...value.replace(unwanted, '').replace(breaks, ' ').trim()];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('');
}

/** An operator may write a subject's text, too. */
export const singleLine = (subject: string) => subject.replace(breaks, ' ');

// An invisible break where a mail client would otherwise see an address and make it clickable.
const zeroWidthSpace = '\u200b';

/** What someone typed, made safe for a body: mail clients turn even a bare `evil.example` into a link. */
export function inert(value: string, length?: number): string {
  return oneLine(value, length).replace(/@|:(?=\/)|\.(?=\p{L})/gu, (mark) => `${mark}${zeroWidthSpace}`);
}

/** "ada@example.com" as "a•••@example.com". */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const first = at > 1 ? String.fromCodePoint(email.codePointAt(0) ?? 0) : '';
  return `${first}•••${email.slice(Math.max(at, 0))}`;
}

/** The browser and the system, as their makers call them. */
export function deviceIn(t: Translate<MailMessages>, { browser, os }: MailedDevice): string {
  return t('mail.device', {
    browser: browser === null ? t('mail.device.browser') : inert(browser),
    os: os === null ? t('mail.device.system') : inert(os),
  });
}

/** In UTC, and named so: a mail doesn't know its reader's time zone. */
export function readableTime(t: Translate<MailMessages>, at: Date): string {
  const in24Hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return t('mail.time', {
    date: new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', dateStyle: 'long' }).format(at),
    time: new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', ...in24Hours }).format(at),
  });
}

/** The link unchanged, if a mail may carry it on a line of its own. */
export function checkedLink(link: string): string {
  const protocol = canParseUrl(link) ? new URL(link).protocol : '';
  if (/\s/.test(link) || (protocol !== 'https:' && protocol !== 'http:')) {
    throw new TypeError('A mail may only link to an absolute http or https address.');
  }
  return link;
}

/** One plain mailbox. Refuses anything a mail server or library could read as a second one. */
export function checkedAddress(address: string): string {
  if (!/^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(address)) {
    throw new TypeError('Not a mail address.');
  }
  return address;
}
