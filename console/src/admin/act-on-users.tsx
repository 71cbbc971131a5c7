import type { User } from '@latchkey/contract';
import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { events, messageOf, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { actOnEach, type EachOutcome } from '../ui/act-on-each.ts';
import { fieldErrorOf } from '../ui/field-errors.ts';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Unbroken } from '../ui/unbroken.tsx';

export type Deed = 'deactivate' | 'invite';
type Props = { deed: Deed; users: readonly User[]; onClose: () => void };
type Outcome = EachOutcome<User>;

const icons = {
  done: <IconCheck size={16} color="var(--mantine-color-green-text)" aria-hidden />,
  refused: <IconX size={16} color="var(--mantine-color-red-text)" aria-hidden />,
  kept: <IconMinus size={16} aria-hidden />,
};

/** Does the same to each, one after the other, and says what became of each. */
export function ActOnUsers({ deed, users, onClose }: Props) {
  const t = useT();
  const organization = useMe().organization?.name ?? '';
  // Those who were selected when it began, whatever the list shows since.
  const [all] = useState(users);
  const [done, setDone] = useState<number>();
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const act = useDeed(deed);
  const submit = async () => {
    setDone(0);
    setOutcomes(await act(all, setDone));
  };
  const title = t(`users.selected.${deed}.title`, { count: all.length, organization });
  const running = done !== undefined && !outcomes;
  return (
    <Modal opened onClose={onClose} title={title} closeOnEscape={!running} closeOnClickOutside={!running}>
      <Stack>
        {running && <Progress value={(done / all.length) * 100} aria-label={title} />}
        {outcomes ? (
          <Outcomes outcomes={outcomes} onClose={onClose} />
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <Stack>
              <Text size="sm">
                {deed === 'invite' ? t('users.selected.invite.text') : t('users.deactivate.text')}
              </Text>
              <FormButtons
                label={t(deed === 'invite' ? 'invites.invite' : 'users.actions.deactivate')}
                submitting={running}
                onCancel={onClose}
                destroys={deed === 'deactivate'}
              />
            </Stack>
          </form>
        )}
      </Stack>
    </Modal>
  );
}

function useDeed(deed: Deed) {
  const t = useT();
  const queries = useQueryClient();
  const deactivate = useAct('deactivateUser', { quiet: true });
  const invite = useAct('createInvite', { quiet: true });
  return async (users: readonly User[], onProgress: (done: number) => void): Promise<Outcome[]> => {
    const one = (user: User) =>
      deed === 'invite'
        ? invite.mutateAsync({ body: { email: user.email, byMailOnly: true } })
        : deactivate.mutateAsync({ params: { id: user.id } });
    const outcomes = await actOnEach(users, one, onProgress);
    const count = outcomes.filter(({ kind }) => kind === 'done').length;
    if (deed === 'deactivate' && count > 0)
      void events.accessEnded(t('users.selected.deactivate.done', { count }));
    for (const key of ['listUsers', 'getUser', 'listInvites'])
      await queries.invalidateQueries({ queryKey: [key] });
    return outcomes;
  };
}

function Outcomes({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const t = useT();
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  // What needs a look comes first.
  const sorted = outcomes.toSorted(
    (one, other) => Number(one.kind === 'done') - Number(other.kind === 'done'),
  );
  return (
    <>
      <Text fw={550} role="status">
        {t('users.selected.outcome', { done, total: outcomes.length })}
      </Text>
      <List size="sm" spacing={6} listStyleType="none" mah={280} style={{ overflowY: 'auto' }} tabIndex={0}>
        {sorted.map((outcome) => (
          <List.Item key={outcome.item.id} icon={icons[outcome.kind]}>
            <Unbroken text={outcome.item.email} /> – <Reason outcome={outcome} />
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('dialog.done')}
        </Button>
      </Group>
    </>
  );
}

function Reason({ outcome }: { outcome: Outcome }) {
  const t = useT();
  if (outcome.kind === 'refused') return fieldErrorOf(outcome.error, 'email') ?? messageOf(outcome.error);
  return t(outcome.kind === 'done' ? 'users.selected.done' : 'users.selected.kept');
}
