import type { Readable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** Whole lines only, so those of several processes never get mixed. */
export function forwardLines(from: Readable, to: DestinationStream): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk: string) => {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      to.write(rest + chunk.slice(0, end));
      rest = '';
    }
    rest += chunk.slice(end);
  });
  from.on('end', () => {
    if (rest !== '') to.write(`${rest}\n`);
  });
}
