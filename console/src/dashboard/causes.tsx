import { Stack, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { Share } from './share.tsx';

type Cause = { name: string; label: string; count: number; before: number };

/** What a number is made of, the most frequent first. */
export function Causes({
  title,
  causes,
  search,
}: {
  title: string;
  causes: readonly Cause[];
  search: object;
}) {
  const t = useT();
  const now = causes.filter(({ count }) => count > 0);
  const all = now.reduce((sum, { count }) => sum + count, 0);
  const figures = ({ count, before }: Cause) => t('dashboard.withBefore', { count, before });
  return (
    <Section title={title} actions={<ToEntries title={title} search={search} />}>
      {now.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('dashboard.none')}
        </Text>
      )}
      <Stack gap="sm">
        {now.map((cause) => (
          <Share
            key={cause.name}
            label={cause.label}
            value={figures(cause)}
            percent={(cause.count / all) * 100}
          />
        ))}
      </Stack>
    </Section>
  );
}

function ToEntries({ title, search }: { title: string; search: object }) {
  const t = useT();
  return (
    <AnchorLink
      to="/admin/audit-logs"
      search={search as never}
      size="sm"
      aria-label={t('dashboard.entriesOf', { title })}
    >
      {t('dashboard.entries')}
    </AnchorLink>
  );
}
