import type { Content, Frame } from './content.ts';

/** The plain part. The link is alone on its line, so a mail client can't take anything else for part of it. */
export function textOf(content: Content, frame: Frame): string {
  const facts = content.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const footer = `--\n${frame.product} (${frame.host})\nThis is an automated email. ${content.reason}`;
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
