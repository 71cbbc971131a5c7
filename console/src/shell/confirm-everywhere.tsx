import { Button, Group, Text } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';

/** Waits until no process answers from before, and says how many confirmed it. */
export function ConfirmEverywhere() {
  const t = useT();
  const confirm = useAct('confirmChecks', { invalidates: ['listCheckSubscribers'], quiet: true });
  const { data: counts, isPending, error } = confirm;
  return (
    <>
      <Group gap="sm">
        <Button size="sm" loading={isPending} onClick={() => confirm.mutate({})}>
          {t('checks.confirm')}
        </Button>
        <Text size="sm" role="status" flex={1} miw={200}>
          {isPending && t('checks.waiting')}
          {!isPending && counts && t('checks.done', { confirmed: counts.confirmed, expired: counts.expired })}
        </Text>
      </Group>
      <ErrorNote error={error} />
    </>
  );
}
