/** The rules that an identity provider's answer must meet, in the order in which they are checked. */
export type SamlRule =
  | 'size'
  | 'encoding'
  | 'xml'
  | 'dtd'
  | 'comment'
  | 'processing-instruction'
  | 'repeated-id'
  | 'encryption'
  | 'response'
  | 'status'
  | 'one-assertion'
  | 'signature-place'
  | 'signature-form'
  | 'signature-algorithm'
  | 'signature'
  | 'unsigned'
  | 'destination'
  | 'in-response-to'
  | 'issuer'
  | 'subject'
  | 'name-id'
  | 'confirmation'
  | 'recipient'
  | 'conditions'
  | 'audience'
  | 'time'
  | 'authentication'
  | 'not-authenticated-again';

/** Why an answer signs no one in. `message` tells an administrator what to change. */
export type SamlFault = { error: 'sso_denied' | 'sso_failed'; rule: SamlRule; message: string };

export function fault(rule: SamlRule, message: string): SamlFault {
  return { error: rule === 'status' ? 'sso_denied' : 'sso_failed', rule, message };
}

export function isFault(value: object | string): value is SamlFault {
  return typeof value === 'object' && 'rule' in value && 'message' in value;
}

/** A value of the message in a sentence of ours: short, on one line, and in quotes. */
export function quoted(value: string | null): string {
  if (value === null) return 'nothing';
  const line = value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return `"${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
