import {
  Card,
  CloseButton,
  Group,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../language/texts.ts';
import { TestEmail } from '../settings/test-email.tsx';
import { useMe } from '../shell/me.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import type { Step } from './step.ts';

type Props = {
  /** Whose it is: dismissed or done, it stays away for them in this browser. */
  of: string;
  /** Undefined: not known yet. */
  steps: readonly Step[] | undefined;
  /** Shown once there is nothing left to do here. */
  otherwise: ReactNode;
};

export function Checklist({ of, steps, otherwise }: Props) {
  const t = useT();
  const [isOver, setOver] = useLocalStorage({
    key: `latchkey-first-steps-${of}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const allDone = steps?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (allDone) setOver(true);
  }, [allDone, setOver]);
  if (isOver || allDone) return otherwise;
  if (!steps) return <Skeleton h={320} radius="lg" />;
  const dismiss = () => {
    setOver(true);
    document.querySelector('h1')?.focus();
  };
  const first = steps.find(({ done }) => !done);
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm">
            <Title order={2} id="first-steps">
              {t('firstSteps.title')}
            </Title>
            <Text size="sm" c="dimmed" className="numbers">
              {t('firstSteps.progress', { done: steps.filter(({ done }) => done).length, all: steps.length })}
            </Text>
          </Group>
          <CloseButton aria-label={t('firstSteps.dismiss')} onClick={dismiss} />
        </Group>
        <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {steps.map((step) => (
            <Item key={step.name} step={step} isFirst={step === first} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

function Item({ step, isFirst }: { step: Step; isFirst: boolean }) {
  const t = useT();
  const { name, done } = step;
  const { requiresTwoFactorSetup } = useMe();
  // Until two-factor is on, the other pages refuse.
  const isOpen = !done && (!requiresTwoFactorSetup || name === 'twoFactor');
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon size={24} radius="xl" variant={done ? 'filled' : 'default'} color="green" aria-hidden>
        {done && <IconCheck size={16} />}
      </ThemeIcon>
      <Group flex={1} justify="space-between" gap="xs">
        <Stack gap={0} flex={1} miw={220}>
          <Text fw={550} {...(done && { c: 'dimmed' })}>
            {t(`firstSteps.${name}`)}
            <VisuallyHidden>{`: ${t(done ? 'firstSteps.done' : 'firstSteps.open')}`}</VisuallyHidden>
          </Text>
          {!done && (
            <Text size="sm" c="dimmed">
              {t(`firstSteps.${name}.text`)}
            </Text>
          )}
        </Stack>
        {isOpen && <Way step={step} isFirst={isFirst} />}
        {step.result && (
          <AnchorLink to={step.result.to} search={step.result.search as never} size="sm">
            {t('firstSteps.seeCode')}
          </AnchorLink>
        )}
      </Group>
    </Group>
  );
}

function Way({ step: { name, to }, isFirst }: { step: Step; isFirst: boolean }) {
  const t = useT();
  const variant = isFirst ? 'filled' : 'default';
  if (name === 'email') return <TestEmail size="xs" variant={variant} />;
  return (
    <ButtonLink to={to} size="xs" variant={variant}>
      {t(`firstSteps.${name}.action`)}
    </ButtonLink>
  );
}
