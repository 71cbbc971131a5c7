import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Client } from './client.ts';
import { newUser, type TestService } from './service.ts';

/**
 * Sends only the headers, and returns once they were dealt with. The function it returns sends the body two seconds
 * later, and gives the status.
 */
export async function holdBack(
  service: TestService,
  { cookies, bearer }: Client,
  { method = 'PUT', path, body }: { method?: string; path: string; body: object },
): Promise<() => Promise<number | undefined>> {
  const text = JSON.stringify(body);
  const credentials = bearer
    ? { authorization: `Bearer ${bearer}` }
    : {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrf-token': cookies.get('csrf_token') ?? '',
      };
  const sending = request(service.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...credentials,
    },
  });
  const arrived = once(service.server, 'request');
  sending.flushHeaders();
  await arrived;
  // Whatever this waits for, the one before it has had.
  await (await newUser(service)).client.get('/api/auth/me');
  return async () => {
    service.clock.advance({ seconds: 2 });
    const answered = once(sending, 'response');
    sending.end(text);
    const [answer] = (await answered) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
}
