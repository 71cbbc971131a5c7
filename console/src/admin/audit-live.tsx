import type { AuditEntry } from '@latchkey/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../language/texts.ts';
import { formatStamp } from '../ui/dates.ts';

/** How often the head of the list is asked for. Hidden tabs don't ask. */
export const liveMs = 5000;

type Props = {
  paused: boolean;
  onToggle: () => void;
  /** What is shown, and of which filters: entries that other filters bring aren't new. */
  entries: readonly AuditEntry[] | undefined;
  of: string;
};

/** Says politely what has arrived while the page was open, and stops that. */
export function AuditLive({ paused, onToggle, entries, of }: Props) {
  const t = useT();
  const [news, setNews] = useState('');
  const before = useRef<{ of: string; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!entries) return;
    const known = before.current?.of === of ? before.current.ids : undefined;
    before.current = { of, ids: new Set(entries.map(({ id }) => id)) };
    const count = known ? entries.filter(({ id }) => !known.has(id)).length : 0;
    const [newest] = entries;
    if (count > 0 && newest) setNews(t('audit.live.news', { count, time: formatStamp(newest.createdAt) }));
  }, [entries, of, t]);
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} />} onClick={onToggle}>
        {t(paused ? 'audit.live.resume' : 'audit.live.pause')}
      </Button>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  );
}
