import { useDocumentVisibility, useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { dayOf } from './dates.ts';

/** Today, also in a tab that stays open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()));
  const visibility = useDocumentVisibility();
  useInterval(() => setToday(dayOf(new Date())), 30_000, { autoInvoke: true });
  // Intervals don't run while a computer sleeps, so check again when someone comes back.
  useEffect(() => {
    if (visibility === 'visible') setToday(dayOf(new Date()));
  }, [visibility]);
  return today;
}

/** Now, as of the last whole minute. */
export function useMinute(): Date {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000));
  useInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 5000, { autoInvoke: true });
  return new Date(minute * 60_000);
}
