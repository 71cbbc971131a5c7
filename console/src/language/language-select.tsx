import { branding } from '../branding.ts';
import { chooseLanguage } from './choose-language.ts';
import classes from './language-select.module.css';
import { useT } from './texts.ts';

/** A language by its own name: people look for theirs in a page that they can't read. */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The languages of the service, if there are several. The browser's own control: it costs the login page no script. */
export function LanguageSelect({ onChoose = chooseLanguage }: { onChoose?: (locale: string) => unknown }) {
  const t = useT();
  const { locales = [] } = branding;
  if (locales.length < 2) return null;
  return (
    <select
      className={classes.select}
      aria-label={t('language.label')}
      value={t.locale}
      onChange={(event) => void onChoose(event.currentTarget.value)}
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {nameOf(locale)}
        </option>
      ))}
    </select>
  );
}
