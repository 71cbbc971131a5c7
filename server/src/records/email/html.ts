import type { Insert, Layout } from '../../platform/config/layouts.ts';
import { colors, font, monospace, stylesFor } from './brand.ts';
import type { Content, Frame } from './content.ts';

/** The HTML part: tables and inline styles, since mail clients know little else. It loads nothing but a logo. */
export function htmlOf(content: Content, frame: Frame): string {
  const { html } = frame.layouts;
  if (html) {
    const slots = slotsOf(content, frame, escaped);
    const footer = slots.footer.replace('\n', '<br>\n');
    const [style, body] = [breaks(frame), card(content, frame)];
    return filled(html, { content: style ? `<div style="${style}">${body}</div>` : body, ...slots, footer });
  }
  return `<!doctype html>
<html lang="${frame.t.locale}" dir="${frame.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escaped(content.subject)}</title>
<style>${stylesFor(frame.brand)}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${colors.page};">
${preview(content.preview)}
<table role="presentation" class="page" dir="${frame.dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${colors.page};${breaks(frame)}">
<tr><td align="center" style="padding:32px 16px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td style="padding:0 4px 20px;">${head(frame)}</td></tr>
<tr><td class="card" style="background-color:${colors.card};border:1px solid ${colors.line};border-radius:12px;padding:32px;">
${card(content, frame)}
</td></tr>
<tr><td style="padding:20px 4px 0;">${footer(content, frame)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Shown only in the list of mails. The filler keeps clients from adding the first words of the body. */
function preview(text: string): string {
  const filler = '&#847;&zwnj;&nbsp;'.repeat(60);
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escaped(text)}${filler}</div>`;
}

/** Only the service's own logo is loaded: an organization is known by its name and color. */
function head(frame: Frame): string {
  const { logo: address, product, brandName } = frame;
  return address && brandName === product ? logo(address, product) : wordmark(frame);
}

function logo(address: string, product: string): string {
  return `<img src="${escaped(address)}" alt="${escaped(product)}" height="32" style="display:block;height:32px;width:auto;max-width:240px;border:0;">`;
}

function wordmark({ brandName, dir, brand: { light } }: Frame): string {
  const initial = [...brandName][0]?.toUpperCase() ?? '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="accent on-accent" width="28" height="28" align="center" valign="middle" aria-hidden="true" style="background-color:${light.accent};border-radius:8px;font:700 15px/28px ${font};color:${light.onAccent};">${escaped(initial)}</td>
<td class="ink" style="padding-${dir === 'rtl' ? 'right' : 'left'}:10px;font:600 17px/28px ${font};letter-spacing:-0.01em;color:${colors.ink};">${escaped(brandName)}</td>
</tr></table>`;
}

function card(content: Content, frame: Frame): string {
  const paragraphs = [frame.greeting, ...content.paragraphs].map((text) =>
    paragraph(text, 'ink', colors.ink),
  );
  const notes = content.notes.map((text) => paragraph(text, 'soft', colors.soft));
  return [
    `<h1 class="ink" style="margin:0 0 20px;font:600 22px/30px ${font};letter-spacing:-0.01em;color:${colors.ink};">${escaped(content.heading ?? content.subject)}</h1>`,
    ...paragraphs,
    facts(content.facts, frame),
    content.action ? button(content.action, frame) : '',
    ...notes,
    content.action ? rawLink(content.action.link, frame) : '',
  ].join('\n');
}

function paragraph(text: string, name: string, color: string): string {
  return `<p class="${name}" style="margin:0 0 14px;font:400 15px/24px ${font};color:${color};">${escaped(text)}</p>`;
}

function facts(rows: Content['facts'], { dir }: Frame): string {
  if (rows.length === 0) return '';
  const [labelPadding, valuePadding] =
    dir === 'rtl' ? ['10px 16px 10px 12px', '10px 0 10px 16px'] : ['10px 12px 10px 16px', '10px 16px 10px 0'];
  const cells = rows.map(([label, value], index) => {
    const line = index === 0 ? '' : `border-top:1px solid ${colors.line};`;
    return `<tr>
<td class="soft line" width="130" valign="top" style="${line}padding:${labelPadding};font:400 14px/20px ${font};color:${colors.soft};">${escaped(label)}</td>
<td class="ink line" valign="top" style="${line}padding:${valuePadding};font:500 14px/20px ${font};color:${colors.ink};word-break:break-word;">${escaped(value)}</td>
</tr>`;
  });
  return `<table role="presentation" class="panel" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 22px;background-color:${colors.panel};border:1px solid ${colors.line};border-radius:8px;border-collapse:separate;">
${cells.join('\n')}
</table>`;
}

function button({ label, link }: NonNullable<Content['action']>, { brand: { light } }: Frame): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 24px;"><tr>
<td class="accent" align="center" bgcolor="${light.accent}" style="background-color:${light.accent};border-radius:8px;">
<a class="on-accent" href="${escaped(link)}" style="display:inline-block;padding:12px 24px;font:600 15px/20px ${font};color:${light.onAccent};text-decoration:none;">${escaped(label)}</a>
</td></tr></table>`;
}

