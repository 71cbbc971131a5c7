import { parseSetCookie, type SetCookie } from 'cookie';
import { exchange } from './exchange.ts';
import { keepSecretsIn, keepSecretsOf } from './secrets.ts';

/** `body` is the parsed response, for a test to assert on. */
export type Answer = {
  status: number;
  body: any;
  text: string;
  headers: Headers;
  cookies: Record<string, SetCookie>;
};
type Send = { body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string>; csrf?: false };

let clients = 0;

/** Per file: clients created in a row share a network, unless there are more than fit in it. */
export function restartAddresses(): void {
  clients = 0;
}

/** A browser, as far as HTTP goes: it keeps cookies, sends the CSRF token and has its own address. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly ipAddress: string;
  readonly url: string;
  bearer: string | undefined;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  constructor(url: string, ipAddress?: string) {
    this.url = url;
    clients++;
    this.ipAddress = ipAddress ?? `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
  }

  get = (path: string, send: Send = {}) => this.send('GET', path, send);
  post = (path: string, body?: unknown, send: Send = {}) => this.send('POST', path, { body, ...send });
  put = (path: string, body?: unknown, send: Send = {}) => this.send('PUT', path, { body, ...send });
  patch = (path: string, body?: unknown, send: Send = {}) => this.send('PATCH', path, { body, ...send });
  delete = (path: string, send: Send = {}) => this.send('DELETE', path, send);

  async send(method: string, path: string, { body, raw, headers = {}, csrf }: Send = {}): Promise<Answer> {
    const token = this.cookies.get('csrf_token');
    const {
      status,
      headers: received,
      text,
    } = await exchange(this.url + path, {
      method,
      headers: {
        'user-agent': this.userAgent,
        'x-forwarded-for': this.ipAddress,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(token && csrf !== false && { 'x-csrf-token': token }),
        ...(this.bearer && { authorization: `Bearer ${this.bearer}` }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const cookies = this.keep(received);
    const json = /application\/(scim\+)?json/.test(received.get('content-type') ?? '') && text !== '';
    const answer = {
      status,
      headers: received,
      cookies,
      text,
      body: json ? JSON.parse(text) : undefined,
    };
    keepSecretsIn(body);
    keepSecretsOf(answer);
    return answer;
  }

  private keep(received: Headers): Record<string, SetCookie> {
    const cookies = received.getSetCookie().map((line) => parseSetCookie(line));
    for (const { name, value, maxAge } of cookies) {
      if (maxAge === 0 || !value) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie]));
  }
}
