import { Button, type ButtonProps, Modal } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { passkeysWork } from '../ui/passkeys.ts';
import { closingOnlyWhenDone } from '../ui/shown-once.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { useAddPasskey } from './use-add-passkey.ts';

/** The browser does the asking. The first passkey comes with backup codes if two-factor is required. */
export function AddPasskey(props: ButtonProps) {
  const t = useT();
  const { impersonating } = useMe();
  const [codes, setCodes] = useState<string[]>();
  const add = useAddPasskey({ onCodes: setCodes });
  const close = () => setCodes(undefined);
  return (
    <>
      <Button
        loading={add.isPending}
        disabled={impersonating !== null || !passkeysWork()}
        onClick={() => add.mutate()}
        {...props}
      >
        {t('account.passkeys.add')}
      </Button>
      <Modal
        opened={codes !== undefined}
        onClose={close}
        title={t('account.backupCodes.title')}
        {...closingOnlyWhenDone(true)}
      >
        {codes && <BackupCodes codes={codes} onDone={close} />}
      </Modal>
    </>
  );
}
