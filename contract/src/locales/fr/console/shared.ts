/** Parts that many pages behind the sign-in share: lists, dialogs, times and the names of ranks. */
export const shared = {
  'colorScheme.auto': 'Comme le système',
  'colorScheme.dark': 'Sombre',
  'colorScheme.label': 'Thème',
  'colorScheme.light': 'Clair',

  'copy.action': 'Copier',
  'copy.named': 'Copier {name}',

  'dialog.cancel': 'Annuler',
  'dialog.done': 'Terminé',
  'dialog.typeToConfirm': 'Saisissez {text} pour confirmer',

  'form.advanced': 'Options avancées',

  'list.about': '{first}–{last} sur environ {total}',
  'list.actions': 'Actions',
  'list.actionsFor': 'Actions pour {name}',
  'list.clear': 'Effacer les filtres',
  'list.clearFilter': 'Effacer le filtre {filter}',
  'list.details': 'Détails',
  'list.detailsOf': 'Détails de {name}',
  'list.emptyPage': 'Cette page est vide',
  'list.emptyPageText': 'La liste est plus courte qu’avant.',
  'list.firstPage': 'Aller à la première page',
  'list.noMatches': 'Aucun résultat',
  'list.noMatchesText': 'Essayez une recherche plus courte ou moins de filtres.',
  'list.page': 'page {page}',
  'list.page.first': 'première page',
  'list.page.last': 'dernière page',
  'list.page.next': 'page suivante',
  'list.page.previous': 'page précédente',
  'list.range': '{first}–{last} sur {total}',

  'overlap.0': 'Immédiatement',
  'overlap.1': 'Après 1 heure',
  'overlap.168': 'Après 7 jours',
  'overlap.24': 'Après 24 heures',
  'overlap.72': 'Après 3 jours',

  'page.guide': 'Guide de cette page (en anglais)',

  'rank.organization.ADMIN': 'Administrateur',
  'rank.organization.MEMBER': 'Membre',
  'rank.organization.OWNER': 'Propriétaire',
  'rank.system.ADMIN': 'Administrateur',
  'rank.system.MODERATOR': 'Modérateur',
  'rank.system.USER': 'Utilisateur',

  'secret.copied': 'Copié',
  'secret.copy': 'Copier le secret',
  'secret.copyNow': 'Copiez-le maintenant',
  'snippet.copy': 'Copier l’extrait',

  'time.justNow': 'à l’instant',
  'time.never': 'Jamais',
  'toast.dismiss': 'Fermer',
  'list.select': 'Sélectionner {name}',
  'list.selectPage': 'Sélectionner toute la page',
} as const;
