import type { LatchkeyError } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { events } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ssoAddress } from './sso-address.ts';

/** The way on for people whose organization requires single sign-on, or whose identity provider can't speak for them here. */
export default function WayOn({ error: { code, details } }: { error: LatchkeyError }) {
  const t = useT();
  if (code !== 'SSO_REQUIRED') {
    const methods = Array.isArray(details.methods) ? details.methods.map(String) : [];
    return (
      <Button size="xs" variant="default" mt="sm" onClick={() => void events.reauthenticate(methods)}>
        {t('reauthenticate.title')}
      </Button>
    );
  }
  const asked = new URLSearchParams(location.search).get('returnTo') ?? undefined;
  const address = ssoAddress(details.redirectTo, asked);
  if (!address) return null;
  return (
    <Button component="a" href={address} size="xs" mt="sm">
      {t('sso.continue')}
    </Button>
  );
}
