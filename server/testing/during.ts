import type { Db } from '../src/platform/db/sql.ts';
import type { TestService } from './service.ts';

/**
 * Sends a request while a change is in progress: what it reads before it waits for the change is the old
 * state, but what it decides afterwards must be based on the new one.
 */
export async function during<Answer>(
  service: TestService,
  change: (tx: Db) => Promise<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answers: Promise<Answer>[] = [];
  await service.sql.begin(async (tx) => {
    await change(tx);
    let settled = false;
    const answer = request().finally(() => {
      settled = true;
    });
    answers.push(answer);
    while (!settled && !(await isSomebodyWaiting(service)));
  });
  const [answer] = answers;
  if (!answer) throw new Error('the request was not sent');
  return answer;
}

async function isSomebodyWaiting({ sql }: TestService): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length > 0;
}
