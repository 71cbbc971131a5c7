import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { z } from 'zod';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { deriveKeys, sealJson, unsealJson } from '../../platform/crypto/seal.ts';

/** What the browser holds meanwhile: a state that comes back without it was not started here. */
const Ticket = z.object({
  stateId: z.uuid(),
  codeVerifier: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
  /** The session of the OWNER who is testing. */
  testedBy: z.object({ userId: z.uuid(), sessionId: z.uuid() }).optional(),
});
export type Ticket = z.output<typeof Ticket>;

const TestPass = z.object({
  connectionId: z.uuid(),
  userId: z.uuid(),
  sessionId: z.uuid(),
  expiresAt: z.number(),
});

/** `fresh`: the person must prove who they are anew, after `startedAt`. `test`: it signs no one in. */
export type SsoPurpose = 'ordinary' | 'fresh' | 'test';
export type SsoState = { id: string; startedAt: Date; expiresAt: Date; purpose: SsoPurpose };

export type SsoTokens = ReturnType<typeof createSsoTokens>;

const stateMs = lifetimes.ssoStateMinutes * 60_000;
const macBytes = 16;

export function createSsoTokens(sessionSecrets: readonly [string, ...string[]]) {
  const stateKeys = deriveKeys(sessionSecrets, 'sso-state');
  const ticketKey = deriveKeys(sessionSecrets, 'sso-ticket');
  const testKey = deriveKeys(sessionSecrets, 'sso-test-pass');
  const macOf = (key: Buffer, connectionId: string, text: string) =>
    createHmac('sha256', key)
      .update(`${connectionId}.${text}`)
      .digest()
      .subarray(0, macBytes)
      .toString('base64url');

  return {
    /** A state for the URL, short enough for every protocol, and what the browser's ticket holds. */
    start(connectionId: string, { purpose, now }: { purpose: SsoPurpose; now: Date }) {
      const id = randomUUID();
      const text = `${id.replaceAll('-', '')}${purpose.charAt(0)}${now.getTime().toString(36)}`;
      return {
        state: `${text}.${macOf(stateKeys[0], connectionId, text)}`,
        stateId: id,
        codeVerifier: randomBytes(32).toString('base64url'),
        nonce: randomBytes(24).toString('base64url'),
      };
    },
    /** Undefined unless this service issued it for this connection, and its time isn't up. */
    readState(connectionId: string, state: string, now: Date): SsoState | undefined {
      const [, text = '', mac = ''] = /^([0-9a-f]{32}[oft][0-9a-z]{6,12})\.([\w-]{22})$/.exec(state) ?? [];
      if (!stateKeys.some((key) => equalSecrets(mac, macOf(key, connectionId, text)))) return undefined;
      const startedAt = new Date(Number.parseInt(text.slice(33), 36));
      const expiresAt = new Date(startedAt.getTime() + stateMs);
      const id = text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return expiresAt > now ? { id, startedAt, expiresAt, purpose: purposeOf(text) } : undefined;
    },
    ticket: (ticket: Ticket) => sealJson(ticketKey, ticket),
    readTicket: (cookie: string) => unsealJson(ticketKey, cookie, Ticket),
    testPass: (pass: Omit<z.input<typeof TestPass>, 'expiresAt'>, now: Date) =>
      sealJson(testKey, { ...pass, expiresAt: now.getTime() + stateMs }),
    readTestPass(connectionId: string, token: string, now: Date) {
      const pass = unsealJson(testKey, token, TestPass);
      return pass?.connectionId === connectionId && pass.expiresAt > now.getTime() ? pass : undefined;
    },
  };
}

function purposeOf(text: string): SsoPurpose {
  if (text[32] === 't') return 'test';
  return text[32] === 'f' ? 'fresh' : 'ordinary';
}
