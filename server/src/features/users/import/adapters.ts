import { splitName } from '@latchkey/contract';
import { isRecord } from './read-records.ts';

type Fields = Record<string, unknown>;

/** Maps the fields of other products' exports to those of our lines. A user who was blocked there stays locked out. */
export const adapters = {
  jsonl: (user: Fields) => user,
  auth0,
  firebase,
  keycloak,
  supabase,
  clerk,
  'better-auth': betterAuth,
} as const satisfies Record<string, (user: Fields) => Fields>;
export type Product = keyof typeof adapters;

/** The export of users, or that of password hashes: https://auth0.com/docs/manage-users/user-migration */
function auth0(user: Fields): Fields {
  const identifier = listOf(user.identifiers).find(({ type }) => type === 'email');
  const custom = objectOf(objectOf(user.custom_password_hash).hash).value;
  return {
    email: user.email ?? identifier?.value,
    emailVerified: user.email_verified ?? identifier?.verified,
    username: user.username,
    firstName: user.given_name,
    lastName: user.family_name,
    isActive: user.blocked !== true,
    passwordHash: user.passwordHash ?? user.password_hash ?? custom,
    createdAt: user.created_at,
    publicMetadata: user.user_metadata,
    privateMetadata: user.app_metadata,
  };
}

/** `firebase auth:export users.json` */
function firebase(user: Fields): Fields {
  const { passwordHash, salt } = user;
  return {
    ...namesOf(user.displayName),
    email: user.email,
    emailVerified: user.emailVerified,
    isActive: user.disabled !== true,
    passwordHash: passwordHash ? `$firebase-scrypt$${salt ?? ''}$${passwordHash}` : undefined,
    createdAt: user.createdAt,
    privateMetadata: user.customAttributes,
  };
}

/** A realm export, with users. */
function keycloak(user: Fields): Fields {
  const credential = listOf(user.credentials).find(({ type }) => type === 'password');
  return {
    email: user.email,
    emailVerified: user.emailVerified,
    username: usernameOf(user.username),
    firstName: user.firstName,
    lastName: user.lastName,
    isActive: user.enabled !== false,
    passwordHash: credential && keycloakHash(credential),
    createdAt: user.createdTimestamp,
    privateMetadata: user.attributes,
  };
}

function keycloakHash({ secretData, credentialData }: Fields): string {
  const { value, salt } = objectOf(secretData);
  const { algorithm, hashIterations, additionalParameters } = objectOf(credentialData);
  const ends = [salt, value].map((part) => String(part).replace(/=+$/, '')).join('$');
  if (algorithm !== 'argon2')
    return `$${algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm}$i=${hashIterations}$${ends}`;
  const { type, memory, parallelism } = objectOf(additionalParameters);
  return `$argon2${type}$v=19$m=${memory},t=${hashIterations},p=${parallelism}$${ends}`;
}

/** `auth.users` as JSON or CSV. */
function supabase(user: Fields): Fields {
  const about = objectOf(user.raw_user_meta_data);
  return {
    ...namesOf(about.full_name ?? about.name),
    email: user.email,
    emailVerified: Boolean(user.email_confirmed_at),
    isActive: !user.banned_until && !user.deleted_at,
    passwordHash: user.encrypted_password,
    createdAt: user.created_at,
    publicMetadata: user.raw_user_meta_data,
    privateMetadata: user.raw_app_meta_data,
  };
}

/** The CSV that its dashboard exports. */
function clerk(user: Fields): Fields {
  const email = user.primary_email_address;
  const verified = String(user.verified_email_addresses ?? '').split(/[\s,|;]+/);
  return {
    email,
    emailVerified: verified.includes(String(email)),
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    isActive: user.banned !== true && user.banned !== 'true',
    passwordHash: user.password_digest,
    createdAt: user.created_at,
    publicMetadata: user.public_metadata,
    privateMetadata: user.private_metadata,
  };
}

/** The rows of `user`, each with the `password` of its credential account. */
function betterAuth(user: Fields): Fields {
  const account = listOf(user.accounts).find(({ providerId }) => providerId === 'credential');
  const hash = user.password ?? account?.password;
  return {
    ...namesOf(user.name),
    email: user.email,
    emailVerified: user.emailVerified,
    username: user.username,
    isActive: user.banned !== true && user.banned !== 'true',
    passwordHash: typeof hash === 'string' ? betterAuthHash(hash) : undefined,
    createdAt: user.createdAt,
  };
}

/** Its salt is the text of its hexadecimal digits. */
function betterAuthHash(hash: string): string {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]+)$/.exec(hash) ?? [];
  if (!salt || !key) return hash;
  const ends = [Buffer.from(salt), Buffer.from(key, 'hex')].map((bytes) => bytes.toString('base64'));
  return `$scrypt$ln=14,r=16,p=1$${ends.map((end) => end.replace(/=+$/, '')).join('$')}`;
}

/** An address in place of a username means there is none. */
function usernameOf(username: unknown): unknown {
  return typeof username === 'string' && username.includes('@') ? undefined : username;
}

function namesOf(whole: unknown): Fields {
  return typeof whole === 'string' ? splitName(whole) : {};
}

/** An object, or the text of one. */
function objectOf(value: unknown): Fields {
  if (typeof value !== 'string') return isRecord(value) ? value : {};
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return {};
  }
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
