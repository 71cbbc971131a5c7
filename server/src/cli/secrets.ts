import { atRest } from '../at-rest.ts';
import type { Config } from '../config.ts';
import { sessionSecretsOf } from '../vault/data-keys.ts';
import { reseal } from '../vault/reseal.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

export async function resealSecrets(config: Config): Promise<void> {
  await withDeps(config, async ({ sql, clock }) => {
    const { moved, unreadable } = await reseal(sql, sessionSecretsOf(config.secrets), atRest, clock.now());
    console.log('The data keys are wrapped with the current SESSION_SECRET.');
    if (moved > 0) console.log(`${moved} values from an earlier version were moved to them.`);
    if (unreadable.length === 0) {
      console.log('Stored data no longer needs SESSION_SECRET_PREVIOUS.');
      return;
    }
    const where = unreadable.map((each) => `${each.count} in ${each.where}`).join(', ');
    throw new UsageError(
      `Some values can't be read with any of the secrets: ${where}. Add the secret they were sealed with to SESSION_SECRET_PREVIOUS and run this again.`,
    );
  });
}
