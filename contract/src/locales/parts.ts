import type { messages as console } from './en/console.ts';
import type { messages as mails } from './en/mails.ts';
import type { messages as server } from './en/server.ts';
import type { messages as signIn } from './en/sign-in.ts';

/** A catalog holds one part of the texts in one language, so that a page loads only what it shows. */
export const catalogParts = ['sign-in', 'console', 'server', 'mails'] as const;
export type CatalogPart = (typeof catalogParts)[number];

/** The parts that pages load. Texts that both kinds of pages show are in `sign-in`. */
export const pageParts = ['sign-in', 'console'] as const;
export type PagePart = (typeof pageParts)[number];

type English = {
  'sign-in': typeof signIn;
  console: typeof console;
  server: typeof server;
  mails: typeof mails;
};

/** The texts of all pages: the console loads both parts. */
export type PageMessages = English['sign-in'] & English['console'];
export type ServerMessages = English['server'];
export type MailMessages = English['mails'];

/** A part in another language. A missing or unknown key doesn't compile. */
export type Translation<Part extends CatalogPart> = Record<keyof English[Part], string>;
