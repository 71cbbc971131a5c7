import { atRest } from '../at-rest.ts';
import type { Config } from '../config.ts';
import { sessionSecretsOf } from '../vault/data-keys.ts';
import { reseal } from '../vault/reseal.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

export async function resealSecrets(config: Config): Promise<void> {
  await withDeps(config, async ({ sql, clock }) => {
    const { moved, unreadable } = await reseal(sql, sessionSecretsOf(config.secrets), atRest, clock.now());
    console.log('The data keys are wrapped by the current SESSION_SECRET.');
    if (moved > 0) console.log(`${moved} values of an earlier version were moved to them.`);
    if (unreadable.length === 0) {
      console.log('Nothing at rest needs SESSION_SECRET_PREVIOUS any more.');
      return;
    }
    const where = unreadable.map((each) => `${each.count} in ${each.where}`).join(', ');
    throw new UsageError(
      `Some values open with none of the secrets: ${where}. Name the secret they were sealed with in SESSION_SECRET_PREVIOUS and run this again.`,
    );
  });
}
