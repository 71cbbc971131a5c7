import { Select, Stack, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

type Props = { text: string; label: string; save: (since: string) => Promise<unknown>; onCancel: () => void };

const hour = 3_600_000;

/** Asks from which time on events are sent again. */
export function SinceForm({ text, label, save, onCancel }: Props) {
  const t = useT();
  const spans = [
    { value: String(hour), label: t('webhooks.replay.hours', { count: 1 }) },
    { value: String(24 * hour), label: t('webhooks.replay.hours', { count: 24 }) },
    { value: String(7 * 24 * hour), label: t('webhooks.replay.days', { count: 7 }) },
    { value: String(30 * 24 * hour), label: t('webhooks.replay.days', { count: 30 }) },
  ];
  const form = useApiForm({ initialValues: { since: String(24 * hour) } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ since }) => save(new Date(Date.now() - Number(since)).toISOString()))}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <Select
          label={t('webhooks.replay.from')}
          data={spans}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('since')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
