/** The page of the directory that keeps an organization's people up to date. */
export const directory = {
  'directory.title': 'Annuaire',
  'directory.description':
    'Entra ID, Okta et d’autres tiennent à jour les membres de {organization} par SCIM : arrivées, noms et départs.',
  'directory.hidden': 'Seuls les propriétaires et les administrateurs voient l’annuaire',
  'directory.hidden.action': 'Ouvrir votre organisation',

  'directory.tokens': 'Jetons',
  'directory.tokens.about':
    'Votre annuaire s’en sert pour se connecter. Vous pouvez en avoir {limit} : un en service, et un pour le remplacer.',
  'directory.tokens.columns.created': 'Création',
  'directory.tokens.columns.createdBy': 'Créé par',
  'directory.tokens.columns.lastUsed': 'Dernière utilisation',
  'directory.tokens.columns.token': 'Jeton',
  'directory.tokens.create': 'Créer un jeton',
  'directory.tokens.create.description': 'Description',
  'directory.tokens.create.descriptionNote': 'Facultatif. Où vous l’utilisez, par exemple Entra ID.',
  'directory.tokens.create.made': 'Le nouveau jeton',
  'directory.tokens.create.note':
    'Saisissez-le dans votre annuaire, avec l’URL de base. Nous ne l’afficherons plus. S’il est perdu, créez-en un autre et révoquez celui-ci.',
  'directory.tokens.create.text':
    'Le jeton décide qui appartient à votre organisation. Il n’expire pas et fonctionne jusqu’à ce que vous le révoquiez.',
  'directory.tokens.create.title': 'Créer un jeton',
  'directory.tokens.deletedAccount': 'Un compte supprimé',
  'directory.tokens.empty': 'Aucun annuaire n’est connecté',
  'directory.tokens.empty.owner': 'Créez un jeton, puis suivez les étapes ci-dessous pour votre annuaire.',
  'directory.tokens.empty.others': 'Un propriétaire de l’organisation peut en connecter un.',
  'directory.tokens.lastUsed': 'Dernière utilisation : {when}',
  'directory.tokens.revoke': 'Révoquer',
  'directory.tokens.revoke.action': 'Révoquer le jeton',
  'directory.tokens.revoke.done': 'Jeton révoqué.',
  'directory.tokens.revoke.lastText':
    'Un annuaire qui utilise {name} ne peut plus rien modifier ici, avec effet immédiat. Il ne reste aucun autre jeton : l’annuaire est déconnecté, et les personnes qui quittent votre entreprise gardent leur accès jusqu’à ce que vous les retiriez ici. Les personnes et les groupes qu’il a créés restent. C’est irréversible.',
  'directory.tokens.revoke.named': 'Révoquer {name}',
  'directory.tokens.revoke.text':
    'Un annuaire qui utilise {name} ne peut plus rien modifier ici, avec effet immédiat. Les personnes et les groupes qu’il a créés restent. C’est irréversible.',
  'directory.tokens.revoke.title': 'Révoquer ce jeton ?',
  'directory.tokens.unnamed': 'Jeton sans description',

  'directory.setup': 'Connecter votre annuaire',
  'directory.setup.baseUrl': 'URL de base',
  'directory.setup.baseUrl.copy': 'Copier l’URL de base',
  'directory.setup.entra.1':
    'Dans votre application d’entreprise, ouvrez « Provisioning » et choisissez « Automatic ».',
  'directory.setup.entra.2':
    'Saisissez l’URL de base comme « Tenant URL », et un jeton d’ici comme « Secret token ». Testez la connexion.',
  'directory.setup.entra.3':
    'Dans les mappages, associez mail à emails[type eq "work"].value et objectId à externalId.',
  'directory.setup.entra.4':
    'Attribuez des personnes et des groupes à l’application, puis démarrez le provisionnement.',
  'directory.setup.okta.1': 'Dans votre application, ouvrez « General » et activez le provisionnement SCIM.',
  'directory.setup.okta.2':
    'Sous « Provisioning », saisissez l’URL de base, userName comme identifiant unique, « HTTP Header » comme mode d’authentification, et un jeton d’ici.',
  'directory.setup.okta.3': 'Activez « Create Users », « Update User Attributes » et « Deactivate Users ».',
  'directory.setup.okta.4':
    'Attribuez des personnes à l’application, et ajoutez des groupes sous « Push Groups ».',
  'directory.setup.whom':
    'L’annuaire gère les personnes dont l’adresse est dans un domaine que votre organisation a vérifié. Rien ne change pour les autres.',

  'directory.groups': 'Groupes',
  'directory.groups.about':
    'Les groupes que votre annuaire a envoyés. Un groupe reste sans effet jusqu’à ce que vous l’associiez : les personnes qui en font partie sont alors administrateurs ou ont des rôles d’application.',
  'directory.groups.columns.group': 'Groupe',
  'directory.groups.columns.people': 'Personnes',
  'directory.groups.columns.role': 'Rôle accordé',
  'directory.groups.empty': 'Aucun groupe pour le moment',
  'directory.groups.empty.text': 'Ils apparaissent ici dès que votre annuaire les envoie.',
  'directory.groups.map': 'Nommer administrateurs',
  'directory.groups.map.done': 'Les personnes du groupe sont maintenant administrateurs.',
  'directory.groups.map.named': 'Nommer administrateurs : {group}',
  'directory.groups.map.text':
    '{count, plural, one {# personne de {group} pourra} other {# personnes de {group} pourront}} gérer les membres, les invitations et les clés. Dès lors, l’annuaire décide qui fait partie du groupe. Les propriétaires restent propriétaires.',
  'directory.groups.map.title': 'Nommer ce groupe administrateur ?',
  'directory.groups.noRole': 'Aucun',
  'directory.groups.people': '{count, plural, one {# personne} other {# personnes}}',
  'directory.groups.unmap': 'Retirer le rôle',
  'directory.groups.unmap.done': 'Le groupe n’accorde plus aucun rôle.',
  'directory.groups.unmap.named': 'Retirer le rôle : {group}',
  'directory.groups.unmap.text':
    'Les personnes qui ne sont administrateurs que grâce à {group} deviennent membres. Les propriétaires, et les personnes que vous avez nommées administrateurs à la main, gardent leur rôle.',
  'directory.groups.unmap.title': 'Retirer le rôle d’administrateur à ce groupe ?',

  'directory.refusals': 'Requêtes refusées',
  'directory.refusals.about': 'Les dernières requêtes refusées de votre annuaire, sur une semaine.',
  'directory.refusals.columns.what': 'Ce qui a été refusé',
  'directory.refusals.columns.when': 'Quand',
  'directory.refusals.empty': 'Rien n’a été refusé depuis une semaine',

  'directory.attempt.DELETE.group': 'Supprimer un groupe',
  'directory.attempt.DELETE.other': 'Supprimer {path}',
  'directory.attempt.DELETE.person': 'Supprimer une personne',
  'directory.attempt.GET.group': 'Lire un groupe',
  'directory.attempt.GET.groups': 'Lire les groupes',
  'directory.attempt.GET.other': 'Lire {path}',
  'directory.attempt.GET.people': 'Lire les personnes',
  'directory.attempt.GET.person': 'Lire une personne',
  'directory.attempt.PATCH.group': 'Modifier un groupe',
  'directory.attempt.PATCH.other': 'Modifier {path}',
  'directory.attempt.PATCH.person': 'Modifier une personne',
  'directory.attempt.POST.group': 'Créer un groupe',
  'directory.attempt.POST.other': 'Créer {path}',
  'directory.attempt.POST.person': 'Créer une personne',
  'directory.attempt.PUT.group': 'Remplacer un groupe',
  'directory.attempt.PUT.other': 'Remplacer {path}',
  'directory.attempt.PUT.person': 'Remplacer une personne',

  'directory.advice.403':
    'Les adresses doivent être dans un domaine que votre organisation a vérifié. Les adresses des propriétaires et les personnes ayant un rôle dans le service ne se modifient qu’ici.',
  'directory.advice.404':
    'La personne ou le groupe n’existe plus, ou n’a jamais relevé de l’annuaire. Relancez une synchronisation complète de l’annuaire.',
  'directory.advice.405':
    'L’annuaire a utilisé une méthode que cette adresse n’accepte pas. Vérifiez l’URL de base.',
  'directory.advice.409':
    'Une organisation a besoin d’un propriétaire actif. Nommez d’abord un autre propriétaire.',
  'directory.advice.413':
    'La requête était trop volumineuse. Faites envoyer moins de membres à la fois par l’annuaire.',
  'directory.advice.415': 'L’annuaire doit envoyer du JSON. Vérifiez qu’il utilise SCIM 2.0.',
  'directory.advice.invalidFilter':
    'L’annuaire a fait une recherche sur un critère non pris en charge. Faites correspondre les personnes par userName ou externalId.',
  'directory.advice.invalidPath':
    'L’annuaire a envoyé un attribut inconnu. Retirez-le du mappage des attributs.',
  'directory.advice.invalidSyntax':
    'La requête n’a pas pu être lue. Vérifiez que l’annuaire utilise SCIM 2.0.',
  'directory.advice.invalidValue':
    'Une valeur ne convient pas à son attribut, ou un groupe cite une personne absente d’ici. Vérifiez le mappage, et attribuez aussi la personne.',
  'directory.advice.mutability':
    'L’annuaire a modifié un attribut qui ne change jamais. Retirez-le du mappage des attributs.',
  'directory.advice.noTarget':
    'L’annuaire a modifié quelque chose qui n’existe pas. Relancez une synchronisation complète.',
  'directory.advice.other': 'Vérifiez le mappage des attributs dans l’annuaire.',
  'directory.advice.ours': 'L’erreur vient de nous. L’annuaire réessaie de lui-même.',
  'directory.advice.uniqueness':
    'Le nom ou l’adresse est déjà utilisé. Si la personne appartient à une autre organisation, invitez-la plutôt ; s’il s’agit d’une deuxième entrée pour la même personne, supprimez-en une dans l’annuaire.',
} as const;
