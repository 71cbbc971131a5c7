import { lifetimes } from '@latchkey/contract';
import type { Config } from '../config.ts';
import { createOidc } from '../oidc/parts.ts';
import { fromCommandLine } from '../origin.ts';
import { withDeps } from './with-deps.ts';

const notice = `${lifetimes.signingKeyNoticeHours} hours`;

export async function rotateKeys(config: Config): Promise<void> {
  await withDeps(config, async (deps) => {
    const made = await createOidc(deps).keys.rotate('by-hand', fromCommandLine(deps.clock.now()));
    console.log(
      made > 0
        ? `The next keys are published, and start signing in ${notice}.`
        : 'The next keys are already published. They start signing when their notice period ends.',
    );
  });
}
