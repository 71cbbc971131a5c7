import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/*
 * What `fetch` does, in less time: requests are most of what a test run does, and the streams that `fetch` makes for
 * each of them take as long as a short answer.
 */

const agent = new Agent({ keepAlive: true });
const always = { accept: '*/*', 'accept-language': '*', 'accept-encoding': 'gzip, deflate' };
const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

type Parcel = { method: string; headers: Record<string, string>; body?: string | Uint8Array | undefined };

/** Follows no redirect, and reads the answer to its end. */
export async function exchange(address: string, { method, headers, body }: Parcel) {
  const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { ...always, ...type, ...headers, ...length };
  const sending = request(new URL(address), { method, agent, headers: all });
  // After the answer: a service may refuse a body and close the connection before all of it was sent.
  sending.on('error', () => undefined);
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.end(body);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const decode = decoders[response.headers['content-encoding'] ?? ''];
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    text: new TextDecoder().decode(decode && raw.length > 0 ? decode(raw) : raw),
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
