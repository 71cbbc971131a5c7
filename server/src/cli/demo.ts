import type { Config } from '../config.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

export async function fillWithDemo(config: Config): Promise<void> {
  await withDeps(config, async (deps) => {
    const demo = await fillDemo(deps);
    if (!demo)
      throw new UsageError('There are accounts in this database already. The demo is for an empty one.');
    console.log(`${demo.users} people and ${demo.entries} audit entries are in. Sign in with`);
    console.log(`  ${demo.adminEmail}  as an ADMIN`);
    console.log(`  ${demo.memberEmail}  as a member`);
    console.log(`  Password: ${demo.password}`);
  });
}
