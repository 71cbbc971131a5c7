import { brandOf } from './brand.ts';
import { type Content, checkedLink, type Frame, inert, oneLine } from './content.ts';
import { htmlOf, textOf } from './html.ts';
import { accountDeleted, dataExported, deletionScheduled, inactivityWarning } from './lifecycle-mails.ts';
import {
  accountUnlock,
  invite,
  passwordReset,
  signInCode,
  verification,
  webhookDisabled,
} from './link-mails.ts';
import type { Mail } from './mail.ts';
import {
  accountLocked,
  emailChanged,
  emailInUse,
  newDevice,
  passkeyChanged,
  passwordChanged,
  securityAlert,
  twoFactor,
} from './security-mails.ts';
import { domainCheckFailed, ssoLinked } from './single-sign-on-mails.ts';

type RenderOptions = {
  productName: string;
  baseUrl: string;
  firstName?: string;
  logoUrl?: string | null;
  accentColor?: string;
};
type Rendered = { subject: string; text: string; html: string };

const defaultAccent = '#3b5bdb';

export function render(mail: Mail, options: RenderOptions): Rendered {
  const product = oneLine(options.productName, 60);
  const content = contentOf(mail, product);
  if (content.action) checkedLink(content.action.link);
  const firstName = inert(options.firstName ?? '', 60);
  const frame: Frame = {
    product,
    host: new URL(options.baseUrl).host,
    greeting: firstName ? `Hello ${firstName},` : 'Hello,',
    logo: options.logoUrl ? new URL(options.logoUrl, options.baseUrl).href : undefined,
    brand: brandOf(options.accentColor ?? defaultAccent),
  };
  return { subject: content.subject, text: textOf(content, frame), html: htmlOf(content, frame) };
}

function contentOf(mail: Mail, product: string): Content {
  switch (mail.type) {
    case 'verification':
      return verification(mail, product);
    case 'password_reset':
      return passwordReset(mail, product);
    case 'sign_in_code':
      return signInCode(mail, product);
    case 'invite':
      return invite(mail, product);
    case 'new_device':
      return newDevice(mail, product);
    case 'account_locked':
      return accountLocked(mail, product);
    case 'account_unlock':
      return accountUnlock(mail, product);
    case 'password_changed':
      return passwordChanged(mail, product);
    case 'email_changed':
      return emailChanged(mail, product);
    case 'email_in_use':
      return emailInUse(product);
    case 'two_factor_enabled':
    case 'two_factor_disabled':
      return twoFactor(mail, product);
    case 'passkey_added':
    case 'passkey_removed':
      return passkeyChanged(mail, product);
    case 'webhook_disabled':
      return webhookDisabled(mail, product);
    case 'data_exported':
      return dataExported(mail, product);
    case 'deletion_scheduled':
      return deletionScheduled(mail, product);
    case 'account_deleted':
      return accountDeleted(mail, product);
    case 'inactivity_warning':
      return inactivityWarning(mail, product);
    case 'domain_check_failed':
      return domainCheckFailed(mail, product);
    case 'sso_linked':
      return ssoLinked(mail, product);
    case 'security_alert':
      return securityAlert(mail, product);
  }
}
