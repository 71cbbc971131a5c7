import { eventText, joinRecords, type Kind, plainWords, readJson, usualWindow } from './kind.ts';

const answerBytes = 16 * 1024;

/** The HTTP event collector. */
export const splunk: Kind = {
  windowMs: usualWindow,
  record(event, { index }) {
    const time = event.createdAt.getTime() / 1000;
    const place = JSON.stringify({ time, source: 'latchkey', ...(index && { index }) });
    return `${place.slice(0, -1)},"event":${eventText(event)}}`;
  },
  write: joinRecords,
  request({ id, settings: { url = '' }, sealed: { token = '' } }, { text }) {
    const headers = {
      'content-type': 'application/json',
      authorization: `Splunk ${token}`,
      // Collectors that acknowledge what they have indexed ask for one.
      'x-splunk-request-channel': id,
    };
    return { url, headers, body: text, answerBytes };
  },
  judge(answer, taken) {
    const { text, code } = readJson(answer);
    const words = plainWords(text);
    const told = { ...(words && { text: words }), ...(typeof code === 'number' && { code }) };
    return { answer: words ? told : null, error: taken ? null : words };
  },
};
