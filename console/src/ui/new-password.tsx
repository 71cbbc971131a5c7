import { passwordRules } from '@latchkey/contract';
import {
  Group,
  List,
  PasswordInput,
  type PasswordInputProps,
  Progress,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useT } from '../language/texts.ts';

const looks = [
  { label: 'newPassword.strength.0', color: 'red' },
  { label: 'newPassword.strength.1', color: 'red' },
  { label: 'newPassword.strength.2', color: 'yellow' },
  { label: 'newPassword.strength.3', color: 'green' },
  { label: 'newPassword.strength.4', color: 'green' },
] as const;

/** How hard a password is to guess. The estimator and its dictionary load once someone starts typing. */
function useStrength(password: string, known: string[]): number | undefined {
  const [strength, setStrength] = useState<number>();
  const knownText = known.join('\n');
  useEffect(() => {
    let current = true;
    if (!password) setStrength(undefined);
    else
      import('./strength.ts')
        .then(({ strengthOf }) => current && setStrength(strengthOf(password, knownText.split('\n'))))
        // Only the rules below matter; without the estimator there is just no bar.
        .catch(() => current && setStrength(undefined));
    return () => {
      current = false;
    };
  }, [password, knownText]);
  return strength;
}

const columns = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(10rem, 1fr))',
  gap: '2px var(--mantine-spacing-sm)',
};

function Rules({ password }: { password: string }) {
  const t = useT();
  // Typed passwords rarely hit the byte limit, so it is shown only once it is exceeded.
  const shown = passwordRules.filter((rule) => rule.id !== 'bytes' || !rule.test(password));
  return (
    <List size="xs" center ps={0} display="grid" style={columns}>
      {shown.map((rule) => {
        const met = rule.test(password);
        const icon = met ? <IconCheck size={14} stroke={2.5} /> : <IconCircle size={14} />;
        return (
          <List.Item key={rule.id} icon={icon} c={met ? 'var(--mantine-color-green-text)' : 'dimmed'}>
            {t(`newPassword.rule.${rule.id}`)}
            <VisuallyHidden>{t(met ? 'newPassword.met' : 'newPassword.notMet')}</VisuallyHidden>
          </List.Item>
        );
      })}
    </List>
  );
}

type Props = Omit<PasswordInputProps, 'value'> & {
  value: string;
  /** Name, email and the like, which a password should not contain. */
  known?: string[];
};

/** A field for a new password: checks off the contract's rules while typing, and estimates the strength. */
export function NewPassword({ value, known = [], ...props }: Props) {
  const t = useT();
  const strength = useStrength(value, known);
  const look = strength === undefined ? undefined : looks[strength];
  const describedBy = useId();
  return (
    <Stack gap="xs">
      <PasswordInput autoComplete="new-password" aria-describedby={describedBy} value={value} {...props} />
      <Stack gap={6} id={describedBy}>
        <Group gap="sm" wrap="nowrap" mih={18}>
          <Progress
            value={strength === undefined ? 0 : (strength + 1) * 20}
            color={look?.color ?? 'gray'}
            size={5}
            flex={1}
            aria-hidden
          />
          <Text size="xs" c="dimmed" miw={112} ta="end" aria-live="polite">
            {look && t(look.label)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {t('newPassword.atLeast')}
        </Text>
        <Rules password={value} />
      </Stack>
    </Stack>
  );
}
