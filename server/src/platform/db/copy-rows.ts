import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from './sql.ts';

/**
 * Sends the rows of a COPY statement. Once the last one is sent, the driver tells a fault only to the statement, and its stream
 * would wait for the end forever: so a fault of the statement ends the stream.
 */
export async function copyRows(
  db: Db,
  statement: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const query = db.unsafe(statement);
  const { reject } = query as unknown as { reject(error: Error): void };
  const failed = new AbortController();
  const onFault = (error: Error) => {
    failed.abort(error);
    reject(error);
  };
  Object.assign(query, { reject: onFault });
  const stream = await query.writable();
  await pipeline(Readable.from(rows), stream, { signal: failed.signal }).catch((error) => {
    throw failed.signal.aborted ? failed.signal.reason : error;
  });
}
