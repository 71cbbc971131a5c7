import { link, linkless, samples, shippedLanguages } from '@latchkey/server/testing/email';
import { describe, expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { render } from './render.ts';

const options = {
  t: shippedLanguages.mails('en'),
  productName: 'Latchkey',
  baseUrl: 'https://auth.example.com',
  firstName: 'Ada',
};

/** Every address a client would open on a click. */
function hrefs(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

// What mail clients turn into links on their own.
const autoLinked = /https?:\/\/|www\.\w|[\w-]+\.(com|example|org)\b|\S@\w/;

describe.each(samples.map((mail) => ['reason' in mail ? mail.reason : mail.type, mail] as const))(
  '%s',
  (_type, mail) => {
    const { subject, text, html } = render(mail, options);

    test('has a short subject, a text part and an HTML part', () => {
      expect(subject.length).toBeGreaterThan(5);
      expect(subject.length).toBeLessThan(60);
      expect(text).toContain('Hello Ada,');
      expect(html).toMatch(/^<!doctype html>/);
      expect(html).toContain('Latchkey');
      expect(text).toContain('auth.example.com');
    });

    test('has its link exactly once in the text, alone on a line', () => {
      expect(text.split('\n').filter((line) => line.includes('token='))).toEqual([link]);
      expect(text.match(/https?:/g)).toHaveLength(1);
    });

    test('has no other link in the HTML and loads nothing', () => {
      expect(hrefs(html)).toEqual([link, link]);
      expect(html).not.toMatch(/<img|<script|<link|url\(|src=/i);
    });

    test('leaves no placeholder unfilled', () => {
      expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object|NaN|Invalid Date|\$\{/);
    });
  },
);

describe.each(linkless.map((mail) => [mail.type, mail] as const))('%s without a link', (_type, mail) => {
  const { subject, text, html } = render(mail, options);

  test('has a subject, a greeting and both parts, all filled in', () => {
    expect(subject.length).toBeGreaterThan(5);
    expect(subject.length).toBeLessThan(60);
    expect(text).toContain('Hello Ada,');
    expect(html).toMatch(/^<!doctype html>/);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object|NaN|Invalid Date|\$\{/);
  });

  test('has nothing to click and loads nothing', () => {
    expect(text).not.toMatch(/https?:|token=/);
    expect(hrefs(html)).toEqual([]);
    expect(html).not.toMatch(/<img|<script|<link|url\(|src=/i);
  });
});

test('the notice about an address in use names no account and says what a reset does', () => {
  const { text, html } = render({ type: 'email_in_use' }, options);
  expect(text + html).not.toMatch(/\S@\w/);
  expect(text).toMatch(/reset/i);
});

test("an administrator's change of address says who made it, and offers no undo", () => {
  const { text } = render(
    { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at: new Date(0) },
    options,
  );
  expect(text).toContain('An administrator did this.');
  expect(text).not.toMatch(/undo/i);
});

test('says how long a link works', () => {
  const text = Object.fromEntries(samples.map((mail) => [mail.type, render(mail, options).text]));
  expect(text.verification).toContain('within 24 hours');
  expect(text.password_reset).toContain('within 1 hour');
  expect(text.account_unlock).toContain('within 1 hour');
  expect(text.email_changed).toContain('For 72 hours after');
  expect(text.invite).toContain('Valid until: March 14, 2026, 14:05 UTC');
  expect(text.account_locked).toContain('Locked until: March 7, 2026, 14:05 UTC');
});

test('greets without a name when there is none', () => {
  const { text } = render(
    { type: 'verification', link },
    { t: shippedLanguages.mails('en'), productName: 'Latchkey', baseUrl: 'https://a.example' },
  );
  expect(text).toMatch(/^Hello,\n/);
});

test('says whether an administrator turned off two-factor authentication', () => {
  const mail: Mail = { type: 'two_factor_disabled', at: new Date(0), link };
  expect(render({ ...mail, byAdmin: true }, options).text).toContain('by an administrator');
  expect(render(mail, options).text).not.toContain('administrator');
});

test('masks the new address', () => {
  const { text, html } = render(
    { type: 'email_changed', newEmail: 'ada.lovelace@example.org', at: new Date(0), link },
    options,
  );
  expect(text.replaceAll('\u200b', '')).toContain('a•••@example.org');
  expect(text + html).not.toContain('lovelace');
});

const hostile: Mail = {
  type: 'invite',
  link,
  organizationName:
    'Acme\r\nBcc: everyone@evil.example\r\n\r\nhttps://evil.example/a <img src=x onerror=alert(1)>',
  inviterName: '"><script>alert(1)</script>\u2028\u202eO\'Hara & Co www.evil.example',
  role: 'MEMBER',
  expiresAt: new Date(0),
};

test('keeps line breaks out of the subject', () => {
  const { subject } = render(hostile, options);
  expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  expect([...subject].length).toBeLessThanOrEqual(255);
});

test('escapes everything in the HTML', () => {
  const { html } = render(hostile, { ...options, firstName: '<b>Ada</b>', productName: 'A&B <i>' });
  expect(html).not.toMatch(/<script|<img|<b>|<i>|<\/td><td>\n/i);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('A&amp;B &lt;i&gt;');
  expect(hrefs(html)).toEqual([link, link]);
});

test('makes nothing but the link clickable', () => {
  const { text, html } = render(hostile, { ...options, firstName: 'https://evil.example' });
  const ownHost = 'auth.example.com';
  expect(text.replaceAll(link, '').replaceAll(ownHost, '')).not.toMatch(autoLinked);
  const shown = html
    .replace(/^[\s\S]*?<body/, '')
    .replace(/<a [\s\S]*?<\/a>/g, '')
    .replaceAll(ownHost, '');
  expect(shown).not.toMatch(autoLinked);
  expect(text.split('\n').filter((line) => line.includes('token='))).toEqual([link]);
});

test.each(['javascript:alert(1)', '/relative', 'https://a.example/x y', 'https://a.example/\nx', ''])(
  'refuses %j as a link',
  (bad) => {
    expect(() => render({ type: 'verification', link: bad }, options)).toThrow(TypeError);
  },
);
