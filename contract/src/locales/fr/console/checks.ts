/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'Vérifications locales',
  'checks.description':
    'Processus de vos backends qui vérifient eux-mêmes qui appelle. Ce que vous modifiez ou révoquez compte dans chacun d’eux dans son délai.',
  'checks.confirm': 'Confirmer partout',
  'checks.waiting': 'Attente de chaque processus : dix secondes au plus.',
  'checks.done':
    'Confirmés : {confirmed}. Expirés : {expired}. Plus aucun processus ne répond d’après l’état précédent.',
  'checks.offer': 'Les backends qui vérifient eux-mêmes qui appelle l’apprennent dans leur délai.',
  'checks.empty.title': 'Aucun processus ne vérifie lui-même qui appelle',
  'checks.empty.text': 'Chaque backend demande à chaque requête : ce que vous révoquez compte aussitôt.',
  'checks.columns.process': 'Processus',
  'checks.session': 'Par session',
  'checks.columns.bound': 'Délai',
  'checks.columns.behind': 'Retard',
  'checks.columns.asked': 'Dernière demande',
  'checks.ms': '{ms} ms',
} as const;
