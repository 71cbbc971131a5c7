import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconBuilding, IconFingerprint, IconMail } from '@tabler/icons-react';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { passkeyObstacle, passkeysWork } from '../ui/passkeys.ts';
import type { usePasskeySignIn } from './use-passkey-sign-in.ts';

type Props = {
  passkey: ReturnType<typeof usePasskeySignIn>;
  /** What the pages of the other ways start with. */
  search: { email?: string; returnTo?: string };
};

/** Sign-in without a password, if the service and the browser support it. */
export function OtherWays({ passkey, search }: Props) {
  const t = useT();
  const obstacle = passkeyObstacle();
  const isAny = passkeysWork() || branding.emailLogin || branding.sso;
  if (!isAny && !obstacle) return null;
  return (
    <Stack gap="sm">
      {isAny && <Divider label={t('provider.or')} />}
      <ErrorNote error={passkey.error} />
      {passkeysWork() && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          loading={passkey.pressed}
          onClick={() => void passkey.press()}
        >
          {t('passkey.use')}
        </Button>
      )}
      {branding.emailLogin && (
        <ButtonLink to="/email-code" search={search} variant="default" leftSection={<IconMail size={18} />}>
          {t('emailCode.act')}
        </ButtonLink>
      )}
      {branding.sso && (
        <ButtonLink to="/sso" search={search} variant="default" leftSection={<IconBuilding size={18} />}>
          {t('sso.continue')}
        </ButtonLink>
      )}
      {obstacle && (
        <Text size="sm" c="dimmed">
          {obstacle}
        </Text>
      )}
    </Stack>
  );
}
