import { signedHeaders } from '../../../platform/outbound/sign.ts';
import { signingSecrets } from '../sealed.ts';
import { eventText, joinRecords, type Kind, usualWindow } from './kind.ts';

/** Lines of JSON, signed as webhooks are. */
export const http: Kind = {
  windowMs: usualWindow,
  record: eventText,
  write: joinRecords,
  request({ settings: { url = '' }, sealed }, { text, last }, now) {
    const signed = signedHeaders({ id: last.id, body: text }, signingSecrets(sealed, now), now);
    return { url, headers: { 'content-type': 'application/x-ndjson', ...signed }, body: text };
  },
};
