import { eventText, type Kind, plainWords, readJson, usualWindow } from './kind.ts';

const answerBytes = 16 * 1024;
const info = 9;
const before =
  '{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"latchkey"}}]},' +
  '"scopeLogs":[{"scope":{"name":"latchkey"},"logRecords":[';

/** OpenTelemetry's protocol for logs, as JSON. */
export const otlp: Kind = {
  windowMs: usualWindow,
  record(event) {
    const { type } = JSON.parse(event.body) as { type: string };
    return JSON.stringify({
      timeUnixNano: `${event.createdAt.getTime()}000000`,
      severityNumber: info,
      severityText: 'INFO',
      eventName: type,
      body: { stringValue: eventText(event) },
    });
  },
  write: (records) => `${before}${records.join()}]}]}]}`,
  request({ settings: { url = '' }, sealed: { headers = {} } }, { text }) {
    return { url, headers: { 'content-type': 'application/json', ...headers }, body: text, answerBytes };
  },
  judge(answer, taken) {
    const { partialSuccess, message } = readJson(answer);
    const words = taken ? null : plainWords(message);
    if (!taken) return { answer: words ? { message: words } : null, error: words };
    return judgePartial(partialSuccess);
  },
};

/** Rejected records would be rejected again: they count as taken, and the status tells. */
function judgePartial(partial: unknown) {
  if (typeof partial !== 'object' || partial === null) return { answer: null, error: null };
  const { rejectedLogRecords, errorMessage } = partial as Record<string, unknown>;
  // A 64-bit number, which JSON has as a string.
  const rejected = Number(rejectedLogRecords ?? 0);
  const words = plainWords(errorMessage);
  if (!(rejected > 0)) return { answer: null, error: null };
  return {
    answer: { partialSuccess: { rejectedLogRecords: rejected, errorMessage: words ?? '' } },
    error: `REJECTED ${rejected}${words ? `: ${words}` : ''}`,
  };
}
