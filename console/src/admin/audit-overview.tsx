import type { AuditSummary } from '@latchkey/contract';
import { Card, Group, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AuditChart } from './audit-chart.tsx';
import { actionInWords } from './audit-words.ts';
import { reasonInWords } from './reason-in-words.ts';

type Patch = {
  from?: string;
  to?: string;
  range?: string;
  action?: string;
  reason?: string;
  ipAddress?: string;
};
type Props = {
  query: { data: AuditSummary | undefined; error: unknown; refetch: () => unknown };
  /** Narrows the list below. */
  onChange: (patch: Patch) => void;
};

/** The list at a glance: when its entries happened, and what failed for which reason and from where. */
export function AuditOverview({ query: { data, error, refetch }, onChange }: Props) {
  const t = useT();
  return (
    <Card component="section" aria-labelledby="audit-chart">
      <Stack>
        <Title order={2} id="audit-chart">
          {t('audit.chart.title')}
        </Title>
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {data?.tooBroad ? (
          <Text size="sm" c="dimmed">
            {t('audit.chart.tooBroad')}
          </Text>
        ) : (
          !error && <AuditChart bars={data?.bars} onChoose={(ends) => onChange({ ...ends, range: '' })} />
        )}
        {data && data.reasons.length > 0 && <Failures data={data} onChange={onChange} />}
      </Stack>
    </Card>
  );
}

function Failures({ data, onChange }: { data: AuditSummary; onChange: Props['onChange'] }) {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Failed title={t('audit.failures.byReason')}>
        {data.reasons.map(({ action, reason, count }) => (
          <Line
            key={`${action} ${reason}`}
            count={count}
            onClick={() => onChange({ action, reason: reason ?? '' })}
          >
            {reason ? reasonInWords(t, reason) : actionInWords(action)}
          </Line>
        ))}
      </Failed>
      <Failed title={t('audit.failures.byAddress')}>
        {data.addresses.map(({ ipAddress, count }) => (
          <Line key={ipAddress} count={count} onClick={() => onChange({ ipAddress })}>
            <bdi className="numbers">{ipAddress}</bdi>
          </Line>
        ))}
      </Failed>
    </SimpleGrid>
  );
}

function Failed({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Text size="sm" fw={550} id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Line({ count, onClick, children }: { count: number; onClick: () => void; children: ReactNode }) {
  const t = useT();
  return (
    <UnstyledButton onClick={onClick} py={2}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" td="underline" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        <Text size="sm" className="numbers">
          {count.toLocaleString(t.locale)}
        </Text>
      </Group>
    </UnstyledButton>
  );
}
