import type { Output } from '@latchkey/sdk';
import { Button, Group, List, NativeSelect, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { scopeInWords } from '../applications/scopes.ts';
import { useT } from '../language/texts.ts';

export type Decision = 'allow' | 'deny';

/** What an application will be able to do. */
export function Wanted({ scopes, resource }: Pick<Output<'getConsent'>, 'scopes' | 'resource'>) {
  const t = useT();
  const icon = (
    <ThemeIcon size={20} radius="xl" variant="light" aria-hidden>
      <IconCheck size={12} />
    </ThemeIcon>
  );
  return (
    <List icon={icon} spacing="xs" center styles={{ item: { lineHeight: 1.3 } }}>
      {scopes.map((scope) => (
        <List.Item key={scope}>{scopeInWords(scope)}</List.Item>
      ))}
      {resource !== null && (
        <List.Item style={{ overflowWrap: 'anywhere' }}>
          {t.rich('consent.resource', { host: <b>{new URL(resource).host || resource}</b> })}
        </List.Item>
      )}
    </List>
  );
}

type Choice = { id: string; name: string };
type ChoiceProps = { of: Choice[]; value: string | undefined; onChange: (id: string) => void };

/** For people with several. */
export function WhichOrganization({ of, value, onChange }: ChoiceProps) {
  const t = useT();
  if (of.length < 2) return null;
  return (
    <NativeSelect
      label={t('field.organization')}
      description={t('consent.organization')}
      data={of.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Buttons = { pending: Decision | undefined; onDecide: (decision: Decision) => void };

export function AllowOrDeny({ pending, onDecide }: Buttons) {
  const t = useT();
  return (
    <Group grow>
      <Button
        variant="default"
        loading={pending === 'deny'}
        disabled={pending === 'allow'}
        onClick={() => onDecide('deny')}
      >
        {t('consent.deny')}
      </Button>
      <Button loading={pending === 'allow'} disabled={pending === 'deny'} onClick={() => onDecide('allow')}>
        {t('consent.allow')}
      </Button>
    </Group>
  );
}
