import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { describeSecret, newTotpSecret, sealTotpSecret } from '../../features/two-factor/totp.ts';
import type { Deps } from '../../identity/deps.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { transact } from '../../platform/db/transact.ts';
import { insertRows } from '../demo/demo-store.ts';
import { type Report, UsageError } from '../output.ts';
import { withDeps } from '../with-deps.ts';

const Person = z.object({ email: z.string(), password: z.string() });
const People = z.object({ user: Person, admin: Person.extend({ twoFactorSecret: z.string() }) });
/** Whom a developer signs in as. */
export type People = z.infer<typeof People>;

/** Beside the database that knows them, so both go together. */
const fileIn = ({ folder }: Config) => join(folder, 'dev.json');

/** Made once: a person with an organization, and an ADMIN with two-factor set up. */
export async function findPeople(config: Config): Promise<People> {
  return readPeople(config) ?? withDeps(config, makePeople, { isFirst: true });
}

function readPeople(config: Config): People | undefined {
  try {
    return People.parse(JSON.parse(readFileSync(fileIn(config), 'utf8')));
  } catch {
    return undefined;
  }
}

async function makePeople(deps: Deps): Promise<People> {
  const { config } = deps;
  const password = `Dev-${randomInt(100_000, 1_000_000)}`;
  const passwordHash = await deps.hasher.hash(password);
  const now = deps.clock.now();
  const secret = newTotpSecret();
  const [user, admin] = [
    { id: uuidv7(), email: 'user@example.test' },
    { id: uuidv7(), email: 'admin@example.test' },
  ];
  const common = { passwordHash, emailVerifiedAt: now, createdAt: now, updatedAt: now };
  const protectedBy = {
    twoFactorEnabled: true,
    twoFactorVerified: true,
    twoFactorEnabledAt: now,
    twoFactorSecret: sealTotpSecret(deps.dataKeys, admin.id, secret),
  };
  const organization = { id: uuidv7(), name: 'Test company', slug: `test-${uuidv7().slice(-6)}` };
  try {
    await transact(deps, async (tx) => {
      await insertRows(tx, 'organizations', [{ ...organization, createdAt: now, updatedAt: now }]);
      await insertRows(tx, 'users', [{ ...user, ...common, role: 'USER' }]);
      await insertRows(tx, 'users', [{ ...admin, ...common, ...protectedBy, role: 'ADMIN' }]);
      await insertRows(tx, 'organization_members', [
        { organizationId: organization.id, userId: user.id, role: 'OWNER', joinedAt: now },
      ]);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw new UsageError(
      `The database already has ${user.email} or ${admin.email}, but ${fileIn(config)} with their password is gone. Use another database: DATABASE_URL=embedded:<folder>.`,
    );
  }
  const people = {
    user: { email: user.email, password },
    admin: {
      email: admin.email,
      password,
      twoFactorSecret: describeSecret(config, admin.email, secret).secret,
    },
  };
  mkdirSync(config.folder, { recursive: true, mode: 0o711 });
  writeFileSync(fileIn(config), `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
  return people;
}

/** The code that the ADMIN's authenticator app would show now. */
export function showCode(config: Config): Report {
  const people = readPeople(config);
  if (!people)
    throw new UsageError('There is no test ADMIN here yet. Start one in this folder: npx latchkey dev');
  const totp = new TOTP({ secret: Secret.fromBase32(people.admin.twoFactorSecret) });
  const now = systemClock().now().getTime();
  const code = totp.generate({ timestamp: now });
  const secondsLeft = Math.ceil(totp.remaining({ timestamp: now }) / 1000);
  return { text: code, details: [`For another ${secondsLeft} seconds, once.`], json: { code, secondsLeft } };
}
