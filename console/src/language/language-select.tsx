import { branding } from '../branding.ts';
import { chooseLanguage } from './choose-language.ts';
import { languageName } from './language-name.ts';
import classes from './language-select.module.css';
import { useT } from './texts.ts';

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
          {languageName(locale)}
        </option>
      ))}
    </select>
  );
}
