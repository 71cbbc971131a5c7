/** The texts of the mails. `{product}` is the name of the service. */
export const messages = {
  'mail.hello': 'Hello,',
  'mail.hello-name': 'Hello {name},',
  'mail.time': '{date}, {time} UTC',
  'mail.automated': 'This is an automated email.',
  'mail.copy-link': "If the button doesn't work, copy this address into your browser:",
  'mail.action': '{label}:',
  'mail.works-once':
    'The link works once, within {hours, plural, one {# hour} other {# hours}} of the request.',
  'mail.reclaimed':
    'This address was never confirmed, so someone else may have created the account. To keep them out, this also ends its sessions, password, API keys, passkeys, linked providers, two-factor and its membership in an organization with other members. In an organization of its own, invitations and secrets end, and webhooks and applications are disabled.',
  'mail.if-you': 'If this was you, you can ignore this email.',
  'mail.review-security': 'Review account security',
  'mail.reset-password': 'Reset your password',
  'mail.end-sessions': "If it wasn't, change your password now and end any session you don't recognize.",

  'mail.reason.entered': 'You received it because someone entered this address at {product}.',
  'mail.reason.security': 'It is a security notice about your {product} account.',
  'mail.reason.account': 'It is a notice about your {product} account.',
  'mail.reason.owner': 'You received it because you own an organization on {product}.',

  'mail.device': '{browser} on {os}',
  'mail.device.browser': 'Unknown browser',
  'mail.device.system': 'unknown system',
  'mail.fact.line': '{label}: {value}',
  'mail.fact.code': 'Code',
  'mail.fact.role': 'Your role',
  'mail.fact.valid-until': 'Valid until',
  'mail.fact.sent-to': 'Sent to',
  'mail.fact.turned-off': 'Turned off',
  'mail.fact.device': 'Device',
  'mail.fact.ip-address': 'IP address',
  'mail.fact.time': 'Time',
  'mail.fact.locked-until': 'Locked until',
  'mail.fact.blocked-until': 'Blocked until',
  'mail.fact.last-attempt': 'Last attempt from',
  'mail.fact.new-address': 'New address',
  'mail.fact.passkey': 'Passkey',
  'mail.fact.deleted-on': 'Deleted on',
  'mail.fact.domain': 'Domain',
  'mail.fact.type': 'Type',
  'mail.fact.name': 'Name',
  'mail.fact.value': 'Value',
  'mail.fact.verified-until': 'Verified until',
  'mail.fact.organization': 'Organization',
  'mail.fact.identity-provider': 'Identity provider',

  'mail.role.OWNER': 'Owner',
  'mail.role.ADMIN': 'Admin',
  'mail.role.MEMBER': 'Member',

  'mail.verification.subject': 'Confirm your email address',
  'mail.verification.preview': 'One more step to use this address with {product}.',
  'mail.verification.text': 'Please confirm that this email address belongs to your {product} account.',
  'mail.verification.action': 'Confirm email address',
  'mail.verification.proof': 'You need to be signed in to the account, or know its password.',
  'mail.verification.not-you':
    "If you didn't enter this address, ignore this email. The address stays unconfirmed.",

  'mail.password_reset.subject': 'Reset your password',
  'mail.password_reset.preview':
    'Choose a new password within {hours, plural, one {# hour} other {# hours}}.',
  'mail.password_reset.text': 'We received a request to reset the password for your {product} account.',
  'mail.password_reset.action': 'Choose a new password',
  'mail.password_reset.ends-two-factor':
    "Your organization's single sign-on set up two-factor for this account. With your first password, it ends, and you can set up your own.",
  'mail.password_reset.not-you':
    "If you didn't ask for this, ignore this email. Your password stays the same.",
  'mail.password_reset.reason':
    'You received it because someone asked to reset the password for this address at {product}.',

  'mail.sign_in_code.subject': 'Your sign-in code',
  'mail.sign_in_code.preview': 'Enter it within {minutes, plural, one {# minute} other {# minutes}}.',
  'mail.sign_in_code.text': 'Enter this code to sign in to {product}.',
  'mail.sign_in_code.action': 'Or sign in with this link',
  'mail.sign_in_code.once':
    'The code and the link work once, within {minutes, plural, one {# minute} other {# minutes}} of the request. The link works only in the browser where you asked for it.',
  'mail.sign_in_code.not-you':
    "If you didn't ask for this, ignore this email. Never give the code to anyone.",
  'mail.sign_in_code.reason':
    'You received it because someone asked to sign in with this address at {product}.',

  'mail.registration_code.subject': 'Your code to create an account',
  'mail.registration_code.text': 'Enter this code to create your account at {product}.',
  'mail.registration_code.once':
    'It works once, within {minutes, plural, one {# minute} other {# minutes}} of the request, in the page where you asked for it.',
  'mail.registration_code.not-you':
    "If you didn't ask for this, ignore this email: there is no account without the code. Never give it to anyone.",
  'mail.registration_code.reason':
    'You got it because someone asked to create an account at {product} with this address.',

  'mail.account_unlock.subject': 'Unlock your account',
  'mail.account_unlock.preview':
    'Unlock it within {hours, plural, one {# hour} other {# hours}} and sign in again.',
  'mail.account_unlock.text': 'Use this link to unlock your {product} account. Then you can sign in again.',
  'mail.account_unlock.action': 'Unlock account',
  'mail.account_unlock.not-you':
    "If you didn't ask for this, ignore this email. The lock ends on its own after a while.",
  'mail.account_unlock.reason':
    'You received it because someone asked to unlock the account for this address at {product}.',

  'mail.invite.subject': '{inviter} invited you to {organization}',
  'mail.invite.heading': "You're invited to {organization}",
  'mail.invite.preview':
    'Join {organization} on {product} within {days, plural, one {# day} other {# days}}.',
  'mail.invite.text': '{inviter} invited you to join the organization {organization} on {product}.',
  'mail.invite.action': 'Accept invitation',
  'mail.invite.not-you':
    "If you didn't expect this invitation, ignore this email. You won't join unless you accept it.",
  'mail.invite.reason':
    'You received it because a member of an organization on {product} entered this address.',

  'mail.account_created.subject': 'Your account is ready',
  'mail.account_created.preview': 'Choose a password within {days, plural, one {# day} other {# days}}.',
  'mail.account_created.text':
    'An administrator of {product} created an account for this address. Choose a password to sign in. This also confirms that the address is yours.',
  'mail.account_created.action': 'Choose a password',
  'mail.account_created.once':
    'The link works once, within {days, plural, one {# day} other {# days}}. After that, ask for a new one under “Forgot password” on the sign-in page.',
  'mail.account_created.not-you':
    "If you don't expect this account, ignore this email. Without a password, nobody signs in to it with one.",
  'mail.account_created.reason':
    'You received it because an administrator of {product} entered this address.',
  'mail.webhook_disabled.subject': 'A webhook was turned off',
  'mail.webhook_disabled.next': 'It gets no more events until you turn it on again.',
  'mail.webhook_disabled.gone':
    'We turned off a {product} webhook. The receiver responded that it is gone (status 410).',
  'mail.webhook_disabled.failing':
    'We turned off a {product} webhook. Every delivery in the last five days failed.',
  'mail.webhook_disabled.action': 'Review webhooks',
  'mail.webhook_disabled.replay':
    'Fix the receiver, turn the webhook on, then replay the events it missed. We keep them for 30 days.',
  'mail.webhook_disabled.reason': 'You received it because you manage webhooks on {product}.',
  'mail.destination_disabled.subject': 'An event destination was turned off',
  'mail.destination_disabled.next': 'It gets no more events until you turn it on again.',
  'mail.destination_disabled.failing':
    'We turned off a {product} event destination. It has taken nothing in the last five days.',
  'mail.destination_disabled.action': 'Review destinations',
  'mail.destination_disabled.kept':
    'Fix the receiver, then turn the destination on. It goes on where it stopped. We keep events for 30 days.',
  'mail.destination_disabled.reason': 'You received it because you manage event destinations on {product}.',

  'mail.new_device.subject': 'New sign-in to your account',
  'mail.new_device.preview': '{device}, {time}',
  'mail.new_device.text': 'Someone signed in to your {product} account from a new device.',

  'mail.account_locked.subject': 'Your account is locked',
  'mail.account_locked.preview': 'Too many failed sign-ins. It unlocks on {time}.',
  'mail.account_locked.text': 'We locked your {product} account after too many failed attempts to sign in.',
  'mail.account_locked.wait': 'Wait until the lock ends, or request a link to unlock it now.',
  'mail.account_locked.action': 'Request an unlock link',
  'mail.account_locked.not-you':
    "If these attempts weren't yours, someone may be guessing your password. They didn't get in.",

  'mail.password_changed.subject': 'Your password was changed',
  'mail.password_changed.preview': 'Changed on {time}.',
  'mail.password_changed.text': 'The password for your {product} account was changed.',
  'mail.password_changed.not-you':
    "If this was you, you can ignore this email. If it wasn't, reset your password now.",

  'mail.email_changed.subject': 'Your email address was changed',
  'mail.email_changed.subject-pending': 'Your email address is about to change',
  'mail.email_changed.preview':
    'Not you? You can undo it until {hours, plural, one {# hour} other {# hours}} after the change.',
  'mail.email_changed.preview-admin': 'An administrator changed it.',
  'mail.email_changed.text':
    'The email address for your {product} account was changed. The account no longer uses this one.',
  'mail.email_changed.text-pending':
    'Someone asked to change the email address for your {product} account. It changes once the new address is confirmed.',
  'mail.email_changed.not-you':
    "If this was you, you can ignore this email. If it wasn't, undo the change now.",
  'mail.email_changed.by-admin': "An administrator did this. If you didn't expect it, ask them.",
  'mail.email_changed.action': 'Undo the change',
  'mail.email_changed.once':
    'The link works once. Before the change, it cancels it. For {hours, plural, one {# hour} other {# hours}} after it, if this address was confirmed, it restores this address, signs everyone out, and sends you a link to choose a new password.',
  'mail.email_changed.secret': "Don't forward this email: anyone with the link can use it.",
  'mail.email_changed.reason':
    "It is a security notice about your {product} account. This was the account's address until the change.",

  'mail.email_in_use.subject': 'Someone tried to use your email address',
  'mail.email_in_use.preview': 'Nothing has changed.',
  'mail.email_in_use.text':
    'Someone asked to use this email address for another {product} account. It already belongs to an account, so nothing has changed.',
  'mail.email_in_use.you':
    "If this was you, sign in to the account that has the address. If you didn't create it, reset its password: that makes the account yours.",
  'mail.email_in_use.not-you': "If it wasn't you, ignore this email.",

  'mail.address_claimed.subject': 'Choose a new password',
  'mail.address_claimed.preview': 'You signed in with a code. The old password no longer works.',
  'mail.address_claimed.text':
    'You confirmed this address by signing in to {product} with a code. Until then, anyone could have created the account.',
  'mail.address_claimed.removed':
    'To be safe, we removed its password and every other way to sign in to it, signed everyone else out, and took it out of an organization with other members.',
  'mail.address_claimed.action': 'Choose a password',
  'mail.address_claimed.codes': 'You can also keep signing in with codes.',

  'mail.security_alert.subject': 'Security alert for your account',
  'mail.session_guessing.preview': 'Someone who is signed in may be guessing your password or a code.',
  'mail.session_guessing.text':
    'Someone who is signed in to your {product} account entered a wrong password or code {times, plural, one {# time} other {# times}} while trying to change your password or two-factor authentication.',
  'mail.session_guessing.blocked': 'We blocked these changes for now. You can still sign in.',
  'mail.session_guessing.you': 'If this was you, wait and try again.',
  'mail.session_guessing.not-you': "If it wasn't, reset your password now. That ends every session.",
  'mail.remember_me_theft.preview': 'A saved sign-in was used twice, so we signed you out everywhere.',
  'mail.remember_me_theft.text':
    'A saved "remember me" sign-in to your {product} account was used again after we had replaced it. Someone may have copied it from one of your browsers.',
  'mail.remember_me_theft.ended': 'To be safe, we ended every session. Sign in again to continue.',
  'mail.remember_me_theft.not-you': "If you don't recognize the IP address above, reset your password now.",

  'mail.passkey_added.subject': 'A passkey was added to your account',
  'mail.passkey_added.text': 'You can now sign in to your {product} account with a new passkey.',
  'mail.passkey_added.not-you':
    "If it wasn't, remove the passkey, change your password and end any session you don't recognize.",
  'mail.passkey_removed.subject': 'A passkey was removed from your account',
  'mail.passkey_removed.text': 'You can no longer sign in to your {product} account with this passkey.',
  'mail.passkey.preview': '{name}, {time}',

  'mail.two_factor_enabled.subject': 'Two-factor authentication is on',
  'mail.two_factor_enabled.preview': 'You now need a code to sign in.',
  'mail.two_factor_enabled.text': 'Two-factor authentication was turned on for your {product} account.',
  'mail.two_factor_enabled.by-admin':
    'Two-factor authentication was turned on for your {product} account by an administrator.',
  'mail.two_factor_enabled.next':
    'From now on, you sign in with your password and a code from your authenticator app.',
  'mail.two_factor_disabled.subject': 'Two-factor authentication is off',
  'mail.two_factor_disabled.preview': 'You now sign in with your password alone.',
  'mail.two_factor_disabled.text': 'Two-factor authentication was turned off for your {product} account.',
  'mail.two_factor_disabled.by-admin':
    'Two-factor authentication was turned off for your {product} account by an administrator.',
  'mail.two_factor_disabled.next': 'From now on, you sign in with your password alone.',
  'mail.two_factor.passkeys': 'Your passkeys were removed, too.',
  'mail.two_factor.ask-admin': "If you didn't expect this, ask your administrator.",
  'mail.two_factor.not-you':
    "If this was you, you can ignore this email. If it wasn't, change your password now.",

  'mail.data_exported.subject': 'Your data was downloaded',
  'mail.data_exported.preview': 'Downloaded on {time}.',
  'mail.data_exported.text': 'Someone downloaded a copy of everything about your {product} account.',
  'mail.data_exported.by-admin':
    'An administrator downloaded a copy of everything about your {product} account.',
  'mail.data_exported.ask-admin': "If you didn't ask for this, ask your administrator.",
  'mail.data_exported.not-you':
    "If this was you, you can ignore this email. If it wasn't, change your password now and end any session you don't recognize.",

  'mail.deletion_scheduled.subject': 'Your account will be deleted',
  'mail.deletion_scheduled.preview': 'You can keep it until {time}.',
  'mail.deletion_scheduled.preview-soon': 'It is deleted within minutes.',
  'mail.deletion_scheduled.text':
    'Someone who is signed in asked to delete your {product} account. It is deactivated, and every session has ended.',
  'mail.deletion_scheduled.everything':
    "When it is deleted, everything about it goes, including organizations that have no other member. That can't be undone.",
  'mail.deletion_scheduled.action': 'Keep the account',
  'mail.deletion_scheduled.once':
    'The link works once, until the account is deleted. It makes the account active again.',
  'mail.deletion_scheduled.not-you':
    "If you didn't ask for this, use the link now, then choose a new password.",

  'mail.account_deleted.subject': 'Your account was deleted',
  'mail.account_deleted.preview': 'Everything about it is gone.',
  'mail.account_deleted.text':
    'Your {product} account and everything about it were deleted. This is the last email you get about it.',
  'mail.account_deleted.record': 'The record of what was done stays, without your name, address or device.',
  'mail.account_deleted.again': 'You can use this address for a new account.',
  'mail.account_deleted.reason': 'You received it because this was the address of an account at {product}.',

  'mail.inactivity_warning.subject': 'Your account is about to be deactivated',
  'mail.inactivity_warning.preview':
    'Sign in within {left, plural, one {# day} other {# days}} to keep it active.',
  'mail.inactivity_warning.text':
    "You haven't used your {product} account for {days, plural, one {# day} other {# days}}. If you don't sign in within {left, plural, one {# day} other {# days}}, it is deactivated.",
  'mail.inactivity_warning.action': 'Sign in',
  'mail.inactivity_warning.kept': 'Nothing is deleted. An administrator can activate the account again.',

  'mail.domain_check_failed.subject': 'The DNS record of a domain is missing',
  'mail.domain_check_failed.preview': 'Publish it again before {time}.',
  'mail.domain_check_failed.text':
    "We couldn't find the DNS record that proves a domain of your organization on {product}.",
  'mail.domain_check_failed.otherwise':
    'If it stays missing, the domain is no longer verified: people can no longer join or sign in through it.',
  'mail.domain_check_failed.weekly':
    'Publish the record again. We look for it every week, and whenever you verify the domain.',

  'mail.sso_linked.subject': 'You can now sign in with single sign-on',
  'mail.sso_linked.preview': 'Your account is linked to the identity provider of {organization}.',
  'mail.sso_linked.text':
    'You signed in to {product} through the identity provider of your organization, and your account is now linked to it.',
  'mail.sso_linked.trust': 'The people who manage that identity provider can sign in as you.',
  'mail.sso_linked.deleted':
    'The address of your account was never verified, so we removed what was set up for it before, and deleted the organization {organization}, which had no other member.',
  'mail.sso_linked.not-you': "If this wasn't you, contact an owner of the organization.",

  'mail.fact.owner': 'Owner',
  'mail.fact.fingerprint': 'Fingerprint',
  'mail.fact.expires': 'Expires',
  'mail.fact.directory-token': 'Directory token',
  'mail.fact.api-key': 'API key',
  'mail.fact.destination': 'Destination',
  'mail.fact.more': 'More',
  'mail.open-organization': 'Open your organization',
  'mail.directory_joined.subject': 'Your account was added to an organization',
  'mail.directory_joined.preview': 'Your account now belongs to {organization}.',
  'mail.directory_joined.text':
    'The directory of an organization added your {product} account, because the organization owns the domain of your address.',
  'mail.directory_joined.powers': 'It can now change your name and address, and deactivate your account.',
  'mail.directory_joined.action': 'Open your profile',
  'mail.directory_joined.not-you': "If you don't expect this, contact the organization's administrators.",
  'mail.break_glass_used.subject': 'An owner signed in without single sign-on',
  'mail.break_glass_used.preview': '{email} signed in to {organization} another way.',
  'mail.break_glass_used.text':
    'Your organization on {product} requires single sign-on. An owner signed in without it, with a password and two-factor or with a passkey.',
  'mail.break_glass_used.why': 'Owners can do this when the identity provider is out of reach.',
  'mail.break_glass_used.not-you':
    "If you don't know why, ask this owner. If it wasn't them, remove them from the organization.",
  'mail.certificate_expiring.subject': 'A certificate of your identity provider expires soon',
  'mail.certificate_expiring.preview': 'Add the next one before {time}.',
  'mail.certificate_expiring.text':
    'A certificate that your organization on {product} trusts for single sign-on expires soon.',
  'mail.certificate_expiring.next':
    'Your identity provider will sign with another one. People can sign in with it only once it is added here.',
  'mail.certificate_expiring.add':
    'Add the new certificate beside this one, so that no one is locked out in between.',
  'mail.credentials_to_rotate.subject': 'Replace credentials of your organization',
  'mail.credentials_to_rotate.preview': 'The person who made them may no longer use them.',
  'mail.credentials_to_rotate.text':
    '{person} made credentials of the organization {organization} on {product}, and no longer has the role for that. The credentials still work, and the person may have kept a copy.',
  'mail.credentials_to_rotate.text-deleted':
    'A person whose account was deleted made credentials of the organization {organization} on {product}, and no longer has the role for that. The credentials still work, and the person may have kept a copy.',
  'mail.credentials_to_rotate.replace':
    'Replace each of these: create a new one, use it where the old one is used, then revoke the old one.',
  'mail.credentials_to_rotate.unnamed': 'without a description',
  'mail.credentials_to_rotate.trust':
    "Replace them even if you trust the person: a copy can be lost by someone who doesn't need it.",
  'mail.test_email.subject': '{product} can send email',
  'mail.test_email.text': 'This is a test email from {product}. It arrived, so mail is set up.',
  'mail.test_email.action': 'Open the settings',
  'mail.test_email.reason': 'You get this email because you asked for a test in the settings of {product}.',
} as const;
