import { languages } from '@latchkey/contract';
import { link, linkless, samples, shippedLanguages } from '@latchkey/server/testing/email';
import { describe, expect, test } from 'vitest';
import { createLanguages } from '../../platform/languages/languages.ts';
import { render } from './render.ts';

const house = { productName: 'Latchkey', baseUrl: 'https://auth.example.com', firstName: 'Ada' };
const mails = [...samples, ...linkless];

describe.each(Object.entries(languages))('mails in %s', (locale, { dir }) => {
  const rendered = mails.map((mail) => ({
    mail,
    ...render(mail, { t: shippedLanguages.mails(locale), ...house }),
  }));

  test('say what the golden file says', async () => {
    const pages = rendered.map(({ mail, subject, text }) => {
      const kind = 'reason' in mail ? `${mail.type} (${mail.reason})` : mail.type;
      return `=== ${kind}\nSubject: ${subject}\n\n${text}`;
    });
    await expect(pages.join('\n')).toMatchFileSnapshot(`golden/${locale}.txt`);
  });

  test('name their language and direction, and keep the subject on one line', () => {
    for (const { subject, html } of rendered) {
      expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }
  });

  test('leave no placeholder and no English text, and have their link alone on a line', () => {
    const english = mails.map((mail) => render(mail, { t: shippedLanguages.mails('en'), ...house }));
    rendered.forEach(({ mail, subject, text, html }, at) => {
      expect(`${subject}${text}`).not.toMatch(/[{}]|undefined/);
      expect(html).not.toContain('undefined');
      if (locale !== 'en') expect(subject).not.toBe(english[at]?.subject);
      if ('link' in mail && mail.link)
        expect(text.split('\n').filter((line) => line === link)).toHaveLength(1);
    });
  });
});

test("an operator's subject stays on one line, and their text is no markup", () => {
  const texts = {
    'mail.verification.subject': 'One\r\nBcc: x@evil.example',
    'mail.verification.text': '<b>{product}',
  };
  const own = createLanguages({ offered: [{ code: 'en', texts }], fallback: 'en' });
  const { subject, html } = render({ type: 'verification', link }, { t: own.mails('en'), ...house });
  expect(subject).toBe('One Bcc: x@evil.example');
  expect(html).toContain('&lt;b&gt;Latchkey');
});
