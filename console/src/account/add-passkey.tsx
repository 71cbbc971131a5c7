import { Button, type ButtonProps, Modal } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../shell/me.ts';
import { passkeysWork } from '../ui/passkeys.ts';
import { BackupCodes } from './backup-codes.tsx';
import { useAddPasskey } from './use-add-passkey.ts';

/** The browser does the asking. The first passkey comes with backup codes if two-factor is required. */
export function AddPasskey(props: ButtonProps) {
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
        Add a passkey
      </Button>
      <Modal
        opened={codes !== undefined}
        onClose={close}
        title="Your backup codes"
        closeOnClickOutside={false}
      >
        {codes && <BackupCodes codes={codes} onDone={close} />}
      </Modal>
    </>
  );
}
