import { Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { ButtonLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';
import { onward } from './return-address.ts';

/** For a page that continues from an earlier step but was opened without it. */
export function ExpiredSignIn({ returnTo }: { returnTo?: string | undefined }) {
  const t = useT();
  return (
    <SignInLayout title={t('expired.title')}>
      <Text>{t('expired.text')}</Text>
      <ButtonLink to="/login" search={onward(returnTo)}>
        {t('action.startOver')}
      </ButtonLink>
    </SignInLayout>
  );
}
