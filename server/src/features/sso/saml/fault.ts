import { inEnglish, type Told } from '../../../platform/languages/told.ts';

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

/** Why an answer signs no one in. `told` tells an administrator what to change; `message` is the same for logs. */
export type SamlFault = {
  error: 'sso_denied' | 'sso_failed';
  rule: SamlRule;
  told: Told;
  message: string;
};

export function fault(rule: SamlRule, told: Told): SamlFault {
  return {
    error: rule === 'status' ? 'sso_denied' : 'sso_failed',
    rule,
    told,
    message: inEnglish(told),
  };
}

export function isFault(value: object | string): value is SamlFault {
  return typeof value === 'object' && 'rule' in value && 'message' in value;
}

/** A value of the message for a sentence of ours: short, and on one line. */
export function shortened(value: string): string {
  const line = value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

type Sought = 'destination' | 'recipient' | 'audience' | 'issuer.response' | 'issuer.assertion';

/** What stands in the message instead of what should, or that nothing does. */
export function instead(sought: Sought, found: string | null, values: Record<string, string>): Told {
  if (found === null) return { key: `sso.${sought}.missing`, values };
  return { key: `sso.${sought}`, values: { ...values, found: shortened(found) } };
}
