import type { Worker } from 'node:cluster';
import type { MetricObject } from 'prom-client';

/** In the environment of such a process. Being a child is not enough: a process manager has children too. */
export const childMark = 'LATCHKEY_CHILD';

/** What a process that serves tells the primary. */
export type ToPrimary =
  | { kind: 'listening'; address: string }
  /** The process can't start. Without a message, it has already logged the reason. */
  | { kind: 'failed'; words: string | undefined }
  /** Something was queued that the primary's workers send. */
  | { kind: 'queued' }
  | { kind: 'metrics'; nth: number; metrics: MetricObject[] };

/** What the primary tells it. */
export type ToChild = { kind: 'stop' } | { kind: 'metrics'; nth: number };

/** Settles when the message is on its way. Without a primary it is dropped: this process is about to end. */
export async function tellPrimary(message: ToPrimary): Promise<void> {
  if (process.connected) await new Promise((sent) => process.send?.(message, undefined, undefined, sent));
}

export function tellChild(child: Worker, message: ToChild): void {
  if (child.isConnected()) child.send(message);
}

export function hearPrimary(hear: (message: ToChild) => void): void {
  process.on('message', (message) => hear(message as ToChild));
}
