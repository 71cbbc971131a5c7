import type { Config } from '../config.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

export async function fillWithDemo(config: Config): Promise<void> {
  await withDeps(config, async (deps) => {
    const demo = await fillDemo(deps);
    if (!demo) throw new UsageError('This database already has accounts. The demo needs an empty one.');
    console.log(`Added ${demo.users} people and ${demo.entries} audit entries. Sign in with:`);
    console.log(`  ${demo.adminEmail}  as an ADMIN`);
    console.log(`  ${demo.memberEmail}  as a member`);
    console.log(`  Password: ${demo.password}`);
  });
}
