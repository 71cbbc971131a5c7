import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'Guten Tag,',
  'mail.hello-name': 'Guten Tag {name},',
  'mail.time': '{date}, {time} UTC',
  'mail.automated': 'Dies ist eine automatische E-Mail.',
  'mail.copy-link': 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  'mail.action': '{label}:',
  'mail.works-once':
    'Der Link funktioniert einmal, innerhalb von {hours, plural, one {# Stunde} other {# Stunden}} nach der Anforderung.',
  'mail.reclaimed':
    'Diese Adresse wurde nie bestätigt, daher könnte eine andere Person das Konto erstellt haben. Um sie auszusperren, entfernen Sie damit auch alles, was dafür eingerichtet war: Sitzungen, Passwort, API-Schlüssel, Passkeys, verknüpfte Anbieter, Zwei-Faktor-Authentifizierung und die Mitgliedschaft in einer Organisation mit anderen Mitgliedern. In einer eigenen Organisation verfallen Einladungen und Geheimnisse, und Webhooks und Anwendungen werden deaktiviert.',
  'mail.if-you': 'Falls Sie das waren, können Sie diese E-Mail ignorieren.',
  'mail.review-security': 'Kontosicherheit prüfen',
  'mail.reset-password': 'Passwort zurücksetzen',
  'mail.end-sessions':
    'Falls nicht, ändern Sie jetzt Ihr Passwort und beenden Sie alle Sitzungen, die Sie nicht kennen.',

  'mail.reason.entered': 'Sie erhalten sie, weil diese Adresse bei {product} eingegeben wurde.',
  'mail.reason.security': 'Es handelt sich um einen Sicherheitshinweis zu Ihrem {product}-Konto.',
  'mail.reason.account': 'Es handelt sich um einen Hinweis zu Ihrem {product}-Konto.',
  'mail.reason.owner': 'Sie erhalten sie, weil Sie Inhaber einer Organisation bei {product} sind.',

  'mail.device': '{browser} auf {os}',
  'mail.device.browser': 'Unbekannter Browser',
  'mail.device.system': 'unbekanntem System',
  'mail.fact.line': '{label}: {value}',
  'mail.fact.code': 'Code',
  'mail.fact.role': 'Ihre Rolle',
  'mail.fact.valid-until': 'Gültig bis',
  'mail.fact.sent-to': 'Gesendet an',
  'mail.fact.turned-off': 'Ausgeschaltet am',
  'mail.fact.device': 'Gerät',
  'mail.fact.ip-address': 'IP-Adresse',
  'mail.fact.time': 'Zeitpunkt',
  'mail.fact.locked-until': 'Gesperrt bis',
  'mail.fact.blocked-until': 'Blockiert bis',
  'mail.fact.last-attempt': 'Letzter Versuch von',
  'mail.fact.new-address': 'Neue Adresse',
  'mail.fact.passkey': 'Passkey',
  'mail.fact.deleted-on': 'Löschung am',
  'mail.fact.domain': 'Domain',
  'mail.fact.type': 'Typ',
  'mail.fact.name': 'Name',
  'mail.fact.value': 'Wert',
  'mail.fact.verified-until': 'Bestätigt bis',
  'mail.fact.organization': 'Organisation',
  'mail.fact.identity-provider': 'Identitätsanbieter',

  'mail.role.OWNER': 'Inhaber',
  'mail.role.ADMIN': 'Administrator',
  'mail.role.MEMBER': 'Mitglied',

  'mail.verification.subject': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'mail.verification.preview': 'Nur noch ein Schritt, um diese Adresse bei {product} zu verwenden.',
  'mail.verification.text':
    'bitte bestätigen Sie, dass diese E-Mail-Adresse zu Ihrem {product}-Konto gehört.',
  'mail.verification.action': 'E-Mail-Adresse bestätigen',
  'mail.verification.proof': 'Dafür müssen Sie angemeldet sein oder das Passwort des Kontos eingeben.',
  'mail.verification.not-you':
    'Falls Sie diese Adresse nicht eingegeben haben, ignorieren Sie diese E-Mail. Die Adresse bleibt unbestätigt.',

  'mail.password_reset.subject': 'Setzen Sie Ihr Passwort zurück',
  'mail.password_reset.preview':
    'Wählen Sie innerhalb von {hours, plural, one {# Stunde} other {# Stunden}} ein neues Passwort.',
  'mail.password_reset.text':
    'wir haben eine Anfrage erhalten, das Passwort für Ihr {product}-Konto zurückzusetzen.',
  'mail.password_reset.action': 'Neues Passwort wählen',
  'mail.password_reset.ends-two-factor':
    'Die Zwei-Faktor-Authentifizierung dieses Kontos wurde über das Single Sign-on Ihrer Organisation eingerichtet. Mit Ihrem ersten Passwort endet sie, und Sie können eine eigene einrichten.',
  'mail.password_reset.not-you':
    'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  'mail.password_reset.reason':
    'Sie erhalten sie, weil bei {product} angefordert wurde, das Passwort für diese Adresse zurückzusetzen.',

  'mail.sign_in_code.subject': 'Ihr Anmeldecode',
  'mail.sign_in_code.preview':
    'Geben Sie ihn innerhalb von {minutes, plural, one {# Minute} other {# Minuten}} ein.',
  'mail.sign_in_code.text': 'geben Sie diesen Code ein, um sich bei {product} anzumelden.',
  'mail.sign_in_code.action': 'Oder melden Sie sich mit diesem Link an',
  'mail.sign_in_code.once':
    'Der Code und der Link funktionieren einmal, innerhalb von {minutes, plural, one {# Minute} other {# Minuten}} nach der Anforderung. Der Link funktioniert nur in dem Browser, in dem Sie ihn angefordert haben.',
  'mail.sign_in_code.not-you':
    'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Geben Sie den Code niemals weiter.',
  'mail.sign_in_code.reason':
    'Sie erhalten sie, weil bei {product} eine Anmeldung mit dieser Adresse angefordert wurde.',

  'mail.registration_code.subject': 'Ihr Code für ein neues Konto',
  'mail.registration_code.text': 'geben Sie diesen Code ein, um Ihr Konto bei {product} zu erstellen.',
  'mail.registration_code.once':
    'Er funktioniert einmal, innerhalb von {minutes, plural, one {# Minute} other {# Minuten}} nach der Anforderung, auf der Seite, auf der Sie ihn angefordert haben.',
  'mail.registration_code.not-you':
    'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Code entsteht kein Konto. Geben Sie ihn niemals weiter.',
  'mail.registration_code.reason':
    'Sie erhalten sie, weil bei {product} ein Konto mit dieser Adresse erstellt werden soll.',

  'mail.account_unlock.subject': 'Entsperren Sie Ihr Konto',
  'mail.account_unlock.preview':
    'Entsperren Sie es innerhalb von {hours, plural, one {# Stunde} other {# Stunden}} und melden Sie sich wieder an.',
  'mail.account_unlock.text':
    'mit diesem Link entsperren Sie Ihr {product}-Konto. Danach können Sie sich wieder anmelden.',
  'mail.account_unlock.action': 'Konto entsperren',
  'mail.account_unlock.not-you':
    'Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Die Sperre endet nach einer Weile von selbst.',
  'mail.account_unlock.reason':
    'Sie erhalten sie, weil bei {product} angefordert wurde, das Konto mit dieser Adresse zu entsperren.',

  'mail.invite.subject': '{inviter} hat Sie zu {organization} eingeladen',
  'mail.invite.heading': 'Sie sind zu {organization} eingeladen',
  'mail.invite.preview':
    'Nehmen Sie die Einladung zu {organization} bei {product} innerhalb von {days, plural, one {# Tag} other {# Tagen}} an.',
  'mail.invite.text':
    '{inviter} hat Sie eingeladen, der Organisation {organization} bei {product} beizutreten.',
  'mail.invite.action': 'Einladung annehmen',
  'mail.invite.not-you':
    'Falls Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail. Sie treten nur bei, wenn Sie sie annehmen.',
  'mail.invite.reason':
    'Sie erhalten sie, weil ein Mitglied einer Organisation bei {product} diese Adresse eingegeben hat.',

  'mail.account_created.subject': 'Ihr Konto ist eingerichtet',
  'mail.account_created.preview':
    'Wählen Sie innerhalb von {days, plural, one {# Tag} other {# Tagen}} ein Passwort.',
  'mail.account_created.text':
    'für diese Adresse wurde ein Konto bei {product} eingerichtet. Wählen Sie ein Passwort, um sich anzumelden. Damit bestätigen Sie auch, dass die Adresse Ihnen gehört.',
  'mail.account_created.action': 'Passwort wählen',
  'mail.account_created.once':
    'Der Link funktioniert einmal, innerhalb von {days, plural, one {# Tag} other {# Tagen}}. Danach können Sie auf der Anmeldeseite unter „Passwort vergessen“ einen neuen anfordern.',
  'mail.account_created.not-you':
    'Falls Sie dieses Konto nicht erwartet haben, ignorieren Sie diese E-Mail. Solange kein Passwort gewählt ist, kann sich niemand damit anmelden.',
  'mail.account_created.reason':
    'Sie erhalten sie, weil bei {product} ein Administrator diese Adresse eingegeben hat.',
  'mail.webhook_disabled.subject': 'Ein Webhook wurde ausgeschaltet',
  'mail.webhook_disabled.next': 'Er erhält keine Ereignisse mehr, bis Sie ihn wieder einschalten.',
  'mail.webhook_disabled.gone':
    'wir haben einen Webhook von {product} ausgeschaltet. Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt (Status 410).',
  'mail.webhook_disabled.failing':
    'wir haben einen Webhook von {product} ausgeschaltet. Alle Zustellungen der letzten fünf Tage sind fehlgeschlagen.',
  'mail.webhook_disabled.action': 'Webhooks prüfen',
  'mail.webhook_disabled.replay':
    'Beheben Sie das Problem beim Empfänger, schalten Sie den Webhook ein und senden Sie dann die verpassten Ereignisse erneut. Wir bewahren sie 30 Tage lang auf.',
  'mail.webhook_disabled.reason': 'Sie erhalten sie, weil Sie Webhooks bei {product} verwalten.',
  'mail.destination_disabled.subject': 'Ein Ereignisziel wurde ausgeschaltet',
  'mail.destination_disabled.next': 'Es erhält keine Ereignisse mehr, bis Sie es wieder einschalten.',
  'mail.destination_disabled.failing':
    'wir haben ein Ereignisziel von {product} ausgeschaltet. Es hat in den letzten fünf Tagen nichts angenommen.',
  'mail.destination_disabled.action': 'Ereignisziele prüfen',
  'mail.destination_disabled.kept':
    'Beheben Sie das Problem beim Empfänger und schalten Sie das Ereignisziel dann ein. Es macht dort weiter, wo es aufgehört hat. Wir bewahren Ereignisse 30 Tage lang auf.',
  'mail.destination_disabled.reason': 'Sie erhalten sie, weil Sie Ereignisziele bei {product} verwalten.',

  'mail.new_device.subject': 'Neue Anmeldung bei Ihrem Konto',
  'mail.new_device.preview': '{device}, {time}',
  'mail.new_device.text': 'bei Ihrem {product}-Konto gab es eine Anmeldung von einem neuen Gerät.',

  'mail.account_locked.subject': 'Ihr Konto ist gesperrt',
  'mail.account_locked.preview': 'Zu viele fehlgeschlagene Anmeldungen. Die Sperre endet am {time}.',
  'mail.account_locked.text':
    'wir haben Ihr {product}-Konto nach zu vielen fehlgeschlagenen Anmeldeversuchen gesperrt.',
  'mail.account_locked.wait':
    'Warten Sie, bis die Sperre endet, oder fordern Sie einen Link an, um das Konto sofort zu entsperren.',
  'mail.account_locked.action': 'Link zum Entsperren anfordern',
  'mail.account_locked.not-you':
    'Falls diese Versuche nicht von Ihnen stammen, versucht möglicherweise eine andere Person, Ihr Passwort zu erraten. Bisher hatte sie keinen Erfolg.',

  'mail.password_changed.subject': 'Ihr Passwort wurde geändert',
  'mail.password_changed.preview': 'Geändert am {time}.',
  'mail.password_changed.text': 'das Passwort für Ihr {product}-Konto wurde geändert.',
  'mail.password_changed.not-you':
    'Falls Sie das waren, können Sie diese E-Mail ignorieren. Falls nicht, setzen Sie jetzt Ihr Passwort zurück.',

  'mail.email_changed.subject': 'Ihre E-Mail-Adresse wurde geändert',
  'mail.email_changed.subject-pending': 'Ihre E-Mail-Adresse wird bald geändert',
  'mail.email_changed.preview':
    'Sie waren das nicht? Sie können die Änderung noch {hours, plural, one {# Stunde} other {# Stunden}} danach rückgängig machen.',
  'mail.email_changed.preview-admin': 'Ein Administrator hat sie geändert.',
  'mail.email_changed.text':
    'die E-Mail-Adresse für Ihr {product}-Konto wurde geändert. Das Konto verwendet diese Adresse nicht mehr.',
  'mail.email_changed.text-pending':
    'für Ihr {product}-Konto wurde eine Änderung der E-Mail-Adresse angefordert. Sie wird wirksam, sobald die neue Adresse bestätigt ist.',
  'mail.email_changed.not-you':
    'Falls Sie das waren, können Sie diese E-Mail ignorieren. Falls nicht, machen Sie die Änderung jetzt rückgängig.',
  'mail.email_changed.by-admin':
    'Ein Administrator hat sie geändert. Falls Sie das nicht erwartet haben, fragen Sie dort nach.',
  'mail.email_changed.action': 'Änderung rückgängig machen',
  'mail.email_changed.once':
    'Der Link funktioniert einmal. Vor der Änderung bricht er sie ab. Bis zu {hours, plural, one {# Stunde} other {# Stunden}} danach stellt er diese Adresse wieder her, falls sie bestätigt war, beendet alle Sitzungen und sendet Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'mail.email_changed.secret': 'Leiten Sie diese E-Mail nicht weiter: Wer den Link hat, kann ihn verwenden.',
  'mail.email_changed.reason':
    'Sie ist ein Sicherheitshinweis zu Ihrem {product}-Konto. Bis zur Änderung war dies die Adresse des Kontos.',

  'mail.email_in_use.subject': 'Jemand wollte Ihre E-Mail-Adresse verwenden',
  'mail.email_in_use.preview': 'Es hat sich nichts geändert.',
  'mail.email_in_use.text':
    'jemand wollte diese E-Mail-Adresse für ein anderes {product}-Konto verwenden. Sie gehört bereits zu einem Konto, daher hat sich nichts geändert.',
  'mail.email_in_use.you':
    'Falls Sie das waren, melden Sie sich bei dem Konto an, das diese Adresse hat. Falls Sie es nicht erstellt haben, setzen Sie sein Passwort zurück: Dann gehört das Konto Ihnen.',
  'mail.email_in_use.not-you': 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',

  'mail.address_claimed.subject': 'Wählen Sie ein neues Passwort',
  'mail.address_claimed.preview':
    'Sie haben sich mit einem Code angemeldet. Das alte Passwort gilt nicht mehr.',
  'mail.address_claimed.text':
    'Sie haben diese Adresse bestätigt, indem Sie sich bei {product} mit einem Code angemeldet haben. Das Konto könnte zuvor eine andere Person erstellt haben.',
  'mail.address_claimed.removed':
    'Zur Sicherheit haben wir das Passwort und alle anderen Anmeldemöglichkeiten entfernt, alle anderen abgemeldet und die Mitgliedschaft in einer Organisation mit anderen Mitgliedern beendet.',
  'mail.address_claimed.action': 'Passwort wählen',
  'mail.address_claimed.codes': 'Sie können sich auch weiterhin mit Codes anmelden.',

  'mail.security_alert.subject': 'Sicherheitswarnung für Ihr Konto',
  'mail.session_guessing.preview':
    'Eine angemeldete Person versucht möglicherweise, Ihr Passwort oder einen Code zu erraten.',
  'mail.session_guessing.text':
    'eine Person, die bei Ihrem {product}-Konto angemeldet ist, hat {times, plural, one {#-mal} other {#-mal}} ein falsches Passwort oder einen falschen Code eingegeben, als sie Ihr Passwort oder die Zwei-Faktor-Authentifizierung ändern wollte.',
  'mail.session_guessing.blocked':
    'Wir haben diese Änderungen vorerst blockiert. Sie können sich weiterhin anmelden.',
  'mail.session_guessing.you': 'Falls Sie das waren, warten Sie und versuchen Sie es erneut.',
  'mail.session_guessing.not-you':
    'Falls nicht, setzen Sie jetzt Ihr Passwort zurück. Dadurch enden alle Sitzungen.',
  'mail.remember_me_theft.preview':
    'Eine gespeicherte Anmeldung wurde zweimal verwendet, daher haben wir Sie überall abgemeldet.',
  'mail.remember_me_theft.text':
    'eine gespeicherte Anmeldung („Angemeldet bleiben“) bei Ihrem {product}-Konto wurde erneut verwendet, nachdem wir sie ersetzt hatten. Möglicherweise wurde sie aus einem Ihrer Browser kopiert.',
  'mail.remember_me_theft.ended':
    'Zur Sicherheit haben wir alle Sitzungen beendet. Melden Sie sich erneut an, um fortzufahren.',
  'mail.remember_me_theft.not-you':
    'Falls Sie die IP-Adresse oben nicht kennen, setzen Sie jetzt Ihr Passwort zurück.',

  'mail.passkey_added.subject': 'Ihrem Konto wurde ein Passkey hinzugefügt',
  'mail.passkey_added.text':
    'Sie können sich jetzt mit einem neuen Passkey bei Ihrem {product}-Konto anmelden.',
  'mail.passkey_added.not-you':
    'Falls nicht, entfernen Sie den Passkey, ändern Sie Ihr Passwort und beenden Sie alle Sitzungen, die Sie nicht kennen.',
  'mail.passkey_removed.subject': 'Ein Passkey wurde aus Ihrem Konto entfernt',
  'mail.passkey_removed.text':
    'mit diesem Passkey können Sie sich nicht mehr bei Ihrem {product}-Konto anmelden.',
  'mail.passkey.preview': '{name}, {time}',

  'mail.two_factor_enabled.subject': 'Zwei-Faktor-Authentifizierung eingeschaltet',
  'mail.two_factor_enabled.preview': 'Zum Anmelden brauchen Sie jetzt einen Code.',
  'mail.two_factor_enabled.text':
    'die Zwei-Faktor-Authentifizierung für Ihr {product}-Konto wurde eingeschaltet.',
  'mail.two_factor_enabled.by-admin':
    'ein Administrator hat die Zwei-Faktor-Authentifizierung für Ihr {product}-Konto eingeschaltet.',
  'mail.two_factor_enabled.next':
    'Von jetzt an melden Sie sich mit Ihrem Passwort und einem Code aus Ihrer Authenticator-App an.',
  'mail.two_factor_disabled.subject': 'Zwei-Faktor-Authentifizierung ausgeschaltet',
  'mail.two_factor_disabled.preview': 'Sie melden sich jetzt nur noch mit Ihrem Passwort an.',
  'mail.two_factor_disabled.text':
    'die Zwei-Faktor-Authentifizierung für Ihr {product}-Konto wurde ausgeschaltet.',
  'mail.two_factor_disabled.by-admin':
    'ein Administrator hat die Zwei-Faktor-Authentifizierung für Ihr {product}-Konto ausgeschaltet.',
  'mail.two_factor_disabled.next': 'Von jetzt an melden Sie sich nur mit Ihrem Passwort an.',
  'mail.two_factor.passkeys': 'Ihre Passkeys wurden ebenfalls entfernt.',
  'mail.two_factor.ask-admin': 'Falls Sie das nicht erwartet haben, fragen Sie Ihren Administrator.',
  'mail.two_factor.not-you':
    'Falls Sie das waren, können Sie diese E-Mail ignorieren. Falls nicht, ändern Sie jetzt Ihr Passwort.',

  'mail.data_exported.subject': 'Ihre Daten wurden heruntergeladen',
  'mail.data_exported.preview': 'Heruntergeladen am {time}.',
  'mail.data_exported.text': 'eine Kopie aller Daten zu Ihrem {product}-Konto wurde heruntergeladen.',
  'mail.data_exported.by-admin':
    'ein Administrator hat eine Kopie aller Daten zu Ihrem {product}-Konto heruntergeladen.',
  'mail.data_exported.ask-admin': 'Falls Sie das nicht angefordert haben, fragen Sie Ihren Administrator.',
  'mail.data_exported.not-you':
    'Falls Sie das waren, können Sie diese E-Mail ignorieren. Falls nicht, ändern Sie jetzt Ihr Passwort und beenden Sie alle Sitzungen, die Sie nicht kennen.',

  'mail.deletion_scheduled.subject': 'Ihr Konto wird gelöscht',
  'mail.deletion_scheduled.preview': 'Bis {time} können Sie die Löschung abbrechen.',
  'mail.deletion_scheduled.preview-soon': 'Es wird in wenigen Minuten gelöscht.',
  'mail.deletion_scheduled.text':
    'eine angemeldete Person hat die Löschung Ihres {product}-Kontos angefordert. Es ist deaktiviert, und alle Sitzungen sind beendet.',
  'mail.deletion_scheduled.everything':
    'Mit der Löschung verschwindet alles, was dazugehört, auch Organisationen ohne andere Mitglieder. Das lässt sich nicht rückgängig machen.',
  'mail.deletion_scheduled.action': 'Konto behalten',
  'mail.deletion_scheduled.once':
    'Der Link funktioniert einmal, bis das Konto gelöscht ist. Er aktiviert das Konto wieder.',
  'mail.deletion_scheduled.not-you':
    'Falls Sie das nicht angefordert haben, verwenden Sie jetzt den Link und wählen Sie dann ein neues Passwort.',

  'mail.account_deleted.subject': 'Ihr Konto wurde gelöscht',
  'mail.account_deleted.preview': 'Alles, was dazugehörte, ist gelöscht.',
  'mail.account_deleted.text':
    'Ihr {product}-Konto und alles, was dazugehörte, wurde gelöscht. Dies ist die letzte E-Mail, die Sie dazu erhalten.',
  'mail.account_deleted.record':
    'Das Audit-Protokoll bleibt erhalten, ohne Ihren Namen, Ihre Adresse oder Ihr Gerät.',
  'mail.account_deleted.again': 'Sie können diese Adresse für ein neues Konto verwenden.',
  'mail.account_deleted.reason': 'Sie erhalten sie, weil dies die Adresse eines Kontos bei {product} war.',

  'mail.inactivity_warning.subject': 'Ihr Konto wird bald deaktiviert',
  'mail.inactivity_warning.preview':
    'Melden Sie sich innerhalb von {left, plural, one {# Tag} other {# Tagen}} an, damit es aktiv bleibt.',
  'mail.inactivity_warning.text':
    'Sie haben Ihr {product}-Konto seit {days, plural, one {# Tag} other {# Tagen}} nicht verwendet. Wenn Sie sich nicht innerhalb von {left, plural, one {# Tag} other {# Tagen}} anmelden, wird es deaktiviert.',
  'mail.inactivity_warning.action': 'Anmelden',
  'mail.inactivity_warning.kept':
    'Es wird nichts gelöscht. Ein Administrator kann das Konto wieder aktivieren.',

  'mail.domain_check_failed.subject': 'Der DNS-Eintrag einer Domain fehlt',
  'mail.domain_check_failed.preview': 'Veröffentlichen Sie ihn wieder vor dem {time}.',
  'mail.domain_check_failed.text':
    'wir konnten den DNS-Eintrag nicht finden, der eine Domain Ihrer Organisation bei {product} bestätigt.',
  'mail.domain_check_failed.otherwise':
    'Fehlt er weiterhin, gilt die Domain nicht mehr als bestätigt: Dann kann sich niemand mehr über sie anmelden oder beitreten.',
  'mail.domain_check_failed.weekly':
    'Veröffentlichen Sie den Eintrag wieder. Wir suchen jede Woche danach und jedes Mal, wenn Sie „Jetzt prüfen“ wählen.',

  'mail.sso_linked.subject': 'Sie können sich jetzt per Single Sign-on anmelden',
  'mail.sso_linked.preview': 'Ihr Konto ist mit dem Identitätsanbieter von {organization} verknüpft.',
  'mail.sso_linked.text':
    'Sie haben sich über den Identitätsanbieter Ihrer Organisation bei {product} angemeldet, und Ihr Konto ist jetzt damit verknüpft.',
  'mail.sso_linked.trust': 'Wer diesen Identitätsanbieter verwaltet, kann sich in Ihrem Namen anmelden.',
  'mail.sso_linked.deleted':
    'Die Adresse Ihres Kontos wurde nie bestätigt, daher haben wir entfernt, was zuvor dafür eingerichtet war, und die Organisation {organization} gelöscht, die kein anderes Mitglied hatte.',
  'mail.sso_linked.not-you': 'Falls Sie das nicht waren, wenden Sie sich an einen Inhaber der Organisation.',

  'mail.fact.owner': 'Inhaber',
  'mail.fact.fingerprint': 'Fingerabdruck',
  'mail.fact.expires': 'Läuft ab am',
  'mail.fact.directory-token': 'Verzeichnis-Token',
  'mail.fact.api-key': 'API-Schlüssel',
  'mail.fact.destination': 'Ereignisziel',
  'mail.fact.more': 'Weitere',
  'mail.open-organization': 'Organisation öffnen',
  'mail.directory_joined.subject': 'Ihr Konto wurde einer Organisation hinzugefügt',
  'mail.directory_joined.preview': 'Ihr Konto gehört jetzt zu {organization}.',
  'mail.directory_joined.text':
    'das Verzeichnis einer Organisation hat Ihr {product}-Konto hinzugefügt, weil ihr die Domain Ihrer Adresse gehört.',
  'mail.directory_joined.powers':
    'Es kann jetzt Ihren Namen und Ihre Adresse ändern und Ihr Konto deaktivieren.',
  'mail.directory_joined.action': 'Profil öffnen',
  'mail.directory_joined.not-you':
    'Falls Sie das nicht erwartet haben, wenden Sie sich an die Administratoren der Organisation.',
  'mail.break_glass_used.subject': 'Ein Inhaber hat sich ohne Single Sign-on angemeldet',
  'mail.break_glass_used.preview': '{email} hat sich bei {organization} auf anderem Weg angemeldet.',
  'mail.break_glass_used.text':
    'Ihre Organisation bei {product} verlangt Single Sign-on. Ein Inhaber hat sich auf anderem Weg angemeldet: mit Passwort und Zwei-Faktor-Authentifizierung oder mit einem Passkey.',
  'mail.break_glass_used.why': 'Inhaber können das tun, wenn der Identitätsanbieter nicht erreichbar ist.',
  'mail.break_glass_used.not-you':
    'Falls Sie den Grund nicht kennen, fragen Sie diese Person. War sie es nicht, entfernen Sie sie aus der Organisation.',
  'mail.certificate_expiring.subject': 'Ein Zertifikat Ihres Identitätsanbieters läuft bald ab',
  'mail.certificate_expiring.preview': 'Fügen Sie das nächste vor dem {time} hinzu.',
  'mail.certificate_expiring.text':
    'ein Zertifikat, dem Ihre Organisation bei {product} für Single Sign-on vertraut, läuft bald ab.',
  'mail.certificate_expiring.next':
    'Ihr Identitätsanbieter signiert dann mit einem anderen Zertifikat. Anmeldungen funktionieren damit erst, wenn es hier hinzugefügt ist.',
  'mail.certificate_expiring.add':
    'Fügen Sie das neue Zertifikat zusätzlich zu diesem hinzu, damit in der Zwischenzeit niemand ausgesperrt ist.',
  'mail.credentials_to_rotate.subject': 'Ersetzen Sie Zugangsdaten Ihrer Organisation',
  'mail.credentials_to_rotate.preview':
    'Die Person, die sie erstellt hat, darf sie vielleicht nicht mehr verwenden.',
  'mail.credentials_to_rotate.text':
    '{person} hat Zugangsdaten der Organisation {organization} bei {product} erstellt, hat aber die nötige Rolle dafür nicht mehr. Die Zugangsdaten funktionieren weiterhin, und die Person hat vielleicht eine Kopie behalten.',
  'mail.credentials_to_rotate.text-deleted':
    'eine Person, deren Konto gelöscht wurde, hat Zugangsdaten der Organisation {organization} bei {product} erstellt. Die Zugangsdaten funktionieren weiterhin, und die Person hat vielleicht eine Kopie behalten.',
  'mail.credentials_to_rotate.replace':
    'Ersetzen Sie alle: Erstellen Sie neue Zugangsdaten, verwenden Sie sie anstelle der alten und widerrufen Sie dann die alten.',
  'mail.credentials_to_rotate.unnamed': 'ohne Beschreibung',
  'mail.credentials_to_rotate.trust':
    'Tun Sie das auch, wenn Sie der Person vertrauen: Auch eine Kopie, die niemand mehr braucht, kann in falsche Hände geraten.',
  'mail.test_email.subject': '{product} kann E-Mails senden',
  'mail.test_email.text':
    'Dies ist eine Test-E-Mail von {product}. Sie ist angekommen, also ist der E-Mail-Versand eingerichtet.',
  'mail.test_email.action': 'Einstellungen öffnen',
  'mail.test_email.reason':
    'Sie erhalten diese E-Mail, weil Sie in den Einstellungen von {product} einen Test angefordert haben.',
};
