import { Button } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { ssoAddress } from './sso-address.ts';

/** The way on for people whose organization requires single sign-on. */
export default function SsoWay({ redirectTo }: { redirectTo: unknown }) {
  const t = useT();
  const asked = new URLSearchParams(location.search).get('returnTo') ?? undefined;
  const address = ssoAddress(redirectTo, asked);
  if (!address) return null;
  return (
    <Button component="a" href={address} size="xs" mt="sm">
      {t('sso.continue')}
    </Button>
  );
}
