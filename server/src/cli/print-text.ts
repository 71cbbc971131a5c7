import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** To standard output, as fast as whoever reads takes it. */
export async function printText(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // Whoever reads has seen enough, as `head` has.
    if ((error as { code?: string }).code !== 'EPIPE') throw error;
  }
}