/** For clients that show no button, and for people who look at an address before following it. */
function rawLink(link: string, { t, brand: { light } }: Frame): string {
  return `<div class="line" style="margin:22px 0 0;padding:18px 0 0;border-top:1px solid ${colors.line};">
<p class="soft" style="margin:0 0 4px;font:400 13px/20px ${font};color:${colors.soft};">${escaped(t('mail.copy-link'))}</p>
<p dir="ltr" style="margin:0;font:400 13px/20px ${monospace};word-break:break-all;"><a class="link" href="${escaped(link)}" style="color:${light.link};text-decoration:none;">${escaped(link)}</a></p>
</div>`;
}

/** Japanese has no spaces: clients that can break its lines between phrases do so. */
const breaks = ({ t }: Frame) => (t.locale === 'ja' ? 'word-break:auto-phrase;' : '');

/** Why the mail was sent. No space follows a sentence that ends with 。. */
function why({ reason }: Content, { t }: Frame): string {
  const automated = t('mail.automated');
  return automated.endsWith('。') ? automated + reason : `${automated} ${reason}`;
}

function footer(content: Content, frame: Frame): string {
  return `<p class="soft" style="margin:0;font:400 13px/20px ${font};color:${colors.soft};">${escaped(frame.product)} (${escaped(frame.host)})<br>${escaped(why(content, frame))}</p>`;
}

/** The plain part. The link is alone on its line, so a mail client can't take anything else for part of it. */
export function textOf(content: Content, frame: Frame): string {
  // Only what stands between them: people copy a value from here, so nothing invisible may surround it.
  const between = frame.t('mail.fact.line', { label: '', value: '' });
  const facts = content.facts.map(([label, value]) => `${label}${between}${value}`).join('\n');
  const blocks = [
    ...(frame.brandName === frame.product || frame.layouts.text ? [] : [frame.brandName]),
    frame.greeting,
    ...content.paragraphs,
    facts,
    ...(content.action ? [frame.t('mail.action', { label: content.action.label }), content.action.link] : []),
    ...content.notes,
  ];
  const written = blocks.filter((block) => block !== '').join('\n\n');
  const { text } = frame.layouts;
  if (text) return filled(text, { content: written, ...slotsOf(content, frame, (value) => value) });
  return `${written}\n\n--\n${footerOf(content, frame)}\n`;
}

/** What a layout gets besides the content. */
function slotsOf(content: Content, frame: Frame, safe: (value: string) => string) {
  const { t, dir, brandName, brandLogo, brand } = frame;
  return {
    productName: safe(brandName),
    logoUrl: safe(brandLogo ?? ''),
    accentColor: safe(brand.light.accent),
    footer: safe(footerOf(content, frame)),
    lang: safe(t.locale),
    dir,
  };
}

function footerOf(content: Content, frame: Frame): string {
  return `${frame.product} (${frame.host})\n${why(content, frame)}`;
}

/** In one go: what fills a slot is not looked through for others. */
function filled(layout: Layout, values: Record<Insert, string>): string {
  return layout.map((part) => (typeof part === 'string' ? part : values[part.slot])).join('');
}
