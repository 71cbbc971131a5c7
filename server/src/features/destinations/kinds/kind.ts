import type { Outgoing } from '../../../platform/outbound/sender.ts';
import type { Settings } from '../destination-store.ts';
import type { Sealed } from '../sealed.ts';

export type SentEvent = { id: string; createdAt: Date; body: string };

/** Where a batch goes. */
type Target = { id: string; settings: Settings; sealed: Sealed };

/** A batch as it is written: the body, and the first and last of its events. */
export type Written = { text: string; first: SentEvent; last: SentEvent };

export type Request = Omit<Outgoing, 'limitMs'>;

/** What of a response counts. `error`: why not all was taken, in the receiver's words. */
export type Reading = { answer: Record<string, unknown> | null; error: string | null };

/** How one kind of destination is spoken to. */
export type Kind = {
  /** How long a batch waits for more events. */
  windowMs: number;
  /** What an event adds to a batch. */
  record(event: SentEvent, settings: Settings): string;
  /** The body of a batch of these. */
  write(records: readonly string[]): string;
  request(target: Target, batch: Written, now: Date): Request | Promise<Request>;
  /** `answer`: undefined if it was too long. Without this, only the status counts. */
  judge?(answer: string | undefined, taken: boolean): Reading;
};

const second = 1000;
export const usualWindow = 5 * second;

/** An event as the stream has it: its body is a JSON object, and the id comes first. */
export const eventText = ({ id, body }: SentEvent) => `{"id":"${id}",${body.slice(1)}`;

export const joinRecords = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Words of a receiver, short enough to keep and without anything invisible. */
export function plainWords(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  return (
    text
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 200) || null
  );
}

export function readJson(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
