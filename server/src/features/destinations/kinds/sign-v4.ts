import { createHash, createHmac } from 'node:crypto';

type Unsigned = {
  method: string;
  /** Its path is encoded by `encodePath`, and it has no query. */
  url: URL;
  body: Buffer;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  now: Date;
};

const digestOf = (data: string | Buffer) => createHash('sha256').update(data).digest();
const sha256 = (data: string | Buffer) => digestOf(data).toString('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** As the signature wants it: everything but letters, digits, `-._~` and the slashes in between is escaped. */
export function encodePath(path: string): string {
  const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, percent))
    .join('/');
}

/** The headers of AWS Signature Version 4 for S3, over the method, the address, the time and the exact bytes of the body. */
export function signV4({ method, url, body, region, accessKeyId, secretAccessKey, now }: Unsigned) {
  const time = now.toISOString().replace(/[:-]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const headers = {
    // A bucket with object lock takes nothing without one.
    'x-amz-checksum-sha256': digestOf(body).toString('base64'),
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
  };
  const signed = { host: url.host, ...headers };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, '', lines.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  );
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}
