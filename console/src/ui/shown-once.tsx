import { Button, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

/** A dialog that shows something once closes by its button alone: any other way would throw it away unasked. */
export const closingOnlyWhenDone = (isShown: boolean) => ({
  closeOnClickOutside: !isShown,
  closeOnEscape: !isShown,
  withCloseButton: !isShown,
});

type Props = { text: string; copyLabel: string; testId: string; onDone: () => void };

/** Something to copy now, because it won't be shown again. Takes the focus from the form that made it. */
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
              autoFocus
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
