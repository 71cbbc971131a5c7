import type { Brand } from './brand.ts';
import type { Mail } from './mail.ts';

/** What a mail says, before it becomes text and HTML. Plain strings: the layout does the escaping. */
export type Content = {
  subject: string;
  /** The subject, unless that quotes what somebody typed: a body must not. */
  heading?: string;
  /** What a mail list shows after the subject. */
  preview: string;
  paragraphs: string[];
  facts: [label: string, value: string][];
  action: { label: string; link: string };
  /** Below the link. */
  notes: string[];
  /** Why this mail was sent, for the footer. */
  reason: string;
};

/** The mail of one type. */
export type Of<Type extends Mail['type']> = Extract<Mail, { type: Type }>;

/** What both layouts put around a mail's content. */
export type Frame = {
  product: string;
  host: string;
  greeting: string;
  /** The address of an image, or nothing to load. */
  logo: string | undefined;
  brand: Brand;
};
