import type { Translation } from '../parts.ts';

export const messages: Translation<'sign-in'> = {
  'action.backToSignIn': 'Zurück zur Anmeldung',
  'action.continue': 'Weiter',
  'action.createAccount': 'Konto erstellen',
  'action.getNewLink': 'Neuen Link anfordern',
  'action.newLinkInProfile': 'Neuen Link im Profil anfordern',
  'action.sendLink': 'Link senden',
  'action.signIn': 'Anmelden',
  'action.startOver': 'Von vorn beginnen',
  'action.toDashboard': 'Zum Dashboard',
  'action.tryAgain': 'Erneut versuchen',
  'challenge.failed':
    'Die Prüfung wurde nicht geladen. Vielleicht blockiert etwas in Ihrem Browser sie. Schließen Sie dieses Fenster und versuchen Sie es erneut.',
  'challenge.solving': 'Wir prüfen, ob Sie ein Bot sind.',
  'challenge.title': 'Sind Sie ein Mensch?',
  'field.code': 'Code',
  'field.email': 'E-Mail-Adresse',
  'field.firstName': 'Vorname',
  'field.lastName': 'Nachname',
  'field.newPassword': 'Neues Passwort',
  'field.optional': 'Optional',
  'field.organization': 'Organisation',
  'field.password': 'Passwort',
  'field.togglePassword': 'Passwort ein- oder ausblenden',
  'field.username': 'Benutzername',

  'colorScheme.toDark': 'Zum dunklen Design wechseln',
  'colorScheme.toLight': 'Zum hellen Design wechseln',
  'dialog.close': 'Schließen',
  'failure.answer': 'Ein Server zwischen Ihnen und dem Dienst hat mit dem Status {status} geantwortet.',
  'failure.page': 'Auf dieser Seite ist etwas schiefgelaufen. Laden Sie sie neu und versuchen Sie es erneut.',
  'failure.reference': 'Falls das wieder passiert, nennen Sie dem Support diese ID: {id}',
  'failure.timeout': 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es gleich noch einmal.',
  'failure.title': 'Diese Seite konnte nicht geladen werden',
  'failure.unreachable':
    'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'language.label': 'Sprache',
  'notFound.text': 'Prüfen Sie die Adresse oder gehen Sie zum Dashboard.',
  'notFound.title': 'Seite nicht gefunden',
  'waiting.label': 'Wird geladen',
  'waiting.moment': 'Einen Moment …',

  'cancelDeletion.about': 'Ihr Konto wird bald gelöscht. Sie können es behalten, mit allem, was dazugehört.',
  'cancelDeletion.action': 'Konto behalten',
  'cancelDeletion.dead':
    'Falls Sie das Konto bereits behalten haben, melden Sie sich an. Falls die Frist vorbei ist, ist es gelöscht und kann nicht wiederhergestellt werden.',
  'cancelDeletion.doneTitle': 'Löschung abgebrochen',
  'cancelDeletion.title': 'Konto behalten',
  'cancelDeletion.unasked':
    'Falls Sie die Löschung nicht angefordert haben, behalten Sie das Konto jetzt. Wählen Sie dann ein neues Passwort, denn eine andere Person war bei Ihrem Konto angemeldet.',

  'code.digit': 'Ziffer {at} von 6',

  'confirmAddress.action': 'E-Mail-Adresse ändern',
  'confirmAddress.done': 'Von jetzt an melden Sie sich mit {email} an.',
  'confirmAddress.doneTitle': 'Ihre E-Mail-Adresse ist geändert',
  'confirmAddress.new': 'Neu',
  'confirmAddress.note': 'Sie melden sich dann mit der neuen Adresse an. Hier bleiben Sie angemeldet.',
  'confirmAddress.notNow': 'Nicht jetzt',
  'confirmAddress.now': 'Bisher',
  'confirmAddress.title': 'Neue E-Mail-Adresse bestätigen',

  'consent.allow': 'Zulassen',
  'consent.app': 'einer App auf diesem Gerät ({name})',
  'consent.deny': 'Ablehnen',
  'consent.described': 'Sie nennt sich {name} und beschreibt sich unter {url}.',
  'consent.invalid': 'Diese Anfrage ist ungültig',
  'consent.invalidText':
    'Sie ist unvollständig oder gilt für ein anderes Konto. Gehen Sie zur Anwendung zurück und melden Sie sich erneut an.',
  'consent.loopback': 'Die Antwort geht an diesen Computer',
  'consent.loopbackText':
    'Jedes Programm darauf könnte sie empfangen und diesen Namen verwenden. Lassen Sie es nur zu, wenn Sie dies gerade selbst begonnen haben.',
  'consent.next':
    'Danach geht es weiter zu {place}. Sie können den Zugriff jederzeit in Ihrem Konto unter „Verbundene Apps“ entziehen.',
  'consent.organization':
    'Die Anwendung arbeitet mit dieser Organisation und erfährt nichts von den anderen.',
  'consent.resource': 'Bei {host} in Ihrem Namen handeln',
  'consent.selfRegistered': 'Diese Anwendung hat sich selbst registriert',
  'consent.selfRegisteredText':
    'Kein Administrator hat sie geprüft, und ihren Namen hat sie selbst gewählt. Lassen Sie sie nur zu, wenn Sie den Vorgang selbst begonnen haben.',
  'consent.title': 'Bei {name} anmelden',
  'consent.wants': 'Die Anwendung möchte Ihr Konto {email} verwenden und kann dann:',

  'deadLink.text':
    'Er wurde bereits verwendet, ist abgelaufen oder unvollständig. Jeder Link funktioniert einmal und nur für begrenzte Zeit.',
  'deadLink.title': 'Dieser Link funktioniert nicht mehr',
  'device.title': 'Auf einem Gerät anmelden',
  'device.text': 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
  'device.code': 'Code',
  'device.compare': 'Dieser Code stammt aus dem Link. Fahren Sie nur fort, wenn Ihr Gerät denselben anzeigt.',
  'device.setUp': 'Zwei-Faktor-Authentifizierung einrichten',
  'device.otherWay': 'Anders anmelden',
  'device.same':
    'Ihr Gerät muss diesen Code anzeigen. Wenn nicht, oder wenn jemand Sie hierher geschickt hat, lehnen Sie ab.',
  'device.from': '{device} an der Adresse {address} hat um {time} gefragt.',
  'device.elsewhere': 'Das Gerät ist in einem anderen Netzwerk',
  'device.elsewhereText':
    'Sie und dieses Gerät sind nicht im selben Netzwerk. Lassen Sie dies nur zu, wenn Sie es selbst begonnen haben, auf einem Gerät, das Sie vor sich sehen.',
  'device.back': 'Einen anderen Code eingeben',
  'device.allowed': 'Ihr Gerät ist angemeldet',
  'device.allowedText':
    'Kehren Sie zu ihm zurück. Sie können den Zugriff jederzeit in Ihrem Konto unter „Verbundene Apps“ widerrufen.',
  'device.denied': 'Das Gerät erhält keinen Zugriff',
  'device.deniedText': 'Wenn Sie dies nicht selbst begonnen haben, müssen Sie nichts weiter tun.',

  'emailCode.act': 'Code per E-Mail senden',
  'emailCode.asked': 'Sie möchten sich in diesem Browser bei {product} anmelden.',
  'emailCode.elsewhere':
    'Er funktioniert einmal, {minutes, plural, one {# Minute} other {# Minuten}} lang, und nur in dem Browser, in dem Sie ihn angefordert haben. Gehen Sie dorthin zurück und geben Sie die sechs Ziffern aus der E-Mail ein.',
  'emailCode.elsewhereTitle': 'Dieser Link funktioniert hier nicht',
  'emailCode.sendNew': 'Neuen Code senden',
  'emailCode.sent':
    'Falls es ein Konto für {email} gibt, ist ein Code unterwegs. Er funktioniert {minutes, plural, one {# Minute} other {# Minuten}} lang. Sehen Sie auch im Spam-Ordner nach.',
  'emailCode.sentTitle': 'Prüfen Sie Ihr Postfach',
  'emailCode.text': 'Wir senden Ihnen per E-Mail sechs Ziffern, mit denen Sie sich anmelden.',
  'emailCode.title': 'Mit einem Code anmelden',

  'expired.text':
    'Sie hat zu lange gedauert, war bereits abgeschlossen oder wurde in einem anderen Browser begonnen.',
  'expired.title': 'Diese Anmeldung ist abgelaufen',

  'forgotPassword.purpose':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  'forgotPassword.sent':
    'Falls es ein Konto für {email} gibt, ist ein Link unterwegs. Er funktioniert {hours, plural, one {# Stunde} other {# Stunden}} lang. Sehen Sie auch im Spam-Ordner nach.',
  'forgotPassword.title': 'Passwort vergessen?',

  'invite.create': 'Konto erstellen',
  'invite.expired': 'Diese Einladung ist abgelaufen',
  'invite.expiredText':
    'Einladungen laufen nach {days, plural, one {# Tag} other {# Tagen}} ab. Bitten Sie um eine neue.',
  'invite.have': 'Ich habe bereits ein Konto',
  'invite.join': 'Als {email} beitreten',
  'invite.keep': 'Sie bleiben Mitglied von {organization} und können zwischen beiden wechseln.',
  'invite.missing': 'Einladung nicht gefunden',
  'invite.missingText':
    'Sie wurde bereits verwendet oder zurückgezogen, oder der Link ist unvollständig. Bitten Sie um eine neue.',
  'invite.oneOnly':
    'Sie gehören bereits zu {organization} und können nur einer Organisation angehören. Verlassen Sie diese zuerst.',
  'invite.otherAccount': 'Anderes Konto verwenden',
  'invite.someone': 'Jemand',
  'invite.text':
    '{inviter} hat {email} als {role, select, OWNER {Inhaber} ADMIN {Administrator} other {Mitglied}} zu {organization} eingeladen. Die Einladung läuft am {day} ab.',
  'invite.title': '{organization} beitreten',
  'invite.waiting': 'Sie sind eingeladen',
  'invite.wrongAccount': 'Sie sind als {email} angemeldet, aber diese Einladung gilt für {invited}.',

  'login.new': 'Neu hier? {link}',
  'login.remember': 'Angemeldet bleiben',
  'login.title': 'Anmelden',
  'login.destination': 'Danach geht es weiter zu {name}.',
  'login.service': 'Bereitgestellt von {product}',

  'newPassword.atLeast': 'Mindestens:',
  'newPassword.met': ', erfüllt',
  'newPassword.notMet': ', noch nicht erfüllt',
  'newPassword.rule.bytes': 'Höchstens 72 Byte',
  'newPassword.rule.digit': 'eine Ziffer',
  'newPassword.rule.length': '8 Zeichen',
  'newPassword.rule.lowercase': 'ein Kleinbuchstabe',
  'newPassword.rule.special': 'ein Sonderzeichen',
  'newPassword.rule.uppercase': 'ein Großbuchstabe',
  'newPassword.strength.0': 'Zu leicht zu erraten',
  'newPassword.strength.1': 'Leicht zu erraten',
  'newPassword.strength.2': 'Könnte stärker sein',
  'newPassword.strength.3': 'Stark',
  'newPassword.strength.4': 'Sehr stark',

  'organizationChoice.create': 'Neue erstellen',
  'organizationChoice.from': 'Aus der Einladungs-E-Mail oder von der Person, die Sie eingeladen hat.',
  'organizationChoice.invited': 'Ich wurde eingeladen',
  'organizationChoice.later':
    'Optional. Sie können den Link auch später öffnen, um der Organisation beizutreten.',
  'organizationChoice.link': 'Einladungslink',
  'organizationChoice.name': 'Name der Organisation',

  'otherAccount.impersonating':
    'Sie handeln gerade im Namen von {email}. Beenden Sie das, bevor Sie {address} bestätigen.',
  'otherAccount.switch': 'Konto wechseln',
  'otherAccount.text':
    'Sie sind als {email} angemeldet, aber diesen Link haben wir für ein anderes Konto an {address} gesendet. Wechseln Sie zu diesem Konto, um die Adresse zu bestätigen.',

  'passkey.address': 'Passkeys funktionieren nur unter {domain}. Diese Seite hat die Adresse {host}.',
  'passkey.exists': 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  'passkey.insecure': 'Passkeys brauchen HTTPS. Über HTTP lassen Browser sie nur auf localhost zu.',
  'passkey.use': 'Passkey verwenden',
  'passkey.useYours': 'Ihren Passkey verwenden',

  'provider.account_inactive': 'Dieses Konto ist deaktiviert. Wenden Sie sich an einen Administrator.',
  'provider.complete': 'Konto erstellen',
  'provider.completeTitle': 'Fast geschafft',
  'provider.continue': 'Weiter mit {provider}',
  'provider.email_not_verified':
    'Ihr Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und versuchen Sie es dann erneut.',
  'provider.invalid_state':
    'Diese Anmeldung hat zu lange gedauert oder wurde zweimal geöffnet. Versuchen Sie es erneut.',
  'provider.link': 'Verknüpfen und anmelden',
  'provider.linkText':
    'Sie haben hier bereits ein Konto. Geben Sie einmalig das Passwort dazu ein. Danach können Sie sich auch damit anmelden:',
  'provider.linkTitle': 'Konto verknüpfen',
  'provider.names': 'Lassen Sie die Felder leer, um den Namen von Ihrem Anbieter zu übernehmen.',
  'provider.noAddress': 'Ein Konto ohne bestätigte Adresse',
  'provider.oauth_denied':
    'Sie haben der Anmeldung nicht zugestimmt. Versuchen Sie es erneut oder verwenden Sie Ihr Passwort.',
  'provider.or': 'oder',
  'provider.organization': 'Wählen Sie Ihre Organisation. Sie melden sich an mit:',
  'provider.other': 'Die Anmeldung hat nicht funktioniert. Versuchen Sie es erneut.',
  'provider.profile_fetch_failed':
    'Der Anbieter hat uns nicht mitgeteilt, wer Sie sind. Versuchen Sie es gleich noch einmal.',
  'provider.provider_unavailable':
    'Der Anbieter ist gerade nicht erreichbar. Versuchen Sie es später erneut oder verwenden Sie Ihr Passwort.',
  'provider.sign_in_method_not_allowed':
    'Die Anmeldung mit diesem Anbieter ist hier nicht erlaubt. Wählen Sie einen anderen Weg.',
  'provider.signInWith': 'Sie melden sich an mit:',
  'provider.token_exchange_failed':
    'Der Anbieter hat Ihre Anmeldung nicht bestätigt. Versuchen Sie es gleich noch einmal.',

  'reclaim.code':
    'Falls diese Adresse nie bestätigt wurde, könnte eine andere Person das Konto eingerichtet haben. Mit der Anmeldung per Code entfernen Sie dann auch API-Schlüssel, Passkeys, verknüpfte Anbieter, Zwei-Faktor-Authentifizierung, App-Zugriffe und die Mitgliedschaft in einer Organisation mit anderen Mitgliedern. In einer Organisation ohne andere Mitglieder verfallen Einladungen und Schlüssel, und Webhooks und Anwendungen werden deaktiviert.',
  'reclaim.password':
    'Falls diese Adresse nie bestätigt wurde, könnte eine andere Person das Konto eingerichtet haben. Mit dem neuen Passwort entfernen Sie dann auch API-Schlüssel, Passkeys, verknüpfte Anbieter, Zwei-Faktor-Authentifizierung, App-Zugriffe und die Mitgliedschaft in einer Organisation mit anderen Mitgliedern. In einer Organisation ohne andere Mitglieder verfallen Einladungen und Schlüssel, und Webhooks und Anwendungen werden deaktiviert. Eine Zwei-Faktor-Authentifizierung, die über das Single Sign-on einer Organisation eingerichtet wurde, endet mit dem ersten Passwort.',

  'refusal.attempts': 'Zu viele Versuche',
  'refusal.locked': 'Dieses Konto ist gesperrt',
  'refusal.lockedNow': 'Zu viele fehlgeschlagene Versuche. Sie können es jetzt erneut versuchen.',
  'refusal.lockedUntil': 'Zu viele fehlgeschlagene Versuche. Die Sperre endet in {time}.',
  'refusal.now': 'Sie können es jetzt erneut versuchen.',
  'refusal.unlock': 'Per E-Mail entsperren',
  'refusal.until': 'Versuchen Sie es in {time} erneut.',

  'register.action': 'Konto erstellen',
  'register.back': 'Angaben ändern',
  'register.byPasskey': 'Konto mit Passkey erstellen',
  'register.byPassword': 'Passwort verwenden',
  'register.codeSent':
    'Wir haben einen Code an {email} gesendet. Er funktioniert {minutes, plural, one {# Minute} other {# Minuten}} lang. Sehen Sie auch im Spam-Ordner nach.',
  'register.forAddress': 'Die Einladung gilt für diese Adresse.',
  'register.have': 'Sie haben bereits ein Konto? {link}',
  'register.joining': 'Sie treten {organization} bei.',
  'register.passkeyText':
    'Sie melden sich per Fingerabdruck, Gesicht oder PIN an. Ein Passwort müssen Sie sich nicht merken.',
  'register.ready':
    'Ihr Konto ist bereit. Wir haben einen Link an {email} gesendet. Folgen Sie ihm, um Ihre Adresse zu bestätigen.',
  'register.title': 'Konto erstellen',
  'register.welcome': 'Willkommen bei {product}',

  'requestUnlock.purpose':
    'Nach mehreren fehlgeschlagenen Versuchen wird ein Konto für {minutes, plural, one {# Minute} other {# Minuten}} gesperrt. Wir können Ihnen per E-Mail einen Link senden, der es sofort entsperrt.',
  'requestUnlock.sent':
    'Falls es ein gesperrtes Konto für {email} gibt, ist ein Link unterwegs. Er funktioniert {hours, plural, one {# Stunde} other {# Stunden}} lang. Sehen Sie auch im Spam-Ordner nach.',

  'resetPassword.action': 'Passwort festlegen',
  'resetPassword.done': 'Wir haben Sie überall abgemeldet. Melden Sie sich mit Ihrem neuen Passwort an.',
  'resetPassword.doneTitle': 'Ihr Passwort ist festgelegt',
  'resetPassword.repeat': 'Neues Passwort wiederholen',
  'resetPassword.title': 'Neues Passwort festlegen',

  'scopes.openid': 'Wissen, wer Sie sind',
  'scopes.profile': 'Ihren Namen und Benutzernamen sehen',
  'scopes.email': 'Ihre E-Mail-Adresse sehen',
  'scopes.offline_access': 'Auch in Ihrer Abwesenheit zugreifen',
  'scopes.organization': 'Ihre Organisation, Ihre Rollen und deren Berechtigungen sehen',
  'scopes.permissions': 'Ihre Berechtigungen in {product} sehen',
  'scopes.users:list': 'Die Benutzer von {product} auflisten',
  'scopes.users:read': 'Einzelheiten zu Benutzern von {product} sehen',
  'scopes.roles:read': 'Die Rollen von {product} sehen',
  'scopes.audit:read': 'Das Audit-Protokoll von {product} lesen',
  'scopes.emails:read': 'Sehen, welche E-Mails {product} verschickt hat',
  'scopes.organizations:read': 'Alle Organisationen von {product} sehen',
  'scopes.policies:read': 'Die Richtlinie von {product} sehen',
  'scopes.applications:read': 'Die Anwendungen von {product} sehen',
  'scopes.webhooks:read': 'Webhooks, Ereignisziele und Ereignisse von {product} sehen',
  'scopes.hooks:read': 'Die Hooks von {product} sehen',
  'scopes.checks:read': 'Änderungen von Sitzungen und Berechtigungen bei {product} sehen',
  'scopes.organization:read': 'Sehen, was Sie selbst von Ihrer Organisation sehen',
  'scopes.profile:read': 'Ihr Profil und Ihre API-Schlüssel sehen',

  'setup.action': 'Administratorkonto erstellen',
  'setup.description':
    '{product} läuft und hat noch keine Konten. Ihres ist das erste und kann alles verwalten.',
  'setup.development':
    'Diese Seite funktioniert nur in der Entwicklung, auf diesem Computer. Im Produktivbetrieb führen Sie {command} aus.',
  'setup.done': 'Melden Sie sich jetzt als {email} an.',
  'setup.doneTitle': 'Ihr Administratorkonto ist bereit',
  'setup.exists': 'Es gibt bereits ein Konto',
  'setup.existsText': '{link} oder auf der Kommandozeile ein Administratorkonto erstellen.',
  'setup.looking': 'Sie möchten sich nur umsehen? {link}',
  'setup.next': 'Als Nächstes schützen Sie es mit Zwei-Faktor-Authentifizierung.',
  'setup.ordinary': 'Normales Konto erstellen',
  'setup.title': 'Administratorkonto erstellen',

  'signedOut.again': 'Erneut anmelden',
  'signedOut.ask':
    'Eine Anwendung hat uns gebeten, Sie bei {product} abzumelden. Damit endet auch Ihre Sitzung in den Anwendungen, bei denen Sie sich von hier aus angemeldet haben.',
  'signedOut.askTitle': 'Abmelden?',
  'signedOut.signOut': 'Abmelden',
  'signedOut.stay': 'Angemeldet bleiben',
  'signedOut.text': 'Sie können diese Seite jetzt schließen.',
  'signedOut.title': 'Sie sind abgemeldet',

  'sso.continue': 'Weiter mit SSO',
  'sso.email': 'Geschäftliche E-Mail-Adresse',
  'sso.text':
    'Geben Sie Ihre geschäftliche E-Mail-Adresse ein. Wir leiten Sie zur Anmeldeseite Ihres Unternehmens weiter.',
  'sso.title': 'Single Sign-on',
  'sso.unknown': 'Kein Single Sign-on für diese Adresse',
  'sso.unknownText':
    'Keine Organisation hat es hier für {domain} eingerichtet. Prüfen Sie die Adresse oder melden Sie sich auf anderem Weg an.',
  'sso.failure.sso_conflict':
    'Ihr Konto ist mit einem anderen Konto auf der Anmeldeseite Ihres Unternehmens verknüpft. Bitten Sie einen Administrator Ihrer Organisation, diese Verknüpfung aufzuheben.',
  'sso.failure.sso_denied':
    'Sie haben die Anmeldung auf der Anmeldeseite Ihres Unternehmens nicht abgeschlossen. Versuchen Sie es erneut.',
  'sso.failure.sso_email_not_allowed':
    'Die Anmeldeseite Ihres Unternehmens hat eine E-Mail-Adresse gesendet, die nicht zu Ihrer Organisation gehört. Prüfen Sie, welches Konto Sie dort verwendet haben.',
  'sso.failure.sso_failed':
    'Wir konnten die Antwort von der Anmeldeseite Ihres Unternehmens nicht überprüfen. Versuchen Sie es erneut. Falls es wieder fehlschlägt, informieren Sie Ihren Administrator.',
  'sso.failure.sso_not_allowed':
    'Dieses Konto kann wegen seiner Rolle kein Single Sign-on verwenden. Melden Sie sich auf anderem Weg an.',
  'sso.failure.sso_not_member':
    'Ihr Konto gehört zu einer anderen Organisation oder wurde aus dieser entfernt. Bitten Sie einen Administrator um eine Einladung.',
  'sso.failure.sso_not_provisioned':
    'Sie haben hier noch kein Konto. Bitten Sie einen Administrator Ihrer Organisation um eine Einladung.',
  'sso.failure.hook_denied': 'Sie können nicht fortfahren. Wenden Sie sich an die Betreiber dieses Dienstes.',
  'sso.failure.hook_unavailable':
    'Das lässt sich gerade nicht entscheiden. Versuchen Sie es gleich noch einmal.',
  'sso.failure.sso_required': 'Ihre Organisation verlangt Single Sign-on. Wählen Sie unten „Weiter mit SSO“.',
  'sso.failure.sso_unavailable':
    'Die Anmeldeseite Ihres Unternehmens ist gerade nicht erreichbar. Versuchen Sie es in einigen Minuten erneut oder informieren Sie Ihren Administrator.',

  'twoFactor.backupCode': 'Backup-Code',
  'twoFactor.by.backup_code':
    'Geben Sie einen der Backup-Codes ein, die Sie gespeichert haben. Jeder funktioniert einmal.',
  'twoFactor.by.passkey': 'Verwenden Sie Ihren Passkey, um die Anmeldung abzuschließen.',
  'twoFactor.by.totp': 'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App ein.',
  'twoFactor.done': 'Sie sind angemeldet',
  'twoFactor.later': 'Später',
  'twoFactor.left':
    '{left, plural, =0 {Das war Ihr letzter Backup-Code.} one {# Backup-Code ist übrig.} other {# Backup-Codes sind übrig.}} Erstellen Sie neue, solange Sie Ihre Authenticator-App zur Hand haben.',
  'twoFactor.newCodes': 'Neue Backup-Codes erstellen',
  'twoFactor.title': 'Zwei-Faktor-Authentifizierung',
  'twoFactor.use.backup_code': 'Backup-Code verwenden',
  'twoFactor.use.totp': 'Authenticator-App verwenden',

  'undo.action': 'Alte Adresse behalten',
  'undo.asked':
    'Für Ihr Konto wurde eine Änderung der E-Mail-Adresse angefordert. Falls Sie das nicht waren, können Sie die bisherige Adresse behalten.',
  'undo.canceled':
    'Ihr Konto behält diese Adresse, und niemand wurde abgemeldet. Falls Sie die Änderung nicht angefordert haben, ist möglicherweise eine andere Person angemeldet: Ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.',
  'undo.canceledTitle': 'Die Änderung ist abgebrochen',
  'undo.consequences':
    'Ist die neue Adresse noch nicht bestätigt, wird die Änderung abgebrochen. Andernfalls wird Ihre alte Adresse wiederhergestellt, alle Sitzungen enden, und seither hinzugefügte API-Schlüssel, Passkeys, verknüpfte Anbieter, Zwei-Faktor-Authentifizierung und Passwörter werden entfernt. Wir senden Ihnen per E-Mail einen Link, mit dem Sie ein neues Passwort wählen.',
  'undo.dead':
    'Eine nie bestätigte Adresse kann nicht wiederhergestellt werden. Falls Ihr Konto noch die falsche Adresse hat, bitten Sie Ihren Administrator um Hilfe.',
  'undo.noEmail': 'Keine E-Mail erhalten?',
  'undo.nothing':
    'Diese Änderung war bereits abgelaufen, abgebrochen oder ersetzt, daher gab es nichts rückgängig zu machen. Falls Sie sie nicht angefordert haben, ist möglicherweise eine andere Person angemeldet: Ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.',
  'undo.nothingTitle': 'Es gab nichts rückgängig zu machen',
  'undo.restored':
    'Alle Sitzungen sind beendet, und alles, was seit der Anforderung hinzugefügt wurde, ist entfernt. Wir haben Ihnen per E-Mail einen Link gesendet, mit dem Sie ein neues Passwort wählen. Melden Sie sich dann an.',
  'undo.restoredTitle': 'Ihre alte Adresse ist wiederhergestellt',
  'undo.review': 'Kontosicherheit prüfen',
  'undo.title': 'Änderung der E-Mail-Adresse rückgängig machen',

  'unlock.done':
    'Falls die Anmeldeversuche nicht von Ihnen stammen, ändern Sie nach der Anmeldung Ihr Passwort.',
  'unlock.doneTitle': 'Ihr Konto ist entsperrt',
  'unlock.title': 'Konto entsperren',

  'verify.action': 'Bestätigen und anmelden',
  'verify.again': 'Schon bestätigt? {link}',
  'verify.already':
    'Sie haben {email} bereits bestätigt. Falls dieser Link für eine andere Adresse war, ändern Sie Ihre E-Mail-Adresse erneut in Ihrem {link}.',
  'verify.another': 'Auf anderem Weg anmelden',
  'verify.done': 'Danke. Sie haben bestätigt, dass {email} Ihnen gehört.',
  'verify.doneSignedIn': 'Danke. Sie haben bestätigt, dass {email} Ihnen gehört, und sind angemeldet.',
  'verify.doneTitle': 'Ihre E-Mail-Adresse ist bestätigt',
  'verify.password':
    'Geben Sie Ihr Passwort ein, um zu bestätigen, dass diese Adresse Ihnen gehört. Sie werden dabei auch angemeldet.',
  'verify.profile': 'Profil',
  'verify.reset': 'Passwort zurücksetzen',
  'verify.sendNew': 'Neuen Link senden',
  'verify.sent':
    'Falls {email} noch bestätigt werden muss, ist ein neuer Link unterwegs. Er funktioniert {hours, plural, one {# Stunde} other {# Stunden}} lang. Sehen Sie auch im Spam-Ordner nach.',
  'verify.signInForLink': 'Anmelden, um einen neuen Link anzufordern',
  'verify.title': 'E-Mail-Adresse bestätigen',
  'verify.unasked':
    'Sie haben sich nicht registriert? Dann hat vielleicht eine andere Person Ihre Adresse eingegeben. So übernehmen Sie das Konto: {link}. Oder ignorieren Sie die E-Mail.',
};
