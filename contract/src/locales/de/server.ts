import {
  apiKeyLimit,
  connectionLimit,
  destinationLimits,
  domainLimit,
  organizationLimit,
  passkeyLimit,
  scimTokenLimit,
  teamRoleLimits,
} from '../../limits.ts';
import type { Translation } from '../parts.ts';
import { ssoFaults } from './sso-faults.ts';

export const messages: Translation<'server'> = {
  ...ssoFaults,
  'error.VALIDATION_FAILED': 'Einige Felder sind ungültig. Bitte prüfen Sie sie und versuchen Sie es erneut.',
  'error.MALFORMED_JSON': 'Der Inhalt ist kein gültiges JSON in UTF-8 oder zu tief verschachtelt.',
  'error.MALFORMED_REQUEST':
    'Die Anfrage konnte nicht gelesen werden. Bitte prüfen Sie sie und versuchen Sie es erneut.',
  'error.INVITE_INVALID':
    'Diese Einladung ist unbekannt, bereits verwendet oder abgelaufen. Bitten Sie um eine neue.',
  'error.INVITE_EMAIL_MISMATCH':
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Verwenden Sie die Adresse, an die sie gesendet wurde.',
  'error.PASSWORD_REUSED': 'Dieses Passwort haben Sie kürzlich verwendet. Wählen Sie ein anderes.',
  'error.PASSWORD_TOO_WEAK':
    'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein längeres oder fügen Sie ungewöhnlichere Wörter hinzu.',
  'error.PASSWORD_BREACHED': 'Dieses Passwort ist aus einem Datenleck bekannt. Wählen Sie ein anderes.',
  'error.BREACH_CHECK_NOT_AVAILABLE':
    'Dieser Dienst ist nicht dafür eingerichtet, Passwörter mit Datenlecks abzugleichen. Fragen Sie den Betreiber.',
  'error.EMAIL_DOMAIN_NOT_ALLOWED':
    'E-Mail-Adressen dieser Domain sind hier nicht erlaubt. Verwenden Sie eine andere Adresse.',
  'error.TOKEN_INVALID': 'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  'error.TWO_FACTOR_NOT_PENDING':
    'Beginnen Sie zuerst mit der Einrichtung der Zwei-Faktor-Authentifizierung.',
  'error.TWO_FACTOR_NOT_ENABLED':
    'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Schalten Sie sie zuerst ein.',
  'error.KEY_LIMIT_REACHED': `Sie haben bereits ${apiKeyLimit} API-Schlüssel. Widerrufen Sie zuerst einen.`,
  'error.ORGANIZATION_KEY_LIMIT_REACHED':
    'Ihre Organisation kann keine weiteren API-Schlüssel haben. Widerrufen Sie zuerst einen.',
  'error.ORGANIZATION_LIMIT_REACHED': `Sie gehören bereits ${organizationLimit} Organisationen an. Verlassen Sie zuerst eine.`,
  'error.ROLE_LIMIT_REACHED': `Es gibt bereits ${teamRoleLimits.roles} Rollen. Löschen Sie zuerst eine.`,
  'error.PASSKEY_LIMIT_REACHED': `Sie haben bereits ${passkeyLimit} Passkeys. Entfernen Sie zuerst einen.`,
  'error.NEW_PASSKEY_INVALID': 'Dieser Passkey konnte nicht hinzugefügt werden. Versuchen Sie es erneut.',
  'error.WEBHOOK_URL_FORBIDDEN':
    'An diese Adresse können keine Webhooks gesendet werden. Verwenden Sie eine öffentliche https://-Adresse ohne Benutzernamen.',
  'error.WEBHOOK_LIMIT_REACHED': 'Sie können keine weiteren Webhooks hinzufügen. Löschen Sie zuerst einen.',
  'error.DESTINATION_URL_FORBIDDEN':
    'An diese Adresse können keine Ereignisse gesendet werden. Verwenden Sie eine öffentliche https://-Adresse ohne Benutzernamen.',
  'error.DESTINATION_LIMIT_REACHED': `Es gibt bereits ${destinationLimits.each} Ereignisziele. Löschen Sie zuerst eines.`,
  'error.DESTINATION_HAS_NO_SECRET': 'Nur Ereignisziele der Art http haben ein Geheimnis von uns.',
  'error.HOOK_URL_FORBIDDEN':
    'Hooks können nicht unter dieser Adresse liegen. Verwenden Sie eine öffentliche https://-Adresse ohne Benutzernamen.',
  'error.DOMAIN_LIMIT_REACHED': `Ihre Organisation hat bereits ${domainLimit} Domains. Entfernen Sie zuerst eine.`,
  'error.DOMAIN_NOT_VERIFIED':
    'Diese Domain ist nicht bestätigt. Veröffentlichen Sie ihren DNS-Eintrag und bestätigen Sie sie dann.',
  'error.CONNECTION_LIMIT_REACHED': `Ihre Organisation hat bereits ${connectionLimit} Identitätsanbieter. Entfernen Sie zuerst einen.`,
  'error.CONNECTION_INVALID':
    'Der Identitätsanbieter kann so nicht verwendet werden. Prüfen Sie seine Einstellungen und versuchen Sie es erneut.',
  'error.CONNECTION_URL_FORBIDDEN':
    'Zu dieser Adresse können wir keine Verbindung herstellen. Verwenden Sie eine öffentliche https://-Adresse ohne Benutzernamen.',
  'error.LOGOUT_URL_FORBIDDEN':
    'An diese Adresse können keine Abmeldehinweise gesendet werden. Verwenden Sie eine öffentliche https://-Adresse ohne Benutzernamen.',
  'error.APPLICATION_HAS_NO_SECRET':
    'Eine Anwendung dieser Art hat kein Geheimnis. Sie verwendet stattdessen PKCE.',
  'error.AUTHORIZE_CLIENT_UNKNOWN':
    'Die Anwendung, die Sie hierher geschickt hat, ist nicht registriert. Gehen Sie zurück und wenden Sie sich an ihren Administrator.',
  'error.AUTHORIZE_REDIRECT_UNKNOWN':
    'Die Anwendung wollte Sie an eine Adresse weiterleiten, die nicht registriert ist. Gehen Sie zurück und wenden Sie sich an ihren Administrator.',
  'error.INVALID_REQUEST': 'Ein Parameter fehlt, kommt mehrfach vor oder ist fehlerhaft.',
  'error.INVALID_GRANT':
    'Der Code oder das Token ist falsch, bereits verwendet, abgelaufen oder für einen anderen Client.',
  'error.INVALID_SCOPE': 'Die angeforderten Scopes gehen über die gewährten hinaus.',
  'error.INVALID_TARGET': 'Die Ressource ist keine absolute URI oder nicht die gewährte.',
  'error.UNAUTHORIZED_CLIENT': 'Diese Anwendung darf diesen Grant-Typ nicht verwenden.',
  'error.AUTHORIZATION_PENDING':
    'Der Code wurde noch nicht eingegeben und zugelassen. Fragen Sie später erneut.',
  'error.SLOW_DOWN': 'Sie haben zu früh gefragt. Warten Sie ab jetzt jedes Mal fünf Sekunden länger.',
  'error.ACCESS_DENIED': 'Die Person hat dies abgelehnt oder darf es nicht mehr zulassen.',
  'error.EXPIRED_TOKEN': 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  'error.DEVICE_CODE_INVALID':
    'Dieser Code ist falsch, bereits verwendet oder abgelaufen. Prüfen Sie, was Ihr Gerät anzeigt, oder beginnen Sie dort von vorn.',
  'error.UNSUPPORTED_GRANT_TYPE': 'Dieser Grant-Typ wird nicht unterstützt.',
  'error.INVALID_REDIRECT_URI': 'Eine Weiterleitungsadresse fehlt oder ist ungültig.',
  'error.INVALID_CLIENT_METADATA':
    'Hier können nur öffentliche Clients registriert werden, die Autorisierungscodes verwenden.',
  'error.ROLE_CYCLE':
    'Eine Rolle kann nicht von sich selbst erben. Wählen Sie eine andere übergeordnete Rolle.',
  'error.PASSWORD_NOT_SET':
    'Ihr Konto hat noch kein Passwort. Legen Sie zuerst über „Passwort vergessen?“ eines fest.',
  'error.LAST_SIGN_IN_METHOD':
    'Dies ist Ihre einzige Anmeldemöglichkeit. Legen Sie zuerst ein Passwort fest.',
  'error.UNAUTHENTICATED': 'Melden Sie sich an, um fortzufahren.',
  'error.INVALID_CLIENT': 'Der Client konnte nicht authentifiziert werden.',
  'error.INVALID_TOKEN': 'Das Zugriffstoken fehlt, ist abgelaufen, widerrufen oder für einen anderen Zweck.',
  'error.API_KEY_INVALID': 'Dieser API-Schlüssel ist ungültig.',
  'error.INVALID_CREDENTIALS': 'E-Mail-Adresse oder Passwort ist falsch.',
  'error.SIGN_IN_TO_VERIFY':
    'Melden Sie sich bei dem Konto an, zu dem dieser Link gehört, oder senden Sie dessen Passwort, um die Adresse zu bestätigen.',
  'error.PASSWORD_WRONG': 'Dieses Passwort ist falsch. Versuchen Sie es erneut.',
  'error.CURRENT_PASSWORD_WRONG': 'Ihr aktuelles Passwort ist falsch. Versuchen Sie es erneut.',
  'error.REFRESH_TOKEN_INVALID':
    'Das Aktualisierungstoken fehlt, ist abgelaufen oder widerrufen. Melden Sie sich erneut an.',
  'error.REFRESH_REUSED':
    'Dieses Aktualisierungstoken wurde bereits verwendet, daher haben wir die Sitzung beendet. Melden Sie sich erneut an.',
  'error.REMEMBER_ME_REUSED':
    'Diese gespeicherte Anmeldung wurde bereits verwendet, daher haben wir alle Ihre Sitzungen beendet. Melden Sie sich erneut an.',
  'error.TWO_FACTOR_CODE_INVALID':
    'Der Code ist falsch oder wurde bereits verwendet. Geben Sie einen neuen ein.',
  'error.PASSKEY_INVALID':
    'Dieser Passkey hat nicht funktioniert. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
  'error.EMAIL_CODE_INVALID':
    'Dieser Code ist falsch, bereits verwendet oder abgelaufen, oder sein Link wurde in einem anderen Browser geöffnet. Geben Sie den neuesten Code in dem Browser ein, in dem Sie ihn angefordert haben.',
  'error.PENDING_TOKEN_INVALID': 'Diese Anmeldung ist abgelaufen. Beginnen Sie von vorn.',
  'error.CHALLENGE_REQUIRED':
    'Zeigen Sie, dass Sie kein Bot sind: Lösen Sie die Aufgabe und versuchen Sie es erneut.',
  'error.FORBIDDEN_ORIGIN': 'Anfragen von diesem Ursprung sind nicht erlaubt.',
  'error.CSRF_INVALID':
    'Das CSRF-Token fehlt oder gehört zu einer anderen Sitzung. Laden Sie die Seite neu und versuchen Sie es erneut.',
  'error.INSUFFICIENT_SCOPE': 'Das Zugriffstoken wurde ohne den Scope openid ausgestellt.',
  'error.PERMISSION_DENIED': 'Sie sind dazu nicht berechtigt.',
  'error.API_KEY_READ_ONLY': 'Dieser API-Schlüssel kann nur lesen. Verwenden Sie einen, der schreiben kann.',
  'error.API_KEY_NOT_ALLOWED':
    'Das ist mit einem API-Schlüssel nicht möglich. Melden Sie sich stattdessen an.',
  'error.API_KEY_NETWORK': 'Dieser API-Schlüssel kann aus diesem Netzwerk nicht verwendet werden.',
  'error.API_KEY_SCOPE_MISSING':
    'Hierfür ist ein API-Schlüssel einer Organisation mit einem Scope nötig, den dieser nicht hat.',
  'error.NOT_A_MEMBER': 'Dies ist nur für Mitglieder einer anderen Organisation.',
  'error.TWO_FACTOR_SETUP_REQUIRED': 'Richten Sie zuerst die Zwei-Faktor-Authentifizierung ein.',
  'error.TWO_FACTOR_REQUIRED_FOR_ADMIN':
    'Ihre Rolle erfordert die Zwei-Faktor-Authentifizierung, daher können Sie sie nicht ausschalten.',
  'error.TWO_FACTOR_REQUIRED':
    'Eine Richtlinie erfordert die Zwei-Faktor-Authentifizierung, daher können Sie sie nicht ausschalten.',
  'error.SIGN_IN_METHOD_NOT_ALLOWED':
    'Diese Art der Anmeldung ist hier nicht erlaubt. Melden Sie sich auf anderem Weg an.',
  'error.EMAIL_NOT_VERIFIED': 'Bestätigen Sie zuerst Ihre E-Mail-Adresse und versuchen Sie es dann erneut.',
  'error.REAUTHENTICATION_REQUIRED':
    'Bestätigen Sie zuerst, dass Sie es sind, und versuchen Sie es dann erneut.',
  'error.COOKIE_SESSION_REQUIRED':
    'Hierfür ist eine Browser-Sitzung nötig. Melden Sie sich mit einem Browser an.',
  'error.NOT_IMPERSONATING': 'Sie handeln gerade nicht im Namen einer anderen Person.',
  'error.CANNOT_IMPERSONATE': 'Sie können nicht im Namen dieser Person handeln.',
  'error.OWN_ACCOUNT': 'Mit Ihrem eigenen Konto ist das nicht möglich.',
  'error.SYSTEM_ROLE':
    'Eine Systemrolle kann nicht gelöscht oder umbenannt werden und behält ihre übergeordnete Rolle und ihre Berechtigungen.',
  'error.ORGANIZATION_ROLE_TOO_LOW': 'Ihre Rolle in der Organisation lässt das nicht zu.',
  'error.HOOK_DENIED': 'Sie können nicht fortfahren. Wenden Sie sich an die Betreiber dieses Dienstes.',
  'error.INVITE_NOT_YOURS':
    'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit der Adresse an, an die sie gesendet wurde.',
  'error.IMPERSONATION_BLOCKED':
    'Diese Aktion ist nicht erlaubt, während Sie im Namen einer anderen Person handeln.',
  'error.NOT_FOUND': 'Nicht gefunden.',
  'error.PICTURE_NOT_FOUND': 'Diese Person hat kein Profilbild.',
  'error.NO_ORGANIZATION':
    'Sie gehören keiner Organisation an oder nicht der gewählten. Erstellen Sie eine oder bitten Sie um eine Einladung.',
  'error.PROVIDER_NOT_AVAILABLE':
    'Die Anmeldung über diesen Anbieter ist nicht verfügbar. Wählen Sie einen anderen Weg.',
  'error.PASSKEYS_NOT_AVAILABLE':
    'Passkeys sind unter dieser Adresse nicht verfügbar. Wählen Sie einen anderen Weg.',
  'error.EMAIL_LOGIN_NOT_AVAILABLE':
    'Die Anmeldung mit einem Code per E-Mail ist nicht verfügbar. Wählen Sie einen anderen Weg.',
  'error.SSO_NOT_AVAILABLE': 'Single Sign-on ist hier nicht verfügbar. Melden Sie sich auf anderem Weg an.',
  'error.METHOD_NOT_ALLOWED': 'Dieser Pfad unterstützt diese Methode nicht.',
  'error.AUDIT_ENTRY_NOT_SEALED':
    'Dieser Eintrag ist noch nicht versiegelt. Versuchen Sie es in einigen Sekunden erneut.',
  'error.KEY_TAKEN': 'Dieser Schlüssel wird bereits verwendet.',
  'error.KEY_ROTATING':
    'Das vorherige Geheimnis gilt noch. Warten Sie, bis es endet, oder beenden Sie es sofort.',
  'error.WEBHOOK_DISABLED': 'Dieser Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  'error.EVENTS_EXPIRED':
    'Einige der Ereignisse, mit denen es weitergehen würde, sind nicht mehr vorhanden. Wählen Sie, ab wann es Ereignisse erhält.',
  'error.HOOK_EXISTS': 'Für diesen Punkt gibt es bereits einen Hook. Ändern Sie diesen.',
  'error.CONNECTION_IN_USE':
    'Mit diesem Identitätsanbieter sind Personen verknüpft. Heben Sie zuerst deren Verknüpfungen auf.',
  'error.CONNECTION_NOT_TESTED': 'Testen Sie zuerst diesen Identitätsanbieter.',
  'error.DOMAIN_TAKEN': 'Diese Domain wird bereits verwendet.',
  'error.ACCOUNT_INACTIVE': 'Dieses Konto ist deaktiviert. Aktivieren Sie es zuerst.',
  'error.EMAIL_TAKEN': 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Verwenden Sie eine andere.',
  'error.USERNAME_TAKEN': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
  'error.TWO_FACTOR_ENABLED': 'Die Zwei-Faktor-Authentifizierung ist bereits eingeschaltet.',
  'error.PASSKEY_EXISTS': 'Dieser Passkey ist bereits registriert.',
  'error.LAST_ADMIN':
    'Dies ist der letzte aktive Administrator des Dienstes. Machen Sie zuerst eine andere Person zum Administrator.',
  'error.LAST_OWNER':
    'Eine Organisation braucht einen Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  'error.POLICY_CHANGED':
    'Die Richtlinie wurde inzwischen geändert. Laden Sie sie neu und wiederholen Sie Ihre Änderung.',
  'error.POLICY_LOCKS_YOU_OUT':
    'Diese Richtlinie würde Sie aussperren. Erfüllen Sie sie zuerst selbst und speichern Sie sie dann.',
  'error.ROLE_NAME_TAKEN': 'Es gibt bereits eine Rolle mit diesem Namen. Wählen Sie einen anderen Namen.',
  'error.ROLE_KEY_TAKEN':
    'Es gibt bereits eine Rolle mit diesem Schlüssel. Wählen Sie einen anderen Schlüssel.',
  'error.PERMISSION_NAME_TAKEN':
    'Rollen des Dienstes und Rollen von Organisationen haben keine Berechtigung gemeinsam. Wählen Sie andere Namen.',
  'error.ROLE_IN_USE':
    'Diese Rolle ist noch vergeben, oder andere Rollen erben von ihr. Ändern Sie das zuerst.',
  'error.HAS_ORGANIZATION': 'Sie gehören bereits einer Organisation an. Verlassen Sie sie zuerst.',
  'error.SLUG_TAKEN': 'Dieses Kürzel ist vergeben. Wählen Sie ein anderes.',
  'error.ALREADY_MEMBER': 'Diese Person ist bereits Mitglied.',
  'error.ALREADY_JOINED': 'Sie sind bereits Mitglied dieser Organisation.',
  'error.ALREADY_INVITED':
    'Für diese Person gibt es bereits eine offene Einladung. Sie können sie erneut senden.',
  'error.INVITE_BY_MAIL_ONLY':
    'Ihre Richtlinie legt fest, welche E-Mail-Domains beitreten dürfen. Einladungen gehen deshalb nur per E-Mail.',
  'error.ALREADY_LINKED': 'Dieses Anbieterkonto ist bereits verknüpft.',
  'error.INVITE_EXPIRED': 'Diese Einladung ist abgelaufen. Bitten Sie um eine neue.',
  'error.PAYLOAD_TOO_LARGE': 'Der Inhalt ist zu groß.',
  'error.UNSUPPORTED_MEDIA_TYPE':
    'Senden Sie JSON und geben Sie das mit der Kopfzeile "Content-Type: application/json" an.',
  'error.IMAGE_TYPE_REFUSED': 'Dieses Bildformat ist nicht erlaubt. Wählen Sie ein anderes.',
  'error.ACCOUNT_LOCKED':
    'Zu viele fehlgeschlagene Versuche. Warten Sie eine Weile und versuchen Sie es dann erneut.',
  'error.RATE_LIMITED': 'Zu viele Anfragen. Versuchen Sie es {wait} erneut.',
  'error.UNVERIFIED_RATE_LIMITED':
    'Bestätigen Sie Ihre E-Mail-Adresse, um mehr E-Mails zu senden, oder versuchen Sie es {wait} erneut.',
  'error.INTERNAL_ERROR': 'Bei uns ist etwas schiefgelaufen. Versuchen Sie es später erneut.',
  'error.OVERLOADED': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'error.UNAVAILABLE': 'Der Dienst ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  'error.HOOK_UNAVAILABLE': 'Das lässt sich gerade nicht entscheiden. Versuchen Sie es gleich noch einmal.',
  'error.DNS_UNAVAILABLE':
    'Die DNS-Einträge der Domain konnten nicht abgefragt werden. Versuchen Sie es in einigen Minuten erneut.',
  'error.OUTCOME_UNKNOWN':
    'Die Datenbank hat diese Änderung nicht bestätigt: Sie wurde möglicherweise gespeichert, möglicherweise nicht. Prüfen Sie das, bevor Sie es erneut versuchen.',
  'error.SCIM_TOKEN_LIMIT_REACHED': `Ihr Verzeichnis hat bereits ${scimTokenLimit} Tokens. Widerrufen Sie zuerst eines.`,
  'error.SSO_REQUIRED': 'Melden Sie sich über den Identitätsanbieter Ihrer Organisation an.',
  'error.DIRECTORY_MANAGED':
    'Das Verzeichnis Ihrer Organisation verwaltet dieses Konto. Bitten Sie die dafür Verantwortlichen, Sie zu entfernen.',
  'error.BREAK_GLASS_REQUIRED':
    'Solange Single Sign-on erforderlich ist, muss sich ein Inhaber mit Passwort und Zwei-Faktor-Authentifizierung oder mit einem Passkey anmelden können.',
  'error.supports': 'Er unterstützt {methods}.',
  'device.name': '{browser} auf {os}',
  'device.browser': 'Unbekannter Browser',
  'device.system': 'unbekanntem System',
  'wait.later': 'später',
  'wait.seconds': 'in {count, plural, one {# Sekunde} other {# Sekunden}}',
  'wait.minutes': 'in {count, plural, one {# Minute} other {# Minuten}}',
  'wait.hours': 'in {count, plural, one {# Stunde} other {# Stunden}}',
  'page.sign-in-failed': 'Anmeldung fehlgeschlagen',
  'page.sign-out-failed': 'Abmeldung fehlgeschlagen',
  'page.bad-link':
    'Die Anfrage der Anwendung ist ungültig. Gehen Sie zur Anwendung zurück und versuchen Sie es erneut.',

  'done.signed-in': 'Sie sind angemeldet.',
  'done.signed-out': 'Sie sind abgemeldet.',
  'done.registered': 'Willkommen. Folgen Sie dem Link in unserer E-Mail, um Ihre Adresse zu bestätigen.',
  'done.mailed': 'Falls es dieses Konto gibt, ist eine E-Mail unterwegs.',
  'done.code-mailed': 'Falls es dieses Konto gibt, ist ein Code unterwegs.',
  'done.password-set': 'Ihr Passwort ist festgelegt. Melden Sie sich damit an.',
  'done.unlocked': 'Ihr Konto ist entsperrt. Melden Sie sich erneut an.',
  'done.email-restored':
    'Ihre frühere E-Mail-Adresse ist wiederhergestellt. Wir haben Ihnen einen Link gesendet, mit dem Sie ein neues Passwort wählen.',
  'done.email-change-canceled': 'Die Änderung ist abgebrochen. Ihre E-Mail-Adresse bleibt, wie sie ist.',
  'done.email-change-over': 'Diese Änderung war bereits beendet. Ihre E-Mail-Adresse bleibt, wie sie ist.',
  'done.email-verified': 'Ihre E-Mail-Adresse ist bestätigt.',
  'done.account-kept': 'Ihr Konto bleibt bestehen. Sie können sich wieder anmelden.',
  'done.account-kept-inactive':
    'Ihr Konto bleibt bestehen. Ein Administrator hat es deaktiviert; bitten Sie darum, es zu aktivieren.',
  'done.admin-created':
    'Ihr Konto ist bereit. Melden Sie sich an und richten Sie die Zwei-Faktor-Authentifizierung ein.',
  'done.session-ended': 'Die Sitzung ist beendet.',
  'done.one-session-ended': '1 andere Sitzung wurde beendet.',
  'done.sessions-ended': '{count} andere Sitzungen wurden beendet.',
  'done.reauthenticated': 'Danke, Ihre Identität ist bestätigt.',
  'done.profile-saved': 'Ihr Profil ist gespeichert.',
  'done.picture-saved': 'Ihr Profilbild ist gespeichert.',
  'done.picture-removed': 'Ihr Profilbild ist entfernt.',
  'done.logo-saved': 'Das Logo ist gespeichert.',
  'done.logo-removed': 'Das Logo ist entfernt.',
  'done.deletion-scheduled':
    'Ihr Konto ist deaktiviert und wird gelöscht. Wir haben Ihnen per E-Mail einen Link gesendet, mit dem Sie es behalten.',
  'done.user-saved': 'Das Konto ist gespeichert.',
  'done.user-deleted': 'Das Konto ist gelöscht.',
  'done.user-active': 'Das Konto ist aktiv.',
  'done.user-deactivated': 'Das Konto ist deaktiviert.',
  'done.user-unlocked': 'Das Konto ist entsperrt.',
  'done.user-created': 'Das Konto ist erstellt. Wir haben einen Link zum Wählen eines Passworts gesendet.',
  'done.user-sessions-ended': 'Alle Sitzungen der Person sind beendet.',
  'done.reset-sent': 'Wir haben einen Link zum Wählen eines neuen Passworts gesendet.',
  'done.user-removed': 'Diese Person ist kein Mitglied mehr.',
  'done.roles-saved': 'Die Rollen sind gespeichert.',
  'done.role-deleted': 'Die Rolle ist gelöscht.',
  'done.two-factor-on': 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet.',
  'done.two-factor-off': 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
  'done.two-factor-reset': 'Die Zwei-Faktor-Authentifizierung dieses Kontos ist zurückgesetzt.',
  'done.backup-codes': 'Diese Codes ersetzen alle früheren.',
  'done.passkey-removed': 'Der Passkey ist entfernt.',
  'done.provider-unlinked': 'Die Verknüpfung mit dem Anbieter ist aufgehoben.',
  'done.organization-deleted': 'Die Organisation ist gelöscht.',
  'done.default-chosen': '{name} ist jetzt Ihre Standardorganisation.',
  'done.organization-joined': 'Sie sind {name} beigetreten.',
  'done.organization-left': 'Sie haben die Organisation verlassen.',
  'done.member-removed': 'Das Mitglied ist entfernt.',
  'done.invitation-canceled': 'Die Einladung ist zurückgezogen.',
  'done.invitation-sent-again': 'Die Einladung wurde erneut gesendet.',
  'done.key-revoked': 'Der Schlüssel ist widerrufen.',
  'done.token-revoked': 'Das Token ist widerrufen.',
  'done.domain-removed': 'Die Domain ist entfernt.',
  'done.webhook-deleted': 'Der Webhook ist gelöscht.',
  'done.destination-deleted': 'Das Ereignisziel ist gelöscht.',
  'done.hook-deleted': 'Der Hook ist gelöscht.',
  'done.test-email-sent': 'Die Test-E-Mail ist unterwegs.',
  'done.events-sent': 'Die Ereignisse sind unterwegs.',
  'done.provider-removed': 'Der Identitätsanbieter ist entfernt.',
  'done.link-ended': 'Die Verknüpfung ist aufgehoben.',
  'done.links-ended': 'Alle Verknüpfungen sind aufgehoben.',
  'done.application-deleted': 'Die Anwendung ist gelöscht.',
  'done.application-access-ended': 'Die Anwendung hat keinen Zugriff mehr auf Ihr Konto.',
  'done.device-allowed': 'Das Gerät ist angemeldet. Sie können diese Seite schließen.',
  'done.device-denied': 'Das Gerät erhält keinen Zugriff.',

  'field.required': 'Erforderlich.',
  'field.text': 'Muss Text sein.',
  'field.unstorable': 'Enthält ein Zeichen, das nicht gespeichert werden kann.',
  'field.at-most-characters': 'Höchstens {max} Zeichen.',
  'field.at-least-characters': 'Mindestens {min} Zeichen.',
  'field.at-most': 'Höchstens {max}.',
  'field.at-least': 'Mindestens {min}.',
  'field.at-most-bytes': 'Höchstens {max} Byte.',
  'field.at-most-json-bytes': 'Höchstens {max} Byte als JSON.',
  'field.at-most-addresses': 'Höchstens {max} Adressen.',
  'field.at-most-scopes': 'Höchstens {max} Scopes.',
  'field.at-most-networks': 'Höchstens {max} Netzwerke.',
  'field.at-most-ids': 'Höchstens {max} IDs.',
  'field.at-most-domains': 'Höchstens {max} Domains.',
  'field.at-most-methods': 'Höchstens {max} Anmeldearten.',
  'field.at-most-permissions': 'Höchstens {max} Berechtigungen.',
  'field.at-most-roles': 'Höchstens {max} Rollen.',
  'field.at-most-filters': 'Höchstens {max} Filter.',
  'field.at-most-groups': 'Höchstens {max} Gruppen.',
  'field.at-most-certificates': 'Höchstens {max} Zertifikate.',
  'field.one-method': 'Mindestens eine Anmeldeart.',
  'field.one-needed': 'Mindestens eine ist nötig.',
  'field.uppercase': 'Mindestens ein Großbuchstabe.',
  'field.lowercase': 'Mindestens ein Kleinbuchstabe.',
  'field.digit': 'Mindestens eine Ziffer.',
  'field.special': 'Mindestens ein Sonderzeichen.',
  'field.password-differs': 'Stimmt nicht mit dem Passwort überein.',
  'field.password-reused': 'Wurde bereits verwendet.',
  'field.password-weak': 'Ist zu leicht zu erraten.',
  'field.password-breached': 'Ist aus einem Datenleck bekannt.',
  'field.email': 'Muss eine E-Mail-Adresse sein.',
  'field.username': 'Verwenden Sie 3 bis 100 Buchstaben, Ziffern, Punkte, Bindestriche oder Unterstriche.',
  'field.locale': 'Muss eine der Sprachen dieses Dienstes sein.',
  'field.number': 'Muss eine Zahl sein.',
  'field.whole-number': 'Muss eine ganze Zahl sein.',
  'field.positive-number': 'Muss eine ganze Zahl über null sein.',
  'field.between': 'Muss zwischen {min} und {max} liegen.',
  'import.too-long': 'Der Datensatz ist zu lang.',
  'import.cut-short': 'Die Datei endet mitten in einem Datensatz.',
  'import.not-json': 'Das ist kein JSON-Objekt.',
  'import.more-cells': 'Es gibt mehr Zellen, als die Kopfzeile nennt.',
  'import.other-domains': 'Die Richtlinie des Dienstes erlaubt nur andere Domains.',
  'import.kept-address': 'Ein Konto hatte diese Adresse bis vor Kurzem und kann sie noch zurückholen.',
  'import.taken': 'Ein anderes Konto hat ihn.',
  'import.changed':
    'Eine andere Anfrage hat dieses Konto inzwischen geändert. Starten Sie den Import erneut.',
  'import.admin-only': 'Nur ein ADMIN kann das importieren.',
  'import.moment': 'Muss Datum und Uhrzeit sein.',
  'import.before-1970': 'Liegt vor 1970.',
  'import.future': 'Liegt in der Zukunft.',
  'import.hash-malformed': 'Der Passwort-Hash ist fehlerhaft.',
  'import.hash-costly': 'Der Passwort-Hash ist zu aufwendig zu prüfen.',
  'import.hash-unsupported': 'Diese Art von Passwort-Hash wird nicht unterstützt.',
  'field.boolean': 'Muss true oder false sein.',
  'field.list': 'Muss eine Liste sein.',
  'field.object': 'Muss ein Objekt sein.',
  'field.ids': 'Müssen IDs sein.',
  'field.id-or-all': 'Muss eine ID oder all sein.',
  'field.one-of': 'Eines von {values}.',
  'field.date': 'Muss ein Datum oder ein Zeitpunkt nach ISO 8601 sein.',
  'field.time': 'Muss ein Zeitpunkt nach ISO 8601 sein.',
  'field.date-such-as': 'Muss ein ISO-Datum wie 2030-01-31T12:00:00.000Z sein.',
  'field.future': 'Muss in der Zukunft liegen.',
  'field.after-to': 'Darf nicht nach to liegen.',
  'field.code': 'Müssen sechs Ziffern sein.',
  'field.code-or-backup': 'Müssen sechs Ziffern oder ein Backup-Code sein.',
  'field.code-or-token': 'Senden Sie email und code oder token.',
  'field.exactly-one': 'Senden Sie genau eines von {names}.',
  'field.base64url': 'Muss base64url sein.',
  'field.https': 'Muss eine https://-Adresse sein.',
  'field.ip-address': 'Muss eine IP-Adresse sein.',
  'field.network':
    'Muss eine Adresse oder ein Netzwerk wie 10.0.0.0/8 ohne gesetzte Bits nach dem Präfix sein.',
  'field.domain': 'Muss eine Domain wie example.com sein.',
  'field.policy-domain': 'Muss eine Domain sein, zum Beispiel example.com.',
  'field.domains': 'Muss eine Liste von Domains sein.',
  'field.shared-domain': 'Muss Ihre eigene Domain sein, keine, die sich andere teilen.',
  'field.methods': 'Muss eine Liste von Anmeldearten oder null sein.',
  'field.unknown-method': 'Unbekannte Anmeldeart: {method}.',
  'field.scope': 'Muss die Form area:verb haben, zum Beispiel orders:read.',
  'field.rate-limit': 'Muss ein Objekt mit limit und windowSeconds oder null sein.',
  'field.prefix':
    'Müssen 2 bis 12 Kleinbuchstaben und Ziffern sein, beginnend mit einem Buchstaben, gefolgt von einem Unterstrich.',
  'field.prefix-taken': 'Dieses Präfix ist reserviert. Wählen Sie ein anderes.',
  'field.hash': 'Muss ein SHA-256-Hash in hexadezimaler Form sein.',
  'field.prefix-or-hash': 'Senden Sie entweder prefix oder keyHash.',
  'field.own-key-scopes':
    'Schlüssel mit eigenem Präfix oder Hash erhalten keine Scopes, die mit latchkey: beginnen.',
  'field.role-name':
    'ROLE_ und mindestens zwei Großbuchstaben, Ziffern oder Unterstriche, davon der erste ein Buchstabe.',
  'field.permission-name': 'area:verb in Kleinbuchstaben, zum Beispiel users:read.',
  'field.unknown-permission': 'Es gibt keine Berechtigung {name}.',
  'field.reserved-area': 'Dieser Bereich ist reserviert. Wählen Sie einen anderen.',
  'field.permission-once': 'Nennen Sie jede Berechtigung einmal.',
  'field.role-key':
    'Verwenden Sie 2 bis 50 Kleinbuchstaben, Ziffern und Bindestriche; das erste Zeichen muss ein Buchstabe sein.',
  'field.template-key':
    'Schlüssel, die mit org- beginnen, sind eigenen Rollen von Organisationen vorbehalten.',
  'field.own-role-key': 'Muss mit org- beginnen.',
  'field.unknown-role': 'Die Rolle {name} gibt es nicht.',
  'field.slug': 'Verwenden Sie Kleinbuchstaben und Ziffern mit einzelnen Bindestrichen dazwischen.',
  'field.event-filter': 'Muss ein Typ wie user.created oder ein Präfix wie user.* sein.',
  'field.color': 'Muss eine Farbe wie #3b5bdb sein.',
  'field.header-name': 'Muss der Name eines Headers sein.',
  'field.own-header': 'Diesen Header setzen wir selbst.',
  'field.ascii': 'Muss aus druckbaren ASCII-Zeichen bestehen.',
  'field.ascii-without-spaces': 'Muss aus druckbaren ASCII-Zeichen ohne Leerzeichen bestehen.',
  'field.at-most-headers': 'Höchstens {max} Header.',
  'field.headers-once': 'Nennen Sie jeden Header nur einmal.',
  'field.place': 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche.',
  'field.plain-path': 'Muss ein einfacher Pfad ohne Schrägstrich am Anfang sein.',
  'field.no-query': 'Muss eine Adresse ohne Abfrageteil sein.',
  'field.foreign-setting': 'Keine Einstellung dieser Art.',
  'field.send-again': 'Senden Sie es für die neue Adresse erneut.',
  'field.mail-hook': 'E-Mails haben keinen anderen Weg, daher ist `allow` nicht möglich.',
  'field.no-role': 'Diese Rolle gibt es nicht.',
  'field.no-organization': 'Diese Organisation gibt es nicht.',
  'field.listed': 'Wählen Sie eine der aufgeführten.',
  'field.cursor':
    'Muss der nextCursor einer früheren Antwort sein. Lassen Sie ihn weg, um von vorn zu beginnen.',
  'field.redirect-uri':
    'Muss eine absolute Adresse ohne Fragment sein: https://, http:// auf diesem Computer oder das eigene Schema Ihrer App mit einem Punkt darin, zum Beispiel com.example.app:/callback.',
  'field.service-redirects': 'Ein Dienst meldet niemanden an.',
  'field.native-scheme': 'Nur native Anwendungen haben ein eigenes Schema.',
  'field.public-pkce': 'Öffentliche Anwendungen brauchen immer PKCE.',
  'field.self-registered-device': 'Nicht für Anwendungen, die sich selbst registriert haben.',
  'field.saml-source': 'Senden Sie die Felder einzeln, oder metadata, oder metadataUrl.',
  'field.connection-kind': 'Dieser Identitätsanbieter verwendet {kind}.',
  'field.new-issuer-secret': 'Senden Sie auch das clientSecret für den neuen Aussteller.',
  'field.expected': 'Ungültige Eingabe: {type} erwartet, {given} erhalten',
  'field.option': 'Ungültige Auswahl: eines von {options} erwartet',
  'field.invalid': 'Ungültige Eingabe',
};
