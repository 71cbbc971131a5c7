/** The texts of the pages before signing in, and those that they share with the console. */
export const messages = {
  'action.backToSignIn': 'Back to sign in',
  'action.continue': 'Continue',
  'action.createAccount': 'Create an account',
  'action.getNewLink': 'Get a new link',
  'action.newLinkInProfile': 'Get a new link in your profile',
  'action.sendLink': 'Send link',
  'action.signIn': 'Sign in',
  'action.startOver': 'Start over',
  'action.toDashboard': 'Go to the dashboard',
  'action.tryAgain': 'Try again',
  'challenge.failed':
    "The check didn't load. Something in your browser may be blocking it. Close this and try again.",
  'challenge.solving': "Checking that you aren't a bot.",
  'challenge.title': 'Are you a person?',
  'field.code': 'Code',
  'field.email': 'Email',
  'field.firstName': 'First name',
  'field.lastName': 'Last name',
  'field.newPassword': 'New password',
  'field.optional': 'Optional',
  'field.organization': 'Organization',
  'field.password': 'Password',
  'field.togglePassword': 'Toggle password visibility',
  'field.username': 'Username',

  'colorScheme.toDark': 'Switch to dark mode',
  'colorScheme.toLight': 'Switch to light mode',
  'dialog.close': 'Close',
  'failure.answer': 'Something between you and the service answered with status {status}.',
  'failure.page': 'Something went wrong on this page. Reload it and try again.',
  'failure.reference': 'If this keeps happening, give support this ID: {id}',
  'failure.timeout': 'The service did not answer in time. Try again in a moment.',
  'failure.title': "This page didn't load",
  'failure.unreachable': 'The service could not be reached. Check your connection and try again.',
  'language.label': 'Language',
  'notFound.text': 'Check the address, or start from the dashboard.',
  'notFound.title': 'Page not found',
  'waiting.label': 'Loading',
  'waiting.moment': 'One moment…',

  'cancelDeletion.about':
    'Your account is about to be deleted. You can keep it, with everything that belongs to it.',
  'cancelDeletion.action': 'Keep my account',
  'cancelDeletion.dead':
    "If you already kept the account, sign in. If its time was up, it is deleted and can't be restored.",
  'cancelDeletion.doneTitle': 'Deletion canceled',
  'cancelDeletion.title': 'Keep your account',
  'cancelDeletion.unasked':
    "If you didn't ask to delete it, keep it now. Then choose a new password, because someone was signed in to your account.",

  'code.digit': 'Digit {at} of 6',

  'confirmAddress.action': 'Change my email',
  'confirmAddress.done': 'From now on, you sign in with {email}.',
  'confirmAddress.doneTitle': 'Your email is changed',
  'confirmAddress.new': 'New',
  'confirmAddress.note': "You'll sign in with the new address. You stay signed in here.",
  'confirmAddress.notNow': 'Not now',
  'confirmAddress.now': 'Now',
  'confirmAddress.title': 'Confirm your new email',

  'consent.allow': 'Allow',
  'consent.app': 'an app on this device ({name})',
  'consent.deny': 'Deny',
  'consent.described': 'It calls itself {name}, and describes itself at {url}.',
  'consent.invalid': "This request isn't valid",
  'consent.invalidText':
    "It's incomplete, or it was made for another account. Go back to the application and sign in again.",
  'consent.loopback': 'The answer goes to this computer',
  'consent.loopbackText':
    'Any program on it could receive it and use this name. Allow it only if you just started this yourself.',
  'consent.next':
    "You'll continue to {place}. You can withdraw access at any time under Connected apps in your account.",
  'consent.organization': "The application works with this one and doesn't learn of the others.",
  'consent.resource': 'Act as you at {host}',
  'consent.selfRegistered': 'This application registered itself',
  'consent.selfRegisteredText':
    'No administrator has checked it, and it chose its own name. Allow it only if you started this yourself.',
  'consent.title': 'Sign in to {name}',
  'consent.wants': 'It would like to use your account {email}, and will be able to:',

  'deadLink.text':
    'It was already used, has expired, or is incomplete. Each link works once, for a limited time.',
  'deadLink.title': 'This link no longer works',
  'device.title': 'Sign in on a device',
  'device.text': 'Enter the code that your device shows.',
  'device.code': 'Code',
  'device.compare': 'This code came with the link. Continue only if your device shows the same one.',
  'device.setUp': 'Set up two-factor',
  'device.otherWay': 'Sign in another way',
  'device.same': "Your device must show this code. If it doesn't, or if someone sent you here, deny.",
  'device.from': '{device} at {address} asked at {time}.',
  'device.elsewhere': 'The device is in another network',
  'device.elsewhereText':
    "You and this device don't share a network. Allow this only if you started it yourself, on a device that you can see.",
  'device.back': 'Enter another code',
  'device.allowed': 'Your device is signed in',
  'device.allowedText':
    'Go back to it. You can withdraw its access at any time under Connected apps in your account.',
  'device.denied': 'The device gets no access',
  'device.deniedText': "If you didn't start this yourself, you don't need to do anything.",

  'emailCode.act': 'Email me a code',
  'emailCode.asked': 'You asked to sign in to {product} in this browser.',
  'emailCode.elsewhere':
    'It works once, for {minutes, plural, one {# minute} other {# minutes}}, and only in the browser where you asked for it. Go back there and enter the six digits from the email.',
  'emailCode.elsewhereTitle': "This link doesn't work here",
  'emailCode.sendNew': 'Send a new code',
  'emailCode.sent':
    'If {email} has an account, a code is on its way. It works for {minutes, plural, one {# minute} other {# minutes}}. Check your spam folder, too.',
  'emailCode.sentTitle': 'Check your email',
  'emailCode.text': "We'll email you six digits to sign in with.",
  'emailCode.title': 'Sign in with a code',

  'expired.text': 'It took too long, was already finished, or was started in another browser.',
  'expired.title': 'This sign-in has expired',

  'forgotPassword.purpose': "Enter your email, and we'll send you a link to set a new password.",
  'forgotPassword.sent':
    'If {email} has an account, a link is on its way. It works for {hours, plural, one {# hour} other {# hours}}. Check your spam folder, too.',
  'forgotPassword.title': 'Forgot your password?',

  'invite.create': 'Create an account',
  'invite.expired': 'This invitation has expired',
  'invite.expiredText':
    'Invitations expire after {days, plural, one {# day} other {# days}}. Ask for a new one.',
  'invite.have': 'I already have an account',
  'invite.join': 'Join as {email}',
  'invite.keep': 'You keep your place in {organization}, and can switch between the two.',
  'invite.missing': 'Invitation not found',
  'invite.missingText': 'It was already used or canceled, or the link is incomplete. Ask for a new one.',
  'invite.oneOnly':
    'You already belong to {organization}, and you can belong to only one organization. Leave it first.',
  'invite.otherAccount': 'Use another account',
  'invite.someone': 'Someone',
  'invite.text':
    '{inviter} invited {email} to {organization} as {role, select, OWNER {an owner} ADMIN {an administrator} other {a member}}. The invitation expires on {day}.',
  'invite.title': 'Join {organization}',
  'invite.waiting': "You're invited",
  'invite.wrongAccount': "You're signed in as {email}, but this invitation is for {invited}.",

  'login.new': 'New here? {link}',
  'login.remember': 'Keep me signed in',
  'login.title': 'Sign in',
  'login.destination': "You'll continue to {name}.",
  'login.service': 'Provided by {product}',

  'newPassword.atLeast': 'At least:',
  'newPassword.met': ', met',
  'newPassword.notMet': ', not met yet',
  'newPassword.rule.bytes': 'At most 72 bytes',
  'newPassword.rule.digit': 'one digit',
  'newPassword.rule.length': '8 characters',
  'newPassword.rule.lowercase': 'one lowercase letter',
  'newPassword.rule.special': 'one special character',
  'newPassword.rule.uppercase': 'one uppercase letter',
  'newPassword.strength.0': 'Too easy to guess',
  'newPassword.strength.1': 'Easy to guess',
  'newPassword.strength.2': 'Could be stronger',
  'newPassword.strength.3': 'Strong',
  'newPassword.strength.4': 'Very strong',

  'organizationChoice.create': 'Create a new one',
  'organizationChoice.from': 'From the invitation email, or from the person who invited you.',
  'organizationChoice.invited': 'I was invited',
  'organizationChoice.later': 'Optional. You can also follow it later to join the organization.',
  'organizationChoice.link': 'Invitation link',
  'organizationChoice.name': 'Organization name',

  'otherAccount.impersonating':
    "You're impersonating {email}. Stop impersonating before you verify {address}.",
  'otherAccount.switch': 'Switch account',
  'otherAccount.text':
    "You're signed in as {email}, but we sent this link to {address} for another account. Switch to that account to verify the address.",

  'passkey.address': 'Passkeys work at {domain} only. This page is at {host}.',
  'passkey.exists': 'This device already has a passkey for your account.',
  'passkey.insecure': 'Passkeys need HTTPS. Over plain HTTP, browsers allow them on localhost only.',
  'passkey.use': 'Use a passkey',
  'passkey.useYours': 'Use your passkey',

  'provider.account_inactive': 'This account is deactivated. Contact an administrator.',
  'provider.complete': 'Create the account',
  'provider.completeTitle': 'Almost there',
  'provider.continue': 'Continue with {provider}',
  'provider.email_not_verified': "Your provider hasn't verified your email. Verify it there, then try again.",
  'provider.invalid_state': 'That sign-in took too long or was opened twice. Try again.',
  'provider.link': 'Link and sign in',
  'provider.linkText':
    'You already have an account here. Enter its password once, and from then on you can also sign in with:',
  'provider.linkTitle': 'Link your account',
  'provider.names': 'Leave these empty to use the name from your provider.',
  'provider.noAddress': 'An account without a verified address',
  'provider.oauth_denied': "You didn't approve the sign-in. Try again, or use your password.",
  'provider.or': 'or',
  'provider.organization': "Choose your organization. You'll sign in with:",
  'provider.other': "Sign-in didn't work. Try again.",
  'provider.profile_fetch_failed': "The provider didn't tell us who you are. Try again in a moment.",
  'provider.provider_unavailable':
    "We can't reach the provider right now. Try again later, or use your password.",
  'provider.sign_in_method_not_allowed':
    "Signing in with this provider isn't allowed here. Choose another way.",
  'provider.signInWith': "You'll sign in with:",
  'provider.token_exchange_failed': "The provider didn't confirm your sign-in. Try again in a moment.",

  'reclaim.code':
    'If this address was never verified, someone else may have set up the account. Signing in with a code then also ends its API keys, passkeys, linked providers, two-factor authentication, app permissions and its membership in a shared organization. In an organization without other members, invitations and keys end, and webhooks and applications are disabled.',
  'reclaim.password':
    "If this address was never verified, someone else may have set up the account. Setting a password then also ends its API keys, passkeys, linked providers, two-factor authentication, app permissions and its membership in a shared organization. In an organization without other members, invitations and keys end, and webhooks and applications are disabled. Two-factor authentication that was set up through an organization's single sign-on ends with the first password.",

  'refusal.attempts': 'Too many attempts',
  'refusal.locked': 'This account is locked',
  'refusal.lockedNow': 'Too many failed attempts. You can try again now.',
  'refusal.lockedUntil': 'Too many failed attempts. It unlocks in {time}.',
  'refusal.now': 'You can try again now.',
  'refusal.unlock': 'Unlock it by email',
  'refusal.until': 'Try again in {time}.',

  'register.action': 'Create account',
  'register.back': 'Change your details',
  'register.byPasskey': 'Create account with a passkey',
  'register.byPassword': 'Use a password',
  'register.codeSent':
    'We emailed a code to {email}. It works for {minutes, plural, one {# minute} other {# minutes}}. Check your spam folder, too.',
  'register.forAddress': 'The invitation is for this address.',
  'register.have': 'Already have an account? {link}',
  'register.joining': "You're joining {organization}.",
  'register.passkeyText': 'Your fingerprint, face or PIN signs you in. There is no password to remember.',
  'register.ready': 'Your account is ready. We emailed a link to {email}. Follow it to verify your address.',
  'register.title': 'Create your account',
  'register.welcome': 'Welcome to {product}',

  'requestUnlock.purpose':
    'After several failed attempts, an account is locked for {minutes, plural, one {# minute} other {# minutes}}. We can email you a link that unlocks it now.',
  'requestUnlock.sent':
    'If {email} has a locked account, a link is on its way. It works for {hours, plural, one {# hour} other {# hours}}. Check your spam folder, too.',

  'resetPassword.action': 'Set password',
  'resetPassword.done': 'We signed you out everywhere. Sign in with your new password.',
  'resetPassword.doneTitle': 'Your password is set',
  'resetPassword.repeat': 'Repeat new password',
  'resetPassword.title': 'Set a new password',

  'scopes.openid': 'Know who you are',
  'scopes.profile': 'See your name and username',
  'scopes.email': 'See your email address',
  'scopes.offline_access': "Keep this access while you're away",
  'scopes.organization': 'See your organization, your roles in it and what they permit',
  'scopes.permissions': "See what you're allowed to do in {product}",
  'scopes.users:list': 'List the users of {product}',
  'scopes.users:read': 'See the details of users of {product}',
  'scopes.roles:read': 'See the roles of {product}',
  'scopes.audit:read': 'Read the audit log of {product}',
  'scopes.emails:read': 'See which emails {product} sent',
  'scopes.organizations:read': 'See all organizations of {product}',
  'scopes.policies:read': 'See the policy of {product}',
  'scopes.applications:read': 'See the applications of {product}',
  'scopes.webhooks:read': 'See the webhooks and event destinations of {product}, and its events',
  'scopes.hooks:read': 'See the hooks of {product}',
  'scopes.checks:read': 'See changes of sessions and permissions at {product}',
  'scopes.organization:read': 'See what you can see of your organization',
  'scopes.profile:read': 'See your profile and API keys',

  'setup.action': 'Create administrator',
  'setup.description':
    '{product} is running and has no accounts yet. Start with yours: it can administer everything.',
  'setup.development': 'This page works only in development, on this machine. In production, run {command}.',
  'setup.done': 'Your account is ready. Sign in as {email}.',
  'setup.doneTitle': "You're the administrator",
  'setup.exists': 'An account already exists',
  'setup.existsText': '{link} with it, or create an administrator on the command line.',
  'setup.looking': 'Just looking around? {link}',
  'setup.next': 'Next, you protect it with two-factor authentication.',
  'setup.ordinary': 'Create an ordinary account',
  'setup.title': 'Create the first administrator',

  'signedOut.again': 'Sign in again',
  'signedOut.ask':
    'An application asked us to sign you out of {product}. That also ends your session in the applications you signed in to from here.',
  'signedOut.askTitle': 'Sign out?',
  'signedOut.signOut': 'Sign out',
  'signedOut.stay': 'Stay signed in',
  'signedOut.text': 'You can close this page now.',
  'signedOut.title': "You're signed out",

  'sso.continue': 'Continue with SSO',
  'sso.email': 'Work email',
  'sso.text': "Enter your work email, and we'll take you to your company's sign-in page.",
  'sso.title': 'Single sign-on',
  'sso.unknown': 'No single sign-on for this address',
  'sso.unknownText':
    'No organization here has set it up for {domain}. Check the address, or sign in another way.',
  'sso.failure.sso_conflict':
    "Your account is linked to another account at your company's sign-in page. Ask an administrator of your organization to end that link.",
  'sso.failure.sso_denied': "You didn't finish signing in at your company's sign-in page. Try again.",
  'sso.failure.sso_email_not_allowed':
    "Your company's sign-in page sent an email address that isn't one of your organization's. Check which account you used there.",
  'sso.failure.sso_failed':
    "We couldn't verify the answer from your company's sign-in page. Try again. If it fails again, tell your administrator.",
  'sso.failure.sso_not_allowed':
    "This account can't use single sign-on because of its role. Sign in another way.",
  'sso.failure.sso_not_member':
    'Your account belongs to another organization, or was removed from this one. Ask an administrator for an invitation.',
  'sso.failure.sso_not_provisioned':
    "You don't have an account here yet. Ask an administrator of your organization for an invitation.",
  'sso.failure.hook_denied': "You can't continue. Ask the people who run this service.",
  'sso.failure.hook_unavailable': "This can't be decided right now. Try again in a moment.",
  'sso.failure.sso_required': 'Your organization requires single sign-on. Choose “Continue with SSO” below.',
  'sso.failure.sso_unavailable':
    "Your company's sign-in page can't be reached right now. Try again in a few minutes, or tell your administrator.",

  'twoFactor.backupCode': 'Backup code',
  'twoFactor.by.backup_code': 'Enter one of the backup codes you saved. Each works once.',
  'twoFactor.by.passkey': 'Use your passkey to finish signing in.',
  'twoFactor.by.totp': 'Enter the six-digit code from your authenticator app.',
  'twoFactor.done': "You're signed in",
  'twoFactor.later': 'Later',
  'twoFactor.left':
    '{left, plural, =0 {That was your last backup code.} one {# backup code is left.} other {# backup codes are left.}} Create new ones while you have your authenticator app handy.',
  'twoFactor.newCodes': 'Create new backup codes',
  'twoFactor.title': 'Two-factor authentication',
  'twoFactor.use.backup_code': 'Use a backup code',
  'twoFactor.use.totp': 'Use your authenticator app',

  'undo.action': 'Keep my old address',
  'undo.asked':
    "Someone asked to change your account's email address. If that wasn't you, you can keep the one you had.",
  'undo.canceled':
    "Your account keeps this address, and no one was signed out. If you didn't ask for it, someone else may be signed in: change your password and end your other sessions.",
  'undo.canceledTitle': 'The change is canceled',
  'undo.consequences':
    "If the new address isn't confirmed yet, this cancels the change. If it is, this restores your old address, signs everyone out and removes the API keys, passkeys, linked providers, two-factor authentication and password that were added since. We'll email you a link to choose a new password.",
  'undo.dead':
    "An address that was never verified can't be restored. If your account still has the wrong address, ask your administrator for help.",
  'undo.noEmail': "Didn't get the email?",
  'undo.nothing':
    "This change had already expired or been canceled or replaced, so there was nothing to undo. If you didn't ask for it, someone else may be signed in: change your password and end your other sessions.",
  'undo.nothingTitle': 'There was nothing to undo',
  'undo.restored':
    'Everyone was signed out, and what was added since the request is removed. Check your email for a link to choose a new password, then sign in.',
  'undo.restoredTitle': 'Your old address is restored',
  'undo.review': 'Review account security',
  'undo.title': 'Undo the email change',

  'unlock.done': "If it wasn't you who tried to sign in, change your password after you sign in.",
  'unlock.doneTitle': 'Your account is unlocked',
  'unlock.title': 'Unlock your account',

  'verify.action': 'Verify and sign in',
  'verify.again': 'Already verified? {link}',
  'verify.already':
    'You already confirmed {email}. If this link was for another address, change your email again in your {link}.',
  'verify.another': 'Sign in another way',
  'verify.done': 'Thanks. You confirmed that {email} is yours.',
  'verify.doneSignedIn': "Thanks. You confirmed that {email} is yours, and you're signed in.",
  'verify.doneTitle': 'Your email is verified',
  'verify.password': "Enter your password to confirm that this address is yours. You'll be signed in, too.",
  'verify.profile': 'profile',
  'verify.reset': 'Reset the password',
  'verify.sendNew': 'Send a new link',
  'verify.sent':
    'If {email} still needs to be verified, a new link is on its way. It works for {hours, plural, one {# hour} other {# hours}}. Check your spam folder, too.',
  'verify.signInForLink': 'Sign in to get a new link',
  'verify.title': 'Verify your email',
  'verify.unasked':
    "Didn't sign up? Someone else may have entered your address. {link} to take over the account, or ignore the email.",
} as const;
