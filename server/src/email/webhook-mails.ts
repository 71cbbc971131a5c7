import type { Content, Of } from './content.ts';
import { inert, readableTime } from './safe-text.ts';

export function webhookDisabled(mail: Of<'webhook_disabled'>, product: string): Content {
  const why =
    mail.reason === 'gone'
      ? 'The receiver responded that it is gone (status 410).'
      : 'Every delivery in the last five days failed.';
  return {
    subject: 'A webhook was turned off',
    preview: 'It gets no more events until you turn it on again.',
    paragraphs: [
      `We turned off a ${product} webhook. ${why}`,
      'It gets no more events until you turn it on again.',
    ],
    facts: [
      ['Sent to', inert(mail.host)],
      ['Turned off', readableTime(mail.at)],
    ],
    action: { label: 'Review webhooks', link: mail.link },
    notes: [
      'Fix the receiver, turn the webhook on, then replay the events it missed. We keep them for 30 days.',
    ],
    reason: `You received it because you manage webhooks on ${product}.`,
  };
}
