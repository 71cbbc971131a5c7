import { createTranslate, type Messages, type PageMessages, type Translate } from '@latchkey/contract';
import { createElement, Fragment, type ReactNode, useSyncExternalStore } from 'react';

export type TextKey = keyof PageMessages & string;

declare const english: Translate<PageMessages>;
type After<Given extends unknown[]> = Given extends [unknown, ...infer Values] ? Values : never;
type Values<Key extends TextKey> = After<Parameters<typeof english<Key>>>;
type Elements<Key extends TextKey> = After<Parameters<typeof english.parts<Key, ReactNode>>>;

export type Texts = Translate<PageMessages> & {
  /** A text with elements at its placeholders: `t.rich('register.joining', { name: <b>{name}</b> })`. */
  rich<Key extends TextKey>(key: Key, ...values: Elements<Key>): ReactNode;
};

function textsOf(locale: string, messages: Messages): Texts {
  const translate = createTranslate<PageMessages>(locale, messages);
  const pieces = translate.parts as (key: string, values?: Record<string, ReactNode>) => ReactNode[];
  const rich = (key: string, values?: Record<string, ReactNode>) =>
    createElement(Fragment, null, ...pieces(key, values));
  return Object.assign(translate, { rich }) as Texts;
}

/**
 * No line ends inside "e-mail", or between a number and what it counts: 15 minutes. The name of a field, such as
 * "E-Mail", has no line to end and stays as it is.
 */
const unbroken = (text: string) =>
  text.includes(' ')
    ? text.replace(/\b(e-)(?=mail)/gi, '$1\u2060').replace(/([#\d]) (?=\p{L})/gu, '$1\u00a0')
    : text;

let current = textsOf('en', {});
const watchers = new Set<() => void>();

/** Shows these texts from now on, without losing what is typed or open. */
export function setTexts(locale: string, messages: Messages): void {
  const kept = Object.entries(messages).map(([key, text]) => [key, unbroken(text)]);
  current = textsOf(locale, Object.fromEntries(kept));
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The texts in the chosen language. Every component that shows one calls this: it then follows a change of language. */
export function useT(): Texts {
  return useSyncExternalStore(watch, () => current);
}

/** For functions outside components. A component that shows what they return calls `useT` itself. */
export function t<Key extends TextKey>(key: Key, ...values: Values<Key>): string {
  return (current as (...given: unknown[]) => string)(key, ...values);
}

export const chosenLocale = (): string => current.locale;
