/** What there is to do in a new service or organization. */
export const firstSteps = {
  'firstSteps.title': 'Erste Schritte',
  'firstSteps.progress': '{done} von {all} erledigt',
  'firstSteps.dismiss': 'Erste Schritte ausblenden',
  'firstSteps.done': 'erledigt',
  'firstSteps.open': 'offen',
  'firstSteps.seeCode': 'Code ansehen',
  'firstSteps.continue': 'Weiter zu den ersten Schritten',
  'firstSteps.noOneYet': 'Bisher nur Sie',
  'firstSteps.noOneYetText':
    'Sobald sich andere anmelden, sehen Sie hier, wer kommt, auf welchem Weg und was fehlschlägt.',
  'firstSteps.twoFactor': 'Zwei-Faktor-Authentifizierung einschalten',
  'firstSteps.twoFactor.text': 'Administratoren brauchen sie, bevor sich alles andere öffnet.',
  'firstSteps.twoFactor.action': 'Einrichten',
  'firstSteps.application': 'Anwendung registrieren',
  'firstSteps.application.text':
    'Sie bekommt eine Client-ID und Sie Code zum Einfügen, in dem diese ID schon steht.',
  'firstSteps.application.action': 'Registrieren',
  'firstSteps.email': 'Test-E-Mail senden',
  'firstSteps.email.text':
    'Einladungen, Bestätigungen und Links zum Zurücksetzen kommen nur an, wenn der Versand funktioniert.',
  'firstSteps.user': 'Jemanden einladen',
  'firstSteps.user.text':
    'Erstellen Sie ein Konto: Die Person bekommt einen Link, um ein Passwort festzulegen.',
  'firstSteps.user.action': 'Einladen',
  'firstSteps.company': 'Unternehmen anbinden',
  'firstSteps.company.text': 'Die Leute dort melden sich über ihren eigenen Identitätsanbieter an.',
  'firstSteps.company.action': 'Anbinden',
  'firstSteps.team': 'Team einladen',
  'firstSteps.team.text': 'Alle bekommen per E-Mail einen Link zum Beitreten.',
  'firstSteps.team.action': 'Einladen',
  'firstSteps.policy': 'Richtlinie festlegen',
  'firstSteps.policy.text':
    'Wer einen zweiten Faktor braucht, wie man sich anmeldet und wie lange Sitzungen dauern.',
  'firstSteps.policy.action': 'Festlegen',
  'firstSteps.sso': 'Single Sign-On anbinden',
  'firstSteps.sso.text': 'Alle melden sich mit dem Konto an, das sie bei der Arbeit haben.',
  'firstSteps.sso.action': 'Anbinden',
} as const;
