/** Parts that many pages behind the sign-in share: lists, dialogs, times and the names of ranks. */
export const shared = {
  'colorScheme.auto': 'Wie im System',
  'colorScheme.dark': 'Dunkel',
  'colorScheme.label': 'Farbschema',
  'colorScheme.light': 'Hell',

  'copy.action': 'Kopieren',
  'copy.named': '{name} kopieren',

  'dialog.cancel': 'Abbrechen',
  'dialog.done': 'Fertig',
  'dialog.typeToConfirm': 'Geben Sie zur Bestätigung {text} ein',

  'form.advanced': 'Erweitert',

  'list.about': '{first}–{last} von etwa {total}',
  'list.actions': 'Aktionen',
  'list.actionsFor': 'Aktionen für {name}',
  'list.clear': 'Filter zurücksetzen',
  'list.clearFilter': '{filter} zurücksetzen',
  'list.details': 'Details',
  'list.detailsOf': 'Details zu {name}',
  'list.emptyPage': 'Diese Seite ist leer',
  'list.emptyPageText': 'Die Liste ist kürzer als zuvor.',
  'list.firstPage': 'Zur ersten Seite',
  'list.noMatches': 'Keine Treffer',
  'list.noMatchesText': 'Kürzen Sie den Suchbegriff oder entfernen Sie Filter.',
  'list.page': 'Seite {page}',
  'list.page.first': 'erste Seite',
  'list.page.last': 'letzte Seite',
  'list.page.next': 'nächste Seite',
  'list.page.previous': 'vorherige Seite',
  'list.range': '{first}–{last} von {total}',

  'overlap.0': 'Sofort',
  'overlap.1': 'Nach 1 Stunde',
  'overlap.168': 'Nach 7 Tagen',
  'overlap.24': 'Nach 24 Stunden',
  'overlap.72': 'Nach 3 Tagen',

  'page.guide': 'Anleitung zu dieser Seite (Englisch)',

  'rank.organization.ADMIN': 'Administrator',
  'rank.organization.MEMBER': 'Mitglied',
  'rank.organization.OWNER': 'Inhaber',
  'rank.system.ADMIN': 'Administrator',
  'rank.system.MODERATOR': 'Moderator',
  'rank.system.USER': 'Benutzer',

  'secret.copied': 'Kopiert',
  'secret.copy': 'Geheimnis kopieren',
  'secret.copyNow': 'Jetzt kopieren',
  'snippet.copy': 'Codebeispiel kopieren',

  'time.justNow': 'gerade eben',
  'time.never': 'Nie',
  'toast.dismiss': 'Schließen',
  'list.select': '{name} auswählen',
  'list.selectPage': 'Alle auf dieser Seite auswählen',
} as const;
