import { messageOf } from '@latchkey/contract';
import { hasActiveAdmin } from '../accounts/user-store.ts';
import { ConfigError } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isRefusal } from '../refusal.ts';
import { createAdmin } from './create-admin.ts';

const noAdmin = 'there is no ADMIN yet; "latchkey admin create --email you@example.com" creates one';

/** Only in the log: on a page, strangers would read it. In development the banner says it. */
export async function hintAtAdmin({ config, log, sql }: Deps): Promise<void> {
  if (config.environment !== 'development' && !(await hasActiveAdmin(sql))) log.info(noAdmin);
}

/** Once: an installation that has an ADMIN keeps the one it has. */
export async function seedAdmin(deps: Deps): Promise<void> {
  const { seedAdmin: seed } = deps.config;
  if (!seed || (await hasActiveAdmin(deps.sql))) return;
  const origin = { ipAddress: null, userAgent: null, now: deps.clock.now() };
  const created = await createAdmin({ deps, caller: { kind: 'system' }, origin }, seed);
  if (!isRefusal(created)) {
    deps.log.info({ email: seed.email }, 'created the first ADMIN');
    return;
  }
  // Of several nodes that started together, another was first.
  if (await hasActiveAdmin(deps.sql)) return;
  const promote = `Anyone can register an address. If it's yours, promote it: latchkey user set-role ${seed.email} ADMIN`;
  const words = [messageOf(created.refused), ...(created.details?.hasAccount ? [promote] : [])];
  throw new ConfigError([`SEED_ADMIN_EMAIL, SEED_ADMIN_PASSWORD: ${words.join(' ')}`]);
}
