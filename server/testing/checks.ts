import { newKey } from './keys.ts';
import { newHolder } from './roles.ts';
import type { TestService } from './service.ts';

/** What a backend asks for changes with: a READ_ONLY key whose owner may do nothing else. */
export async function newFeedKey(service: TestService, permission = 'checks:read'): Promise<string> {
  const { client } = await newHolder(service, [permission]);
  return (await newKey(client, { permission: 'READ_ONLY' })).key;
}

type Asked = { after?: string; waitMs?: number; maxStalenessMs?: number };

/** Asks for changes with a key, as a backend does. */
export function subscriberOf(service: TestService, key: string) {
  const client = service.client();
  client.bearer = key;
  const ask = (asked: Asked = {}) => {
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    return client.get(`/api/checks/changes?${query}`);
  };
  return { client, ask };
}

/** The subjects that the database has noted since, and how many changes name each. */
export async function changesDuring(service: TestService, act: () => Promise<unknown>): Promise<string[]> {
  const [before] = await service.sql<{ seen: string }[]>`SELECT pg_current_snapshot()::text AS seen`;
  await act();
  const rows = await service.sql<{ subjectId: string }[]>`
    SELECT subject_id FROM check_changes
     WHERE NOT pg_visible_in_snapshot(xact, ${before?.seen ?? ''}::text::pg_snapshot) ORDER BY xact, subject_id`;
  return rows.map(({ subjectId }) => subjectId);
}
