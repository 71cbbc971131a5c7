import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

type Props = { loading: boolean; onClick: () => void; disabled?: boolean };

/** Sends an example. */
export function TestButton(props: Props) {
  const t = useT();
  return (
    <Button leftSection={<IconSend size={16} className="points" />} {...props}>
      {t('webhooks.actions.test')}
    </Button>
  );
}
