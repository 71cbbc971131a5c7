import { Card, NativeSelect, Stack, Title } from '@mantine/core';
import { branding } from '../branding.ts';
import { languageName } from '../language/language-name.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useOwnLanguage } from '../shell/use-own-language.ts';

/** Shown if there are several languages to choose from. */
export function LanguageCard() {
  const t = useT();
  const { locale, impersonating } = useMe();
  const choose = useOwnLanguage();
  const { locales = [] } = branding;
  if (locales.length < 2) return null;
  return (
    <Card component="section" aria-labelledby="language">
      <Stack>
        <Title order={2} id="language">
          {t('language.label')}
        </Title>
        <NativeSelect
          aria-labelledby="language"
          maw="var(--form-width)"
          description={t('account.language.text')}
          disabled={impersonating !== null}
          data={[
            { value: '', label: t('account.language.browser') },
            ...locales.map((each) => ({ value: each, label: languageName(each) })),
          ]}
          value={locale ?? ''}
          onChange={(event) => choose(event.currentTarget.value || null)}
        />
      </Stack>
    </Card>
  );
}
