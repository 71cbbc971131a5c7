import { Alert, List, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { messageOf } from '../api.ts';
import { useT } from '../language/texts.ts';
import { fieldErrorOf } from '../ui/field-errors.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import type { Outcome } from './send-invites.ts';

const icons = {
  sent: <IconCheck size={16} color="var(--mantine-color-green-text)" aria-hidden />,
  refused: <IconX size={16} color="var(--mantine-color-red-text)" aria-hidden />,
  kept: <IconMinus size={16} aria-hidden />,
};

/** What became of each address, after some were refused. */
export function InviteOutcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const t = useT();
  if (outcomes.length === 0) return null;
  const sent = outcomes.filter(({ kind }) => kind === 'sent').length;
  return (
    <Alert
      color={sent > 0 ? 'yellow' : 'red'}
      role="alert"
      title={t('invites.outcome.title', { sent, total: outcomes.length })}
    >
      <Text size="sm" mb="xs">
        {t('invites.outcome.text')}
      </Text>
      <List size="sm" spacing={6} listStyleType="none" mah={220} style={{ overflowY: 'auto' }}>
        {outcomes.map((outcome) => (
          <List.Item key={outcome.email} icon={icons[outcome.kind]}>
            <Unbroken text={outcome.email} /> – <Reason outcome={outcome} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Reason({ outcome }: { outcome: Outcome }) {
  const t = useT();
  if (outcome.kind === 'refused') return fieldErrorOf(outcome.error, 'email') ?? messageOf(outcome.error);
  return t(outcome.kind === 'sent' ? 'invites.outcome.sent' : 'invites.outcome.kept');
}
