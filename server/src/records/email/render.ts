import {
  directionOf,
  isolate,
  type MailMessages,
  type OrganizationBrand,
  type Translate,
} from '@latchkey/contract';
import type { Layouts } from '../../platform/config/layouts.ts';
import { brandOf } from './brand.ts';
import {
  type Content,
  checkedLink,
  type Frame,
  inert,
  oneLine,
  readableTime,
  singleLine,
  type Writer,
} from './content.ts';
import { credentialsToRotate } from './credential-mails.ts';
import { htmlOf, textOf } from './html.ts';
import { accountDeleted, dataExported, deletionScheduled, inactivityWarning } from './lifecycle-mails.ts';
import {
  accountCreated,
  accountUnlock,
  destinationDisabled,
  invite,
  passwordReset,
  registrationCode,
  signInCode,
  testEmail,
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
import {
  breakGlassUsed,
  certificateExpiring,
  directoryJoined,
  domainCheckFailed,
  ssoLinked,
} from './single-sign-on-mails.ts';

type RenderOptions = {
  /** The recipient's language. */
  t: Translate<MailMessages>;
  productName: string;
  baseUrl: string;
  firstName?: string;
  logoUrl?: string | null;
  accentColor?: string;
  layouts?: Layouts;
};
type Rendered = { subject: string; text: string; html: string };

const defaultAccent = '#3b5bdb';
const unbranded: OrganizationBrand = { displayName: null, accentColor: null, logoUrl: null };

export function render(mail: Mail, { t, ...options }: RenderOptions): Rendered {
  const product = oneLine(options.productName, 60);
  const written = contentOf(mail, { t, product, time: (at) => readableTime(t, at) });
  if (written.action) checkedLink(written.action.link);
  const dir = directionOf(t.locale);
  const facts = written.facts.map(([label, value]): [string, string] => [
    label,
    isolate(value, dir === 'rtl'),
  ]);
  const content = { ...written, subject: singleLine(written.subject), facts };
  const { displayName, accentColor, logoUrl } = ('brand' in mail && mail.brand) || unbranded;
  const addressOf = (path?: string | null) => (path ? new URL(path, options.baseUrl).href : undefined);
  const logo = addressOf(options.logoUrl);
  const firstName = inert(options.firstName ?? '', 60);
  const frame: Frame = {
    t,
    dir,
    product,
    host: new URL(options.baseUrl).host,
    greeting: firstName ? t('mail.hello-name', { name: firstName }) : t('mail.hello'),
    brandName: (displayName && inert(displayName, 60)) || product,
    logo,
    brandLogo: addressOf(logoUrl) ?? logo,
    brand: brandOf(accentColor ?? options.accentColor ?? defaultAccent),
    layouts: options.layouts ?? {},
  };
  return { subject: content.subject, text: textOf(content, frame), html: htmlOf(content, frame) };
}

/** What each email says. */
const contents: {
  [Type in Mail['type']]: (mail: Extract<Mail, { type: Type }>, writer: Writer) => Content;
} = {
  verification: verification,
  password_reset: passwordReset,
  sign_in_code: signInCode,
  registration_code: registrationCode,
  account_created: accountCreated,
  invite: invite,
  new_device: newDevice,
  account_locked: accountLocked,
  account_unlock: accountUnlock,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  email_in_use: emailInUse,
  two_factor_enabled: twoFactor,
  two_factor_disabled: twoFactor,
  passkey_added: passkeyChanged,
  passkey_removed: passkeyChanged,
  webhook_disabled: webhookDisabled,
  destination_disabled: destinationDisabled,
  data_exported: dataExported,
  deletion_scheduled: deletionScheduled,
  account_deleted: accountDeleted,
  inactivity_warning: inactivityWarning,
  domain_check_failed: domainCheckFailed,
  credentials_to_rotate: credentialsToRotate,
  sso_linked: ssoLinked,
  directory_joined: directoryJoined,
  break_glass_used: breakGlassUsed,
  certificate_expiring: certificateExpiring,
  test_email: testEmail,
  security_alert: securityAlert,
};

function contentOf<Type extends Mail['type']>(mail: Extract<Mail, { type: Type }>, writer: Writer): Content {
  return contents[mail.type as Type](mail, writer);
}
