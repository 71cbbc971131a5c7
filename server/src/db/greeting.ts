const protocolVersion = 196_608;

/**
 * Added to the driver's greeting and removed again here. The driver holds small messages back for a moment; if the
 * connection ends in that moment, it holds back everything that follows, forever. It does not hold back a kilobyte.
 */
export const padding = { 'latchkey.padding': 'x'.repeat(1024) };
const paddingBytes = Buffer.from(Object.entries(padding).flat().join('\0').concat('\0'));

/** Settings that a pooler refuses for a connection that others use too. */
export const limitNames = ['statement_timeout', 'lock_timeout'];

/** The driver's first message, without the padding and without what it held back from an earlier connection. */
export function greeting(data: Buffer): Buffer {
  const paddingAt = data.indexOf(paddingBytes);
  for (let at = 0; at + 8 <= data.length && paddingAt >= 0; at++) {
    if (data.readInt32BE(at) !== data.length - at || data.readInt32BE(at + 4) !== protocolVersion) continue;
    const kept = [data.subarray(at, paddingAt), data.subarray(paddingAt + paddingBytes.length)];
    const message = Buffer.concat(kept);
    message.writeInt32BE(message.length);
    return message;
  }
  return data;
}

/** The greeting is a length, a version, then names and values, each ending in NUL. */
export function withoutLimits(message: Buffer): Buffer {
  const texts = message.toString('latin1', 8).split('\0');
  const kept: string[] = [];
  for (let at = 0; at + 1 < texts.length && texts[at]; at += 2)
    if (!limitNames.includes(texts[at] ?? '')) kept.push(`${texts[at]}\0${texts[at + 1]}\0`);
  const body = Buffer.from(`${kept.join('')}\0`, 'latin1');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}

/** Fails where nothing can be written: the error says so without a row to read. */
export const question = Buffer.from(
  "Q\0\0\0\0SELECT 1 / (current_setting('transaction_read_only') = 'off')::int\0",
);
question.writeInt32BE(question.length - 1, 1);
