import { Alert, Stack } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

/** An emailed link that no longer works or was cut off. */
export function DeadLink({ action }: { action: ReactNode }) {
  const t = useT();
  return (
    <Stack>
      <Alert color="orange" icon={<IconLinkOff size={18} />} title={t('deadLink.title')} role="alert">
        {t('deadLink.text')}
      </Alert>
      {action}
    </Stack>
  );
}
