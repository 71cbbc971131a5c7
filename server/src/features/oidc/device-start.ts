import { createHmac, randomInt } from 'node:crypto';
import { lifetimes, readUserCode, showUserCode, userCodeLength, userCodeLetters } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { newToken } from '../../platform/crypto/credentials.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { isResource, scopesOf } from './authorize-request.ts';
import { authenticateClient, type ClientProof } from './clients.ts';
import { insertDeviceCode } from './device-store.ts';
import { scopesToRead } from './mcp-resource.ts';
import type { Oidc, OpenOidcContext } from './oidc-deps.ts';

type DeviceRequest = ClientProof & {
  scope?: string | undefined;
  resource?: string | undefined;
  organization?: string | undefined;
};

type DeviceAnswer = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

/** A code for the device to show, and one for it to ask with. Both are kept only as hashes. */
export async function startDeviceGrant(
  context: OpenOidcContext,
  request: DeviceRequest,
): Promise<DeviceAnswer | Refusal<'INVALID_CLIENT' | 'INVALID_TARGET' | 'UNAUTHORIZED_CLIENT'>> {
  const { deps, origin } = context;
  const application = await authenticateClient(context, request);
  if (isRefusal(application)) return application;
  if (!application.deviceGrant) return refuse('UNAUTHORIZED_CLIENT');
  const { resource = null, organization } = request;
  if (resource !== null && !isResource(resource)) return refuse('INVALID_TARGET');
  const { token, hash: deviceHash } = newToken();
  const asked = {
    deviceHash,
    applicationId: application.id,
    scopes: [
      ...scopesOf(application, request.scope),
      ...scopesToRead(deps, { resource, scope: request.scope }),
    ],
    resource,
    askedOrganization: organization?.toLowerCase() ?? null,
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
    intervalSeconds: lifetimes.devicePollSeconds,
    expiresAt: new Date(origin.now.getTime() + lifetimes.deviceCodeSeconds * 1000),
    createdAt: origin.now,
  };
  let userCode: string;
  do userCode = newUserCode();
  while (
    !(await insertDeviceCode(deps.sql, { ...asked, id: uuidv7(), userHash: hashOf(deps.oidc, userCode) }))
  );
  const page = `${deps.config.baseUrl}/device`;
  return {
    device_code: token,
    user_code: showUserCode(userCode),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${showUserCode(userCode)}`,
    expires_in: lifetimes.deviceCodeSeconds,
    interval: lifetimes.devicePollSeconds,
  };
}

function newUserCode(): string {
  return Array.from(
    { length: userCodeLength },
    () => userCodeLetters[randomInt(userCodeLetters.length)],
  ).join('');
}

function hashOf({ userCodeKeys: [key] }: Oidc, code: string): Buffer {
  return mac(key, code);
}

/** Under every key that a code still alive may be kept under. None if it can't be a code. */
export function hashesOf({ userCodeKeys }: Oidc, typed: string): Buffer[] {
  const code = readUserCode(typed);
  return code === undefined ? [] : userCodeKeys.map((key) => mac(key, code));
}

function mac(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest();
}
