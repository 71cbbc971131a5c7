/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'Lokale Prüfungen',
  'checks.description':
    'Prozesse Ihrer Backends, die Aufrufer selbst prüfen. Was Sie ändern oder widerrufen, gilt in jedem davon innerhalb seiner Frist.',
  'checks.confirm': 'Überall bestätigen',
  'checks.waiting': 'Es wird auf jeden Prozess gewartet: höchstens zehn Sekunden.',
  'checks.done':
    'Bestätigt: {confirmed}. Abgelaufen: {expired}. Kein Prozess antwortet mehr nach dem Stand von vorher.',
  'checks.offer': 'Backends, die Aufrufer selbst prüfen, erfahren davon innerhalb ihrer Frist.',
  'checks.empty.title': 'Kein Prozess prüft Aufrufer selbst',
  'checks.empty.text': 'Jedes Backend fragt bei jeder Anfrage nach, daher gilt ein Widerruf sofort.',
  'checks.columns.process': 'Prozess',
  'checks.session': 'Über eine Sitzung',
  'checks.columns.bound': 'Frist',
  'checks.columns.behind': 'Rückstand',
  'checks.columns.asked': 'Zuletzt gefragt',
  'checks.ms': '{ms} ms',
} as const;
