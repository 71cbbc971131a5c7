import { Button, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

type Props = { text: string; copyLabel: string; testId: string; onDone: () => void };

/** Something to copy now, because it won't be shown again. */
export function ShownOnce({ text, copyLabel, testId, onDone }: Props) {
  const t = useT();
  return (
    <>
      <Code block fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-testid={testId}>
        {text}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? t('secret.copied') : copyLabel}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('dialog.done')}</Button>
      </Group>
    </>
  );
}
