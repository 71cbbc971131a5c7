import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { createLanguages } from '../../platform/languages/languages.ts';
import { render } from '../../records/email/render.ts';
import { type Report, UsageError } from '../output.ts';
import { samplesFor } from './samples.ts';

export type PreviewOptions = { out: string; type?: string; locale?: string };

/** Writes every mail as people get it, for a look in a browser. Needs no database. */
export function previewMails(config: Config, { out, type, locale }: PreviewOptions): Report {
  const languages = createLanguages(config.locales);
  const samples = Object.values(samplesFor(config.baseUrl));
  const mails = samples.filter((mail) => type === undefined || mail.type === type);
  if (mails.length === 0)
    throw new UsageError(
      `There is no mail ${type}. There are ${samples.map((mail) => mail.type).join(', ')}.`,
    );
  const asked = locale === undefined ? undefined : languages.match(locale);
  if (locale !== undefined && asked === undefined)
    throw new UsageError(`There is no language ${locale}. There are ${languages.codes.join(', ')}.`);
  const { branding, baseUrl, mailLayouts: layouts } = config;
  mkdirSync(out, { recursive: true });
  const files = (asked === undefined ? languages.codes : [asked]).flatMap((code) =>
    mails.flatMap((mail) => {
      const options = { t: languages.mails(code), ...branding, baseUrl, layouts, firstName: 'Ada' };
      const { html, text } = render(mail, options);
      const name = join(out, `${mail.type}.${code}`);
      writeFileSync(`${name}.html`, html);
      writeFileSync(`${name}.txt`, text);
      return [`${name}.html`, `${name}.txt`];
    }),
  );
  return { text: `${files.length} files are in ${out}.`, json: { files } };
}
