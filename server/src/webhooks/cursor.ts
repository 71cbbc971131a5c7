/** Where a reader of the stream is: after this event. Names the event, so it survives a dump and restore. */
export type Cursor = { eventId: string; at: Date };

/** Before every event. */
export const start: Cursor = { eventId: '00000000-0000-0000-0000-000000000000', at: new Date(0) };

const idBytes = 16;
const timeBytes = 6;

export function writeCursor({ eventId, at }: Cursor): string {
  const bytes = Buffer.alloc(idBytes + timeBytes);
  bytes.write(eventId.replaceAll('-', ''), 'hex');
  bytes.writeUIntBE(at.getTime(), idBytes, timeBytes);
  return bytes.toString('base64url');
}

/** Undefined for what was never a cursor. */
export function readCursor(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== idBytes + timeBytes || bytes.toString('base64url') !== text) return undefined;
  const hex = bytes.toString('hex', 0, idBytes);
  const eventId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { eventId, at: new Date(bytes.readUIntBE(idBytes, timeBytes)) };
}
