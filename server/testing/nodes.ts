import type { TestService } from './service.ts';

/** As if nodes had said nothing for this long: the database's clock, by which they are heard, can't be moved. */
export async function silenceNodes({ sql }: Pick<TestService, 'sql'>, minutes: number): Promise<void> {
  await sql`UPDATE nodes SET heard_at = heard_at - ${minutes}::int * interval '1 minute'`;
}
