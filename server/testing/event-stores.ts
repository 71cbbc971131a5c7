import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import aws4 from 'aws4';
import { z } from 'zod';
import { atEnd } from './lifetime.ts';

/*
 * What event destinations are sent to, as strict as the documents of each: a request that isn't as they say is refused
 * with the answer that they give.
 */

type Request = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer };
type Answer = { status: number; body?: unknown; type?: string };

async function startStore(answer: (request: Request) => Answer | 'hang up') {
  const server = createServer(async (request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const answered = answer({ method, path, headers, body: Buffer.concat(chunks) });
    if (answered === 'hang up') return void request.socket.destroy();
    const { status, body, type = 'application/json' } = answered;
    response.writeHead(status, { 'content-type': type });
    response.end(typeof body === 'string' ? body : body && JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HecEvent = z.strictObject({
  time: z.number(),
  source: z.string(),
  index: z.string().optional(),
  event: z.record(z.string(), z.unknown()),
});

/** Splunk's HTTP event collector with indexer acknowledgment: one token, and the indexes that it may write to. */
export async function startSplunk({ token, indexes }: { token: string; indexes: string[] }) {
  const taken: z.infer<typeof HecEvent>[] = [];
  const refuse = (status: number, code: number, text: string) => ({ status, body: { text, code } });
  const url = await startStore(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/services/collector/event') return { status: 404 };
    if (!headers.authorization) return refuse(401, 2, 'Token is required');
    if (!headers.authorization.startsWith('Splunk ')) return refuse(401, 3, 'Invalid authorization');
    if (headers.authorization !== `Splunk ${token}`) return refuse(403, 4, 'Invalid token');
    if (!headers['x-splunk-request-channel']) return refuse(400, 10, 'Data channel is missing');
    const read = body.toString().split('\n').filter(Boolean);
    if (read.length === 0) return refuse(400, 5, 'No data');
    const events = read.map((line) => HecEvent.safeParse(JSON.parse(line)));
    if (events.some(({ success }) => !success)) return refuse(400, 6, 'Invalid data format');
    const parsed = events.flatMap(({ data }) => data ?? []);
    if (parsed.some(({ index }) => index && !indexes.includes(index)))
      return refuse(400, 7, 'Incorrect index');
    taken.push(...parsed);
    return { status: 200, body: { text: 'Success', code: 0, ackId: taken.length } };
  });
  return { url: `${url}/services/collector/event`, taken };
}

const LogRecord = z.strictObject({
  timeUnixNano: z.string().regex(/^\d{19}$/),
  severityNumber: z.number().int().min(1).max(24),
  severityText: z.string().optional(),
  eventName: z.string(),
  body: z.strictObject({ stringValue: z.string() }),
});
const Attribute = z.strictObject({ key: z.string(), value: z.strictObject({ stringValue: z.string() }) });
const LogsRequest = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeLogs: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), logRecords: z.array(LogRecord) }),
      ),
    }),
  ),
});
type LogRecord = z.infer<typeof LogRecord>;

/** An OpenTelemetry collector for logs in JSON. It rejects the records that `rejects` says. */
export async function startCollector(rejects: (record: LogRecord) => boolean = () => false) {
  const taken: { record: LogRecord; headers: Request['headers'] }[] = [];
  const url = await startStore(({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/v1/logs') return { status: 404 };
    if (headers['content-type'] !== 'application/json') return { status: 415 };
    const read = LogsRequest.safeParse(JSON.parse(body.toString()));
    if (!read.success)
      return { status: 400, body: { code: 3, message: 'this is no ExportLogsServiceRequest' } };
    const records = read.data.resourceLogs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap((each) => each.logRecords),
    );
    const accepted = records.filter((record) => !rejects(record));
    taken.push(...accepted.map((record) => ({ record, headers })));
    const rejected = records.length - accepted.length;
    if (rejected === 0) return { status: 200, body: {} };
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: 'attribute\u0007 too long' };
    return { status: 200, body: { partialSuccess } };
  });
  return { url: `${url}/v1/logs`, taken };
}

type BucketOptions = {
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  now(): Date;
};

/** A bucket with object lock, addressed by path, that checks signatures with code of others. */
export async function startBucket(options: BucketOptions) {
  const { region, bucket, accessKeyId, secretAccessKey, now } = options;
  const objects = new Map<string, { lines: Record<string, unknown>[]; type: string | undefined }>();
  /** How many of the next objects it stores without answering. */
  const behavior = { forgets: 0 };
  const refuse = (status: number, code: string, message: string) => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    return { status, body: text, type: 'application/xml' };
  };
  const url = await startStore(({ method, path, headers, body }) => {
    const [, name, ...rest] = path.split('/');
    if (method !== 'PUT' || name !== bucket) return refuse(404, 'NoSuchBucket', 'The bucket does not exist');
    if (headers['content-length'] !== String(body.length))
      return refuse(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
    const { 'x-amz-date': date = '', 'x-amz-content-sha256': sha256, host, authorization = '' } = headers;
    const [, credential = '', names = ''] =
      /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=[0-9a-f]{64}$/.exec(
        authorization,
      ) ?? [];
    if (credential !== `${accessKeyId}/${String(date).slice(0, 8)}/${region}/s3/aws4_request`)
      return refuse(403, 'InvalidAccessKeyId', 'The key ID does not exist in our records.');
    const at = Date.parse(String(date).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (!(Math.abs(at - now().getTime()) < 900_000))
      return refuse(403, 'RequestTimeTooSkewed', 'The difference is too large.');
    if (sha256 !== createHash('sha256').update(body).digest('hex'))
      return refuse(400, 'XAmzContentSHA256Mismatch', 'The provided hash does not match.');
    if (headers['x-amz-checksum-sha256'] !== createHash('sha256').update(body).digest('base64'))
      return refuse(400, 'InvalidRequest', 'A checksum is required for PutObject requests with Object Lock.');
    const signed = Object.fromEntries(names.split(';').map((each) => [each, String(headers[each])]));
    const asked = { service: 's3', region, method, path, host: String(host), headers: signed, body };
    const ignored = { 'content-length': true, 'content-type': true };
    const request = { ...asked, extraHeadersToIgnore: ignored } as Parameters<typeof aws4.sign>[0];
    const own = aws4.sign(request, { accessKeyId, secretAccessKey });
    if (own.headers?.Authorization !== authorization)
      return refuse(403, 'SignatureDoesNotMatch', 'The signature we calculated does not match.');
    const lines = gunzipSync(body).toString().trim().split('\n');
    const key = decodeURIComponent(rest.join('/'));
    objects.set(key, { lines: lines.map((line) => JSON.parse(line)), type: headers['content-type'] });
    if (behavior.forgets > 0) {
      behavior.forgets--;
      return 'hang up';
    }
    return { status: 200 };
  });
  return { url, objects, behavior };
}
