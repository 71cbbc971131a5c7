import type { CustomFetch } from 'openid-client';

/** The provider gave no answer: it was down, too slow, or never finished. */
export class ProviderUnreachable extends Error {}

const maxBytes = 1024 * 1024;

/** One request to a provider, answered in full within the time limit or not at all. */
export function boundedFetch(timeoutMs: number): CustomFetch {
  return async (url, options) => {
    try {
      const response = await fetch(url, {
        ...(options as RequestInit),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await readAll(response);
      return new Response(body.length > 0 ? body : null, {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      throw new ProviderUnreachable('the provider does not answer', { cause: error });
    }
  };
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
