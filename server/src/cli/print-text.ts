import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** To standard output, as fast as the reader takes it. */
export async function printText(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // The reader has seen enough, as `head` does.
    if ((error as { code?: string }).code !== 'EPIPE') throw error;
  }
}
