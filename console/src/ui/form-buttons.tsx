import { Button, Group } from '@mantine/core';
import { useT } from '../language/texts.ts';

type Props = { label: string; submitting: boolean; onCancel: () => void };

/** The buttons at the end of a form in a dialog: submit and cancel. */
export function FormButtons({ label, submitting, onCancel }: Props) {
  const t = useT();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
      <Button type="submit" loading={submitting}>
        {label}
      </Button>
    </Group>
  );
}
