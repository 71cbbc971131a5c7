import { Button, Group } from '@mantine/core';
import { useT } from '../language/texts.ts';

type Props = {
  label: string;
  submitting: boolean;
  onCancel: () => void;
  /** What it does is hard to undo: the focus starts beside it. */
  destroys?: boolean;
};

/** The buttons at the end of a form in a dialog: submit and cancel. */
export function FormButtons({ label, submitting, onCancel, destroys = false }: Props) {
  const t = useT();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel} data-autofocus={destroys || undefined}>
        {t('dialog.cancel')}
      </Button>
      <Button type="submit" loading={submitting} {...(destroys && { color: 'red.9' })}>
        {label}
      </Button>
    </Group>
  );
}
