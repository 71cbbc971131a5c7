import type { Statistics } from '@latchkey/contract';
import { Stack } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { Section } from '../ui/section.tsx';
import { Share } from './share.tsx';

/** How many of the active accounts a stolen password doesn't open. */
export function SecondFactors({ adoption }: { adoption: NonNullable<Statistics['adoption']> }) {
  const t = useT();
  const { users, twoFactor, passkeys } = adoption;
  const all = users.total;
  const rows = [
    { label: t('dashboard.twoFactor'), count: twoFactor.total },
    { label: t('dashboard.passkeys'), count: passkeys.total },
  ];
  return (
    <Section title={t('dashboard.secondFactors')}>
      <Stack gap="sm">
        {rows.map(({ label, count }) => (
          <Share
            key={label}
            label={label}
            value={t(users.totalIsEstimate ? 'dashboard.ofAbout' : 'dashboard.of', { count, all })}
            percent={(count / Math.max(all, 1)) * 100}
          />
        ))}
      </Stack>
    </Section>
  );
}
