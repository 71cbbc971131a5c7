import { canonicalLocale } from '../config/locales.ts';

/** The same tag, a shorter one, or another of the same language: the first that is offered. */
export function matchLocale(offered: readonly string[], tag: string): string | undefined {
  const asked = canonicalLocale(tag);
  if (asked === undefined) return undefined;
  for (let prefix = asked; prefix; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('-'))))
    if (offered.includes(prefix)) return prefix;
  const language = asked.split('-')[0];
  return offered.find((code) => code.split('-')[0] === language);
}

/** The most wanted language that is offered. `*` and refused ones (q=0) name none. */
export function negotiate(offered: readonly string[], header: string | undefined): string | undefined {
  if (!header) return undefined;
  const wanted = header
    .slice(0, 1000)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const q = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, q }) => tag !== '' && tag !== '*' && q > 0 && q <= 1)
    .sort((one, other) => other.q - one.q);
  for (const { tag } of wanted) {
    const match = matchLocale(offered, tag);
    if (match) return match;
  }
  return undefined;
}
