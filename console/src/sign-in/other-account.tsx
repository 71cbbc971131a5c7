import { Alert, Button, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { api, events } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { SignInLayout } from './layout.tsx';
import type { Me } from './use-verification-link.ts';

type Props = { me: Me; address: string; onSignedOut: () => void };

/** The link belongs to an account other than the one signed in here. */
export function OtherAccount({ me, address, onSignedOut }: Props) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const switchAccount = async () => {
    setPending(true);
    try {
      await api.logout();
      events.forget();
      onSignedOut();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  return (
    <SignInLayout title={t('verify.title')}>
      <Stack>
        <Alert icon={<IconInfoCircle size={18} />}>
          {t.rich(me.impersonating ? 'otherAccount.impersonating' : 'otherAccount.text', {
            email: <Unbroken text={me.user.email} />,
            address: <Unbroken text={address} />,
          })}
        </Alert>
        <ErrorNote error={failure} />
        {!me.impersonating && (
          <Button loading={pending} onClick={() => void switchAccount()}>
            {t('otherAccount.switch')}
          </Button>
        )}
        <ButtonLink to="/" variant="default">
          {t('action.toDashboard')}
        </ButtonLink>
      </Stack>
    </SignInLayout>
  );
}
