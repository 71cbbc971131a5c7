/** The page of an organization's domains and identity providers. */
export const singleSignOn = {
  'singleSignOn.title': 'Single Sign-on',
  'singleSignOn.description':
    'Bestätigen Sie Ihre E-Mail-Domains, damit sich Personen mit Ihrem eigenen Identitätsanbieter anmelden können.',
  'singleSignOn.hidden': 'Nur Inhaber und Administratoren sehen diese Seite',
  'singleSignOn.hidden.impersonating':
    'Sie können diese Seite nicht sehen, während Sie im Namen einer anderen Person handeln.',
  'singleSignOn.hidden.member': 'Fragen Sie einen Inhaber oder Administrator Ihrer Organisation.',

  'singleSignOn.domains': 'Domains',
  'singleSignOn.domains.about':
    'Ein Identitätsanbieter gilt nur für Adressen in Domains, die Sie bestätigt haben.',
  'singleSignOn.domains.add': 'Domain hinzufügen',
  'singleSignOn.domains.add.field': 'Domain',
  'singleSignOn.domains.add.note':
    'Was in Ihren E-Mail-Adressen nach dem @ steht. Subdomains gelten als eigene Domains.',
  'singleSignOn.domains.add.title': 'Domain hinzufügen',
  'singleSignOn.domains.autoJoin': 'Beitritt ohne Einladung erlauben',
  'singleSignOn.domains.autoJoin.on': 'Beitritt möglich',
  'singleSignOn.domains.autoJoin.text':
    'Wer eine Adresse in {domain} bestätigt und keiner Organisation angehört, wird Mitglied.',
  'singleSignOn.domains.autoJoin.verifyFirst': 'Bestätigen Sie zuerst die Domain.',
  'singleSignOn.domains.check': 'Jetzt prüfen',
  'singleSignOn.domains.checked': 'Zuletzt geprüft: {when}',
  'singleSignOn.domains.unchecked': 'Noch nicht geprüft',
  'singleSignOn.domains.foundNone': 'Wir haben die TXT-Einträge von {name} abgefragt und keine gefunden.',
  'singleSignOn.domains.foundOnly':
    'Wir haben die TXT-Einträge von {name} abgefragt und nur Folgendes gefunden:',
  'singleSignOn.domains.create':
    'Erstellen Sie diesen TXT-Eintrag bei Ihrem DNS-Anbieter und prüfen Sie ihn dann. Bis ein neuer Eintrag sichtbar ist, kann bis zu eine Stunde vergehen.',
  'singleSignOn.domains.empty': 'Noch keine Domains',
  'singleSignOn.domains.empty.text':
    'Fügen Sie die Domain Ihrer E-Mail-Adressen hinzu und weisen Sie mit einem DNS-Eintrag nach, dass sie Ihnen gehört.',
  'singleSignOn.domains.full':
    'Eine Organisation kann {limit, plural, one {# Domain} other {# Domains}} haben. Entfernen Sie eine, um eine weitere hinzuzufügen.',
  'singleSignOn.domains.inPlace': 'Der Eintrag ist vorhanden.',
  'singleSignOn.domains.keep':
    'Lassen Sie diesen TXT-Eintrag bei Ihrem DNS-Anbieter bestehen. Wir prüfen ihn jede Woche.',
  'singleSignOn.domains.recordName': 'Name',
  'singleSignOn.domains.recordName.note':
    'Manche DNS-Anbieter ergänzen die Domain selbst: Geben Sie dann nur {label} ein.',
  'singleSignOn.domains.recordValue': 'Wert',
  'singleSignOn.domains.remove': 'Entfernen',
  'singleSignOn.domains.remove.action': 'Domain entfernen',
  'singleSignOn.domains.remove.done': 'Domain entfernt.',
  'singleSignOn.domains.remove.text':
    'Personen mit einer Adresse in {domain} können sich nicht mehr mit Ihrem Identitätsanbieter anmelden und nicht mehr ohne Einladung beitreten. Mitglieder bleiben.',
  'singleSignOn.domains.remove.title': 'Diese Domain entfernen?',
  'singleSignOn.domains.saved': 'Domain gespeichert.',
  'singleSignOn.domains.state.missing': 'Eintrag fehlt',
  'singleSignOn.domains.state.unverified': 'Noch nicht bestätigt',
  'singleSignOn.domains.state.verified': 'Bestätigt',
  'singleSignOn.domains.verified': 'Domain bestätigt.',
  'singleSignOn.domains.verifiedAndChecked': 'Bestätigt: {verified} · Zuletzt geprüft: {checked}',
  'singleSignOn.never': 'nie',

  'singleSignOn.providers': 'Identitätsanbieter',
  'singleSignOn.providers.about':
    'Okta, Entra ID, Google Workspace oder jeder andere, der SAML 2.0 oder OpenID Connect unterstützt.',
  'singleSignOn.providers.add': 'Identitätsanbieter hinzufügen',
  'singleSignOn.providers.columns.domains': 'Domains',
  'singleSignOn.providers.columns.name': 'Name',
  'singleSignOn.providers.columns.status': 'Status',
  'singleSignOn.providers.columns.tested': 'Letzter bestandener Test',
  'singleSignOn.providers.empty': 'Noch kein Identitätsanbieter',
  'singleSignOn.providers.empty.text':
    'Fügen Sie Ihren hinzu, testen Sie ihn und schalten Sie ihn ein, sobald der Test bestanden ist.',
  'singleSignOn.providers.full':
    'Eine Organisation kann {limit, plural, one {# Identitätsanbieter} other {# Identitätsanbieter}} haben. Löschen Sie einen, um einen weiteren hinzuzufügen.',
  'singleSignOn.providers.tested': 'Getestet: {when}',
  'singleSignOn.providers.untested': 'Noch nicht getestet',

  'singleSignOn.create.action': 'Hinzufügen',
  'singleSignOn.create.name': 'Name',
  'singleSignOn.create.nameNote': 'Nur Sie und andere Administratoren sehen ihn.',
  'singleSignOn.create.oidc': 'Braucht eine Client-ID und ein Client-Geheimnis statt Zertifikaten.',
  'singleSignOn.create.protocol': 'Protokoll',
  'singleSignOn.create.protocolNote':
    'Sie können es später nicht ändern. Alle großen Identitätsanbieter unterstützen beide.',
  'singleSignOn.create.saml': 'Die übliche Wahl für Okta, Entra ID und Google Workspace.',
  'singleSignOn.create.title': 'Identitätsanbieter hinzufügen',

  'singleSignOn.provider': 'Identitätsanbieter',
  'singleSignOn.provider.gone': 'Diesen Identitätsanbieter gibt es nicht mehr.',
  'singleSignOn.next': 'Nächster Schritt',
  'singleSignOn.next.domain':
    'Ohne bestätigte Domain kann sich niemand mit ihm anmelden. Wählen Sie eine unter „Optionen“.',
  'singleSignOn.next.domains': 'Wählen Sie unter „Optionen“ die Domains, für die er gilt.',
  'singleSignOn.next.enter':
    'Geben Sie die Werte unten bei Ihrem Identitätsanbieter ein und danach hier die Werte, die Sie von ihm erhalten.',
  'singleSignOn.next.test':
    'Testen Sie ihn. Sie melden sich dort einmal an. Für andere ändert sich dadurch nichts.',
  'singleSignOn.next.turnOn': 'Der Test ist bestanden. Schalten Sie ihn ein, wenn Sie bereit sind.',
  'singleSignOn.states.noDomain': 'Keine Domain',
  'singleSignOn.states.off': 'Aus',
  'singleSignOn.states.on': 'Ein',
  'singleSignOn.states.required': 'Erforderlich',
  'singleSignOn.tabs.options': 'Optionen',
  'singleSignOn.tabs.people': 'Personen',
  'singleSignOn.tabs.setup': 'Einrichtung',
  'singleSignOn.tabs.test': 'Test',

  'singleSignOn.actions.delete': 'Löschen',
  'singleSignOn.actions.more': 'Mehr',
  'singleSignOn.actions.release': 'SSO nicht mehr verlangen',
  'singleSignOn.actions.require': 'SSO verlangen',
  'singleSignOn.actions.test': 'Testen',
  'singleSignOn.actions.turnOff': 'Ausschalten',
  'singleSignOn.actions.turnOn': 'Einschalten',
  'singleSignOn.delete.action': 'Identitätsanbieter löschen',
  'singleSignOn.delete.done': 'Identitätsanbieter gelöscht.',
  'singleSignOn.delete.text':
    'Seine Einstellungen und Verknüpfungen werden gelöscht, und niemand kann sich mehr mit ihm anmelden. Mitglieder bleiben. Das lässt sich nicht rückgängig machen.',
  'singleSignOn.delete.title': 'Diesen Identitätsanbieter löschen?',
  'singleSignOn.release.done': 'Single Sign-on ist nicht mehr erforderlich.',
  'singleSignOn.release.text':
    'Man kann sich wieder mit {name} oder auf jedem anderen Weg anmelden. Wer kein Passwort hat, kann über „Passwort vergessen?“ eines festlegen.',
  'singleSignOn.release.title': 'Single Sign-on nicht mehr verlangen?',
  'singleSignOn.turnedOn': 'Identitätsanbieter eingeschaltet.',
  'singleSignOn.turnOff.done': 'Identitätsanbieter ausgeschaltet.',
  'singleSignOn.turnOff.text':
    'Niemand kann sich mit {name} anmelden, bis Sie ihn wieder einschalten. Wer kein Passwort hat, kann über „Passwort vergessen?“ eines festlegen. Verknüpfungen und Einstellungen bleiben.',
  'singleSignOn.turnOff.title': 'Diesen Identitätsanbieter ausschalten?',

  'singleSignOn.require.action': 'SSO verlangen',
  'singleSignOn.require.done': 'Single Sign-on ist jetzt erforderlich.',
  'singleSignOn.require.fails': 'Falls Ihr Identitätsanbieter ausfällt',
  'singleSignOn.require.keys':
    'Persönliche API-Schlüssel dieser Mitglieder funktionieren nach jeder Anmeldung hier 30 Tage lang. Schlüssel der Organisation bleiben gültig.',
  'singleSignOn.require.lastResort':
    'Als letzten Ausweg kann der Betreiber dieses Dienstes diesen Befehl ausführen:',
  'singleSignOn.require.needs':
    'Sie brauchen einen eigenen Test, der in den letzten 24 Stunden bestanden wurde, und eine Sitzung, die mit Zwei-Faktor-Authentifizierung, einem Passkey oder diesem Identitätsanbieter begonnen hat.',
  'singleSignOn.require.noWayBack': 'Noch kein Notzugang',
  'singleSignOn.require.noWayBack.text':
    'Falls Ihr Identitätsanbieter ausfällt, kann sich niemand mehr anmelden. Zuerst muss ein Inhaber mit Passwort die Zwei-Faktor-Authentifizierung einschalten oder einen Passkey hinzufügen.',
  'singleSignOn.require.others': 'Personen mit anderen Adressen melden sich an wie bisher.',
  'singleSignOn.require.owners':
    '{owners, plural, one {# Inhaber kann} other {# Inhaber können}} sich weiterhin mit Passwort und zweitem Faktor oder mit einem Passkey anmelden. Die anderen Inhaber werden per E-Mail informiert.',
  'singleSignOn.require.sessions':
    'Andere Sitzungen dieser Mitglieder enden bei der nächsten Anfrage. Die Sitzung, die Sie gerade verwenden, läuft weiter.',
  'singleSignOn.require.title': 'Single Sign-on verlangen?',
  'singleSignOn.require.ways':
    'Mit Passwörtern, Passkeys, Codes per E-Mail und anderen Anbietern können sie sich nicht mehr anmelden.',
  'singleSignOn.require.whom':
    'Mitglieder mit einer Adresse in {domains} und Mitglieder, die mit {name} verknüpft sind, können sich dann nur noch damit anmelden.',

  'singleSignOn.setup.entraIssuer': 'Aussteller, mit Ihrer {field}',
  'singleSignOn.setup.entraSecret': 'Client-Geheimnis (Spalte {column})',
  'singleSignOn.setup.fieldNames': 'Feldnamen von',
  'singleSignOn.setup.hint.oidc.entra':
    'Registrieren Sie eine Anwendung nur für Konten in diesem Verzeichnis.',
  'singleSignOn.setup.hint.oidc.google':
    'Setzen Sie den Nutzertyp des Zustimmungsbildschirms auf „Internal“, damit sich nur Ihre eigenen Konten anmelden können.',
  'singleSignOn.setup.hint.oidc.okta':
    'Erstellen Sie eine Webanwendung mit dem Grant-Typ „Authorization Code“.',
  'singleSignOn.setup.hint.oidc.other': 'Erstellen Sie eine Webanwendung, die Autorisierungscodes verwendet.',
  'singleSignOn.setup.hint.saml.entra':
    'Behalten Sie die Claims bei, die Entra ID von selbst sendet. Lassen Sie die Token-Verschlüsselung aus.',
  'singleSignOn.setup.hint.saml.google':
    'Ordnen Sie „Primary email“ dem Attribut email zu, „First name“ firstName und „Last name“ lastName. Google veröffentlicht keine Metadaten-Adresse: Laden Sie die Metadaten herunter und wählen Sie unten die Datei.',
  'singleSignOn.setup.hint.saml.okta':
    'Fügen Sie die Attribute email (user.email), firstName (user.firstName) und lastName (user.lastName) hinzu. Lassen Sie die Assertion unverschlüsselt.',
  'singleSignOn.setup.hint.saml.other':
    'Senden Sie die Attribute email, firstName und lastName, signieren Sie mit SHA-256 und lassen Sie die Assertion unverschlüsselt.',
  'singleSignOn.setup.loginUrlNote':
    'Optional. Startet eine Anmeldung über eine Kachel oder ein Lesezeichen.',
  'singleSignOn.setup.metadataNote':
    'Unsere Metadaten finden Sie auch unter dieser Adresse, falls Sie sie importieren können.',
  'singleSignOn.setup.other': 'Andere',
  'singleSignOn.setup.other.acsUrl': 'ACS-URL (Assertion Consumer Service)',
  'singleSignOn.setup.other.certificate': 'Signaturzertifikat',
  'singleSignOn.setup.other.clientId': 'Client-ID',
  'singleSignOn.setup.other.clientSecret': 'Client-Geheimnis',
  'singleSignOn.setup.other.entityId': 'Entity-ID oder Aussteller',
  'singleSignOn.setup.other.issuer': 'Aussteller',
  'singleSignOn.setup.other.loginUrl': 'Login-URL',
  'singleSignOn.setup.other.metadataUrl': 'Metadaten-URL',
  'singleSignOn.setup.other.ourEntityId': 'Audience oder Entity-ID des SP',
  'singleSignOn.setup.other.redirectUri': 'Weiterleitungs- oder Callback-URI',
  'singleSignOn.setup.other.signInUrl': 'Anmelde-URL (HTTP-Redirect)',
  'singleSignOn.setup.ours': '1. Bei {provider} eingeben',
  'singleSignOn.setup.ours.other': '1. Bei Ihrem Identitätsanbieter eingeben',
  'singleSignOn.setup.saved': 'Einstellungen gespeichert.',
  'singleSignOn.setup.saveSettings': 'Einstellungen speichern',
  'singleSignOn.setup.theirs': '2. Angaben von {provider} hier eingeben',
  'singleSignOn.setup.theirs.other': '2. Angaben Ihres Identitätsanbieters hier eingeben',

  'singleSignOn.oidc.example': 'Zum Beispiel {address}',
  'singleSignOn.oidc.newSecret':
    'Wir verschlüsseln es und zeigen es nie wieder. Lassen Sie es für einen öffentlichen Client leer.',
  'singleSignOn.oidc.savedSecret':
    'Eines ist gespeichert. Wir zeigen es nie. Geben Sie ein anderes ein, um es zu ersetzen.',

  'singleSignOn.saml.certificates': 'Zertifikate',
  'singleSignOn.saml.certificates.note':
    'Ein bis vier Zertifikate untereinander, damit ein neues das alte ablösen kann.',
  'singleSignOn.saml.certificates.past': 'Abgelaufen',
  'singleSignOn.saml.certificates.soon': 'Läuft bald ab',
  'singleSignOn.saml.certificates.until': 'Zertifikat bis {day}',
  'singleSignOn.saml.certificates.fine': 'Gültig',
  'singleSignOn.saml.chooseFile': 'Datei wählen',
  'singleSignOn.saml.fact': '{field}: {value}',
  'singleSignOn.saml.metadata': 'Metadaten',
  'singleSignOn.saml.metadata.note': 'Der Inhalt der Datei oder eingefügtes XML.',
  'singleSignOn.saml.missing': 'Das hat noch kein Inhaber eingegeben.',
  'singleSignOn.saml.readDaily': '{address} (täglich abgerufen)',
  'singleSignOn.saml.source': 'Art der Eingabe',
  'singleSignOn.saml.source.fields': 'Einzelne Felder',
  'singleSignOn.saml.source.metadata': 'Metadaten als Datei oder Text',
  'singleSignOn.saml.source.replace': 'Einstellungen ersetzen',
  'singleSignOn.saml.urlNote':
    'Wir rufen sie jetzt und dann täglich ab, damit neue Zertifikate automatisch übernommen werden.',

  'singleSignOn.options.adminGroups': 'Administratorgruppen',
  'singleSignOn.options.adminGroups.clear': 'Gruppen leeren',
  'singleSignOn.options.adminGroups.note':
    'Wer dazugehört, wird bei jeder Anmeldung Administrator, alle anderen werden Mitglied. Inhaber bleiben Inhaber. Lassen Sie das Feld leer, damit Rollen bleiben, wie sie sind.',
  'singleSignOn.options.attribute.email': 'E-Mail-Adresse',
  'singleSignOn.options.attribute.firstName': 'Vorname',
  'singleSignOn.options.attribute.groups': 'Gruppen',
  'singleSignOn.options.attribute.lastName': 'Nachname',
  'singleSignOn.options.attributes.oidc': 'Abweichende Namen der Claims',
  'singleSignOn.options.attributes.saml': 'Abweichende Namen der Attribute',
  'singleSignOn.options.domains': 'Domains',
  'singleSignOn.options.domains.choose': 'Bestätigte Domains wählen',
  'singleSignOn.options.domains.note':
    'Nur Personen mit einer Adresse in einer dieser Domains können sich mit ihm anmelden.',
  'singleSignOn.options.domains.verifyFirst': 'Bestätigen Sie zuerst oben auf der Seite eine Domain.',
  'singleSignOn.options.name': 'Name',
  'singleSignOn.options.provisioning': 'Neue Personen automatisch aufnehmen',
  'singleSignOn.options.provisioning.note':
    'Wer sich mit ihm anmeldet, erhält ein Konto. Ist das ausgeschaltet, ist zuerst eine Einladung nötig.',
  'singleSignOn.options.save': 'Optionen speichern',
  'singleSignOn.options.saved': 'Optionen gespeichert.',
  'singleSignOn.options.secondFactor': 'Der Identitätsanbieter prüft einen zweiten Faktor',
  'singleSignOn.options.secondFactor.note':
    'Wir fragen dann nicht noch einmal danach, außer wenn der Dienst von allen einen verlangt.',
  'singleSignOn.options.sessionHours': 'Sitzungsdauer in Stunden',
  'singleSignOn.options.sessionHours.note': '1 bis 168. Danach meldet man sich dort erneut an.',

  'singleSignOn.people': 'Verknüpfte Personen',
  'singleSignOn.people.columns.lastSignIn': 'Letzte Anmeldung',
  'singleSignOn.people.columns.person': 'Person',
  'singleSignOn.people.empty': 'Noch ist niemand verknüpft',
  'singleSignOn.people.empty.text':
    'Personen erscheinen hier, sobald sie sich mit diesem Identitätsanbieter angemeldet haben.',
  'singleSignOn.people.lastSignIn': 'Letzte Anmeldung: {when}',
  'singleSignOn.people.unlink': 'Trennen',
  'singleSignOn.people.unlink.done': 'Verknüpfung aufgehoben.',
  'singleSignOn.people.unlink.person': 'Verknüpfung von {email} aufheben',
  'singleSignOn.people.unlink.text':
    '{email} wird bei der nächsten Anmeldung mit diesem Identitätsanbieter über die E-Mail-Adresse erneut verknüpft. Die Person bleibt Mitglied.',
  'singleSignOn.people.unlink.title': 'Verknüpfung dieser Person aufheben?',
  'singleSignOn.people.unlinkAll': 'Alle Verknüpfungen aufheben',
  'singleSignOn.people.unlinkAll.done': 'Alle Verknüpfungen aufgehoben.',
  'singleSignOn.people.unlinkAll.text':
    'Alle werden bei ihrer nächsten Anmeldung über ihre E-Mail-Adresse erneut verknüpft. Das ist nötig, bevor Sie den Aussteller oder die Entity-ID ändern.',
  'singleSignOn.people.unlinkAll.title': 'Alle Verknüpfungen aufheben?',

  'singleSignOn.test.attributes': 'Attribute',
  'singleSignOn.test.attributes.copy': 'Attribute kopieren',
  'singleSignOn.test.claims': 'Claims',
  'singleSignOn.test.claims.copy': 'Claims kopieren',
  'singleSignOn.test.empty': 'Kein Test in den letzten 24 Stunden',
  'singleSignOn.test.empty.text':
    'Wählen Sie oben „Testen“. Sie melden sich bei Ihrem Identitätsanbieter an, und diese Seite zeigt, was er gesendet hat. Ein Test meldet hier niemanden an.',
  'singleSignOn.test.failed': 'Test fehlgeschlagen',
  'singleSignOn.test.message': 'Nachricht',
  'singleSignOn.test.message.copy': 'Nachricht kopieren',
  'singleSignOn.test.notSent': 'Nicht gesendet',
  'singleSignOn.test.passed': 'Test bestanden',
  'singleSignOn.test.passed.text':
    'Durchgeführt {when}. Die Nachricht und die Adresse darin sind gültig. Ob eine Person beitreten darf, entscheidet sich bei ihrer Anmeldung.',
  'singleSignOn.test.person.email': 'E-Mail-Adresse',
  'singleSignOn.test.person.firstName': 'Vorname',
  'singleSignOn.test.person.groups': 'Gruppen',
  'singleSignOn.test.person.lastName': 'Nachname',
  'singleSignOn.test.person.role': 'Rolle hier',
  'singleSignOn.test.person.roleStays': 'Bleibt, wie sie ist',
  'singleSignOn.test.person.subject': 'Kennung',
  'singleSignOn.test.person.tooManyGroups': 'Zu viele, um sie zu senden',
  'singleSignOn.test.sent': 'Was gesendet wurde',
  'singleSignOn.test.understood': 'Was wir verstanden haben',

  'singleSignOn.test.todo.noAddress':
    'Lassen Sie ihn eine senden oder geben Sie unter „Optionen“ den Namen ein, den er dafür verwendet. Was er gesendet hat, steht unten.',
  'singleSignOn.test.todo.noDomain':
    'Wählen Sie unter „Optionen“ die passende Domain und testen Sie dann erneut.',
  'singleSignOn.test.todo.other':
    'Vergleichen Sie die Einstellungen auf beiden Seiten und testen Sie dann erneut.',
  'singleSignOn.test.todo.otherDomain':
    'Melden Sie sich dort mit einem anderen Konto an oder bestätigen und wählen Sie die Domain dieser Adresse.',
  'singleSignOn.test.todo.sso_denied':
    'Prüfen Sie, ob Sie dort der Anwendung zugewiesen sind, und testen Sie dann erneut.',
  'singleSignOn.test.todo.sso_failed':
    'Vergleichen Sie die Werte unter „Einrichtung“ mit denen beim Identitätsanbieter und testen Sie dann erneut.',
  'singleSignOn.test.todo.sso_unavailable':
    'Prüfen Sie den Aussteller unter „Einrichtung“ und ob der Identitätsanbieter aus dem Internet erreichbar ist.',
  'singleSignOn.test.todo.unverified': 'Bestätigen Sie die Adresse dort und testen Sie dann erneut.',
  'singleSignOn.test.what.noAddress': 'Der Identitätsanbieter hat keine E-Mail-Adresse gesendet.',
  'singleSignOn.test.what.noDomain':
    'Die Nachricht ist gültig, aber {email} gehört zu keiner Domain dieses Identitätsanbieters.',
  'singleSignOn.test.what.other': 'Die Anmeldung hat nicht funktioniert.',
  'singleSignOn.test.what.otherDomain': 'Die Nachricht ist gültig, aber {email} gehört nicht zu {domains}.',
  'singleSignOn.test.what.sso_denied':
    'Der Identitätsanbieter hat die Anmeldung abgelehnt, oder Sie haben sie abgebrochen.',
  'singleSignOn.test.what.sso_failed':
    'Wir konnten nicht überprüfen, was der Identitätsanbieter gesendet hat.',
  'singleSignOn.test.what.sso_unavailable': 'Der Identitätsanbieter hat nicht geantwortet.',
  'singleSignOn.test.what.unverified': 'Laut dem Identitätsanbieter ist {email} nicht bestätigt.',
  'singleSignOn.test.what.unverifiedUnnamed': 'Laut dem Identitätsanbieter ist die Adresse nicht bestätigt.',
} as const;
