/** The page of the directory that keeps an organization's people up to date. */
export const directory = {
  'directory.title': 'Verzeichnis',
  'directory.description':
    'Entra ID, Okta und andere halten die Personen in {organization} per SCIM aktuell: wer dazukommt, wie jemand heißt und wer geht.',
  'directory.hidden': 'Nur Inhaber und Administratoren sehen das Verzeichnis',
  'directory.hidden.action': 'Organisation öffnen',

  'directory.tokens': 'Tokens',
  'directory.tokens.about':
    'Damit meldet sich Ihr Verzeichnis an. Sie können {limit} Tokens haben: eines in Verwendung und eines, um es zu ersetzen.',
  'directory.tokens.columns.created': 'Erstellt',
  'directory.tokens.columns.createdBy': 'Erstellt von',
  'directory.tokens.columns.lastUsed': 'Zuletzt verwendet',
  'directory.tokens.columns.token': 'Token',
  'directory.tokens.create': 'Token erstellen',
  'directory.tokens.create.description': 'Beschreibung',
  'directory.tokens.create.descriptionNote': 'Optional. Wo Sie es verwenden, zum Beispiel Entra ID.',
  'directory.tokens.create.made': 'Das neue Token',
  'directory.tokens.create.note':
    'Geben Sie es mit der Basis-URL in Ihrem Verzeichnis ein. Wir zeigen es nicht noch einmal. Falls es verloren geht, erstellen Sie ein anderes und widerrufen Sie dieses.',
  'directory.tokens.create.text':
    'Das Token entscheidet, wer zu Ihrer Organisation gehört. Es läuft nicht ab und funktioniert, bis Sie es widerrufen.',
  'directory.tokens.create.title': 'Token erstellen',
  'directory.tokens.deletedAccount': 'Gelöschtes Konto',
  'directory.tokens.empty': 'Kein Verzeichnis verbunden',
  'directory.tokens.empty.owner':
    'Erstellen Sie ein Token und folgen Sie dann unten den Schritten für Ihr Verzeichnis.',
  'directory.tokens.empty.others': 'Ein Inhaber der Organisation kann eines verbinden.',
  'directory.tokens.lastUsed': 'Zuletzt verwendet: {when}',
  'directory.tokens.revoke': 'Widerrufen',
  'directory.tokens.revoke.action': 'Token widerrufen',
  'directory.tokens.revoke.done': 'Token widerrufen.',
  'directory.tokens.revoke.lastText':
    'Ein Verzeichnis, das {name} verwendet, kann hier sofort nichts mehr ändern. Da kein anderes Token übrig ist, wird das Verzeichnis getrennt: Wer Ihr Unternehmen verlässt, behält den Zugriff, bis Sie die Person hier entfernen. Die Personen und Gruppen, die es angelegt hat, bleiben. Das lässt sich nicht rückgängig machen.',
  'directory.tokens.revoke.named': '{name} widerrufen',
  'directory.tokens.revoke.text':
    'Ein Verzeichnis, das {name} verwendet, kann hier sofort nichts mehr ändern. Die Personen und Gruppen, die es angelegt hat, bleiben. Das lässt sich nicht rückgängig machen.',
  'directory.tokens.revoke.title': 'Dieses Token widerrufen?',
  'directory.tokens.unnamed': 'Token ohne Beschreibung',

  'directory.setup': 'Verzeichnis verbinden',
  'directory.setup.baseUrl': 'Basis-URL',
  'directory.setup.baseUrl.copy': 'Basis-URL kopieren',
  'directory.setup.entra.1':
    'Öffnen Sie in Ihrer Unternehmensanwendung „Provisioning“ und wählen Sie „Automatic“.',
  'directory.setup.entra.2':
    'Geben Sie die Basis-URL als „Tenant URL“ ein und ein Token von hier als „Secret Token“. Testen Sie die Verbindung.',
  'directory.setup.entra.3':
    'Ordnen Sie in den Zuordnungen mail dem Attribut emails[type eq "work"].value zu und objectId dem Attribut externalId.',
  'directory.setup.entra.4':
    'Weisen Sie der Anwendung Personen und Gruppen zu und starten Sie dann die Bereitstellung.',
  'directory.setup.okta.1':
    'Öffnen Sie in Ihrer Anwendung „General“ und schalten Sie die SCIM-Bereitstellung ein.',
  'directory.setup.okta.2':
    'Geben Sie unter „Provisioning“ die Basis-URL ein, userName als eindeutige Kennung, „HTTP Header“ als Art der Authentifizierung und ein Token von hier.',
  'directory.setup.okta.3':
    'Schalten Sie „Create Users“, „Update User Attributes“ und „Deactivate Users“ ein.',
  'directory.setup.okta.4':
    'Weisen Sie der Anwendung Personen zu und fügen Sie unter „Push Groups“ Gruppen hinzu.',
  'directory.setup.whom':
    'Das Verzeichnis verwaltet Personen, deren Adresse zu einer bestätigten Domain Ihrer Organisation gehört. Alle anderen bleiben, wie sie sind.',

  'directory.groups': 'Gruppen',
  'directory.groups.about':
    'Die Gruppen, die Ihr Verzeichnis gesendet hat. Eine Gruppe bewirkt erst etwas, wenn Sie sie zuordnen: Dann sind alle in der Gruppe Administratoren oder haben App-Rollen, solange sie dazugehören.',
  'directory.groups.columns.group': 'Gruppe',
  'directory.groups.columns.people': 'Personen',
  'directory.groups.columns.role': 'Rolle',
  'directory.groups.empty': 'Noch keine Gruppen',
  'directory.groups.empty.text': 'Sie erscheinen hier, sobald Ihr Verzeichnis sie sendet.',
  'directory.groups.map': 'Zu Administratoren machen',
  'directory.groups.map.done': 'Die Personen in der Gruppe sind jetzt Administratoren.',
  'directory.groups.map.named': 'Zu Administratoren machen: {group}',
  'directory.groups.map.text':
    '{count, plural, one {# Person in {group} kann} other {# Personen in {group} können}} Mitglieder, Einladungen und Schlüssel verwalten. Von da an entscheidet das Verzeichnis, wer in der Gruppe ist. Inhaber bleiben Inhaber.',
  'directory.groups.map.title': 'Diese Gruppe zu Administratoren machen?',
  'directory.groups.noRole': 'Keine',
  'directory.groups.people': '{count, plural, one {# Person} other {# Personen}}',
  'directory.groups.unmap': 'Administratorrolle entziehen',
  'directory.groups.unmap.done': 'Die Gruppe gewährt jetzt nichts mehr.',
  'directory.groups.unmap.named': 'Administratorrolle entziehen: {group}',
  'directory.groups.unmap.text':
    'Wer nur wegen {group} Administrator ist, wird Mitglied. Inhaber und Personen, die Sie selbst zu Administratoren gemacht haben, bleiben, was sie sind.',
  'directory.groups.unmap.title': 'Administratorrolle entziehen?',

  'directory.refusals': 'Abgelehnte Anfragen',
  'directory.refusals.about':
    'Die letzten abgelehnten Anfragen Ihres Verzeichnisses. Wir bewahren sie eine Woche lang auf.',
  'directory.refusals.columns.what': 'Was abgelehnt wurde',
  'directory.refusals.columns.when': 'Wann',
  'directory.refusals.empty': 'In der letzten Woche wurde nichts abgelehnt',

  'directory.attempt.DELETE.group': 'Gruppe entfernen',
  'directory.attempt.DELETE.other': '{path} entfernen',
  'directory.attempt.DELETE.person': 'Person entfernen',
  'directory.attempt.GET.group': 'Gruppe lesen',
  'directory.attempt.GET.groups': 'Gruppen lesen',
  'directory.attempt.GET.other': '{path} lesen',
  'directory.attempt.GET.people': 'Personen lesen',
  'directory.attempt.GET.person': 'Person lesen',
  'directory.attempt.PATCH.group': 'Gruppe ändern',
  'directory.attempt.PATCH.other': '{path} ändern',
  'directory.attempt.PATCH.person': 'Person ändern',
  'directory.attempt.POST.group': 'Gruppe erstellen',
  'directory.attempt.POST.other': '{path} erstellen',
  'directory.attempt.POST.person': 'Person erstellen',
  'directory.attempt.PUT.group': 'Gruppe ersetzen',
  'directory.attempt.PUT.other': '{path} ersetzen',
  'directory.attempt.PUT.person': 'Person ersetzen',

  'directory.advice.403':
    'Adressen müssen zu einer bestätigten Domain Ihrer Organisation gehören. Adressen von Inhabern und Personen mit einer Rolle im Dienst werden nur hier geändert.',
  'directory.advice.404':
    'Die Person oder Gruppe gibt es nicht mehr, oder sie gehörte nie zum Verzeichnis. Lassen Sie das Verzeichnis alles neu synchronisieren.',
  'directory.advice.405':
    'Das Verzeichnis hat eine Methode verwendet, die diese Adresse nicht annimmt. Prüfen Sie die Basis-URL.',
  'directory.advice.409':
    'Eine Organisation braucht einen aktiven Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  'directory.advice.413':
    'Die Anfrage war zu groß. Lassen Sie das Verzeichnis weniger Mitglieder auf einmal senden.',
  'directory.advice.415': 'Das Verzeichnis muss JSON senden. Prüfen Sie, ob es SCIM 2.0 verwendet.',
  'directory.advice.invalidFilter':
    'Das Verzeichnis hat nach etwas gesucht, wonach wir nicht suchen können. Gleichen Sie Personen über userName oder externalId ab.',
  'directory.advice.invalidPath':
    'Das Verzeichnis hat ein Attribut gesendet, das wir nicht kennen. Entfernen Sie es aus der Attributzuordnung.',
  'directory.advice.invalidSyntax':
    'Die Anfrage konnte nicht gelesen werden. Prüfen Sie, ob das Verzeichnis SCIM 2.0 verwendet.',
  'directory.advice.invalidValue':
    'Ein Wert passt nicht zu seinem Attribut, oder eine Gruppe nennt eine Person, die es hier nicht gibt. Prüfen Sie die Zuordnung und weisen Sie auch die Person zu.',
  'directory.advice.mutability':
    'Das Verzeichnis hat ein Attribut geändert, das sich nie ändert. Entfernen Sie es aus der Attributzuordnung.',
  'directory.advice.noTarget':
    'Das Verzeichnis hat etwas geändert, das es nicht gibt. Lassen Sie es alles neu synchronisieren.',
  'directory.advice.other': 'Prüfen Sie die Attributzuordnung im Verzeichnis.',
  'directory.advice.ours': 'Der Fehler liegt bei uns. Das Verzeichnis versucht es von selbst erneut.',
  'directory.advice.uniqueness':
    'Der Name oder die Adresse ist vergeben. Gehört die Person zu einer anderen Organisation, laden Sie sie stattdessen ein; ist es ein zweiter Eintrag für dieselbe Person, entfernen Sie einen im Verzeichnis.',
} as const;
