import { useAct } from '../api.ts';
import { showLanguage } from '../language/catalogs.ts';
import { chooseLanguage, followBrowser } from '../language/choose-language.ts';
import { t } from '../language/texts.ts';
import { useMe } from './me.ts';

/** Said in the new language, which is shown by then. */
const saved = () => t('account.language.saved');

/** Saves the language with the account, for mails and other browsers, too. Null: the browser's. */
export function useOwnLanguage(): (locale: string | null) => void {
  const { impersonating } = useMe();
  const save = useAct('updateProfile', {
    invalidates: ['me'],
    success: saved,
    onSuccess: ({ locale }) => (locale ? showLanguage(locale) : followBrowser()),
  });
  return (locale) => {
    // The account isn't theirs: they change only what they see.
    if (impersonating) void (locale ? chooseLanguage(locale) : followBrowser());
    else save.mutate({ body: { locale } });
  };
}
