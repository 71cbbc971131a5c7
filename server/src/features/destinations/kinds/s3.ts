import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { Settings } from '../destination-store.ts';
import { eventText, joinRecords, type Kind, plainWords, type SentEvent } from './kind.ts';
import { encodePath, signV4 } from './sign-v4.ts';

const gzip = promisify(gzipWithCallback);
const answerBytes = 16 * 1024;

/** Objects of lines of JSON, in a bucket of Amazon S3 or of a store that speaks its protocol. */
export const s3: Kind = {
  windowMs: 60_000,
  record: eventText,
  write: joinRecords,
  async request({ settings, sealed: { secretAccessKey = '' } }, { text, first }, now) {
    const { region = '', accessKeyId = '' } = settings;
    const url = addressOf(settings, first);
    const body = await gzip(text);
    const signed = signV4({ method: 'PUT', url, body, region, accessKeyId, secretAccessKey, now });
    return {
      url: url.href,
      method: 'PUT',
      headers: { 'content-type': 'application/gzip', ...signed },
      body,
      answerBytes,
    };
  },
  judge(answer = '', taken) {
    const code = plainWords(/<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(answer)?.[1]);
    if (taken || !code) return { answer: null, error: null };
    const message = plainWords(/<Message>([^<]*)<\/Message>/.exec(answer)?.[1]) ?? '';
    return { answer: { code, message }, error: code };
  },
};

/** Named by the first event of a batch: a batch that is sent again replaces itself. */
function addressOf({ endpoint, region = '', bucket = '', prefix = '' }: Settings, first: SentEvent): URL {
  const [date = '', time = ''] = first.createdAt.toISOString().split('T');
  const name = `${prefix}${date.replaceAll('-', '/')}/${time.replace(/\D/g, '')}-${first.id}.ndjson.gz`;
  if (endpoint) {
    const { origin, pathname } = new URL(endpoint);
    return new URL(
      `${origin}${encodePath(decodeURI(pathname).replace(/\/+$/, ''))}/${bucket}/${encodePath(name)}`,
    );
  }
  return new URL(`${amazonAddress({ region, bucket })}${encodePath(name)}`);
}

/** Of a bucket of Amazon's own. Not every name makes an address: `xn--` begins an encoded one. */
export function amazonAddress({ region = '', bucket = '' }: Pick<Settings, 'region' | 'bucket'>): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${bucket}.s3.${region}.${domain}/`;
}
