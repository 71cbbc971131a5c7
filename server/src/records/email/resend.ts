import { version } from '../../platform/package.ts';
import { transportLimit } from './schedule.ts';
import { automatic, SendError, type Transport } from './transport.ts';

// Bad request, unprocessable, refused for its content. A wrong key or an unverified domain can be fixed.
const permanentStatuses = [400, 422, 451];

type Refused = { status: number; name: string | undefined };

/** Mail through Resend's HTTP interface. */
export function resendTransport(
  apiKey: string,
  baseUrl = 'https://api.resend.com',
  timeLimit = transportLimit,
): Transport {
  /** Returns undefined when Resend accepted the request. */
  async function ask(path: string, request: RequestInit): Promise<Refused | undefined> {
    const signal = AbortSignal.timeout(timeLimit);
    try {
      const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
        ...request,
        // Resend refuses requests without a User-Agent.
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'User-Agent': `latchkey/${version}`,
          ...request.headers,
        },
        redirect: 'error',
        signal,
      });
      if (!response.ok) return { status: response.status, name: errorName(await response.text()) };
      await response.body?.cancel();
      return undefined;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      throw new SendError(`Resend: ${signal.aborted ? 'ETIMEDOUT' : (cause?.code ?? 'no answer')}`);
    }
  }

  return {
    name: 'resend',
    async send({ from, to, subject, text, html, id }) {
      const refused = await ask('/emails', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id },
        body: JSON.stringify({ from, to: [to], subject, text, html, headers: automatic }),
      });
      if (refused) throw sendError(refused);
    },
    async check() {
      const refused = await ask('/domains', { method: 'GET' });
      // A key that may only send says so.
      if (refused && refused.name !== 'restricted_api_key') throw sendError(refused);
    },
  };
}

/** The code of an error, if the body has one. The rest of it may repeat the mail. */
function errorName(body: string): string | undefined {
  return /"name"\s*:\s*"([a-z_]{1,40})"/.exec(body)?.[1];
}

function sendError({ status, name }: Refused): SendError {
  const message = ['Resend:', status, name].filter(Boolean).join(' ');
  return new SendError(message, permanentStatuses.includes(status));
}
