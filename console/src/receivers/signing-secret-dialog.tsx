import type { ComponentProps } from 'react';
import { useT } from '../language/texts.ts';
import { SecretDialog } from '../ui/secret-dialog.tsx';

type Props = Omit<ComponentProps<typeof SecretDialog>, 'note' | 'secretTitle'> & { secretTitle?: string };

/** A form that ends with the secret that a receiver verifies signatures with. */
export function SigningSecretDialog({ secretTitle, ...dialog }: Props) {
  const t = useT();
  return (
    <SecretDialog
      secretTitle={secretTitle ?? t('webhooks.add.secretTitle')}
      note={t('webhooks.secret.note')}
      {...dialog}
    />
  );
}
