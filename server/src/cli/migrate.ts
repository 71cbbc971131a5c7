import type { Config } from '../config.ts';
import { withDeps } from './with-deps.ts';

export async function migrateSchema(config: Config): Promise<void> {
  let applied = 0;
  const report = ({ migration }: { migration?: string }) => {
    applied++;
    console.log(`Applied ${migration}`);
  };
  await withDeps(config, async () => undefined, { info: report });
  if (applied === 0) console.log('The schema is up to date.');
}
