import type { Content, Frame } from './content.ts';

/** The plain part. The link has a line of its own, with nothing around it a mail client could take along. */
export function textOf(content: Content, frame: Frame): string {
  const facts = content.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const footer = `--\n${frame.product} (${frame.host})\nThis mail is automatic. ${content.reason}`;
  const blocks = [
    frame.greeting,
    ...content.paragraphs,
    facts,
    `${content.action.label}:`,
    content.action.link,
    ...content.notes,
    footer,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
