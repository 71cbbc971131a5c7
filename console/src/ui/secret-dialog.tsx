import { Alert, Modal, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../language/texts.ts';
import { closingOnlyWhenDone, ShownOnce } from './shown-once.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Above the secret. */
  secretTitle: string;
  /** What the secret is for, and what to do if it is lost. */
  note: ReactNode;
  testId: string;
  copyLabel?: string;
  size?: string;
  /** The form. What it creates may have no secret. */
  children: (onMade: (secret: string | undefined) => void, close: () => void) => ReactNode;
};

/** A form that ends with a secret, shown only once. */
export function SecretDialog({
  opened,
  onClose,
  title,
  secretTitle,
  note,
  testId,
  copyLabel,
  size,
  children,
}: Props) {
  const t = useT();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    onClose();
    setSecret(undefined);
  };
  const onMade = (made: string | undefined) => (made ? setSecret(made) : close());
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={size ?? 'md'}
      title={secret ? secretTitle : title}
      {...closingOnlyWhenDone(secret !== undefined)}
    >
      {secret ? (
        <Stack>
          <Alert color="yellow" icon={<IconKey size={18} />} title={t('secret.copyNow')}>
            {note}
          </Alert>
          <ShownOnce text={secret} copyLabel={copyLabel ?? t('secret.copy')} testId={testId} onDone={close} />
        </Stack>
      ) : (
        children(onMade, close)
      )}
    </Modal>
  );
}
