/** The page of an organization's domains and identity providers. */
export const singleSignOn = {
  'singleSignOn.title': 'Authentification unique',
  'singleSignOn.description':
    'Vérifiez vos domaines e-mail, puis permettez la connexion avec votre propre fournisseur d’identité.',
  'singleSignOn.hidden': 'Seuls les propriétaires et les administrateurs voient cette page',
  'singleSignOn.hidden.impersonating':
    'Vous ne pouvez pas voir cette page tant que vous agissez au nom d’une autre personne.',
  'singleSignOn.hidden.member':
    'Adressez-vous à un propriétaire ou à un administrateur de votre organisation.',

  'singleSignOn.domains': 'Domaines',
  'singleSignOn.domains.about':
    'Un fournisseur d’identité ne fait foi que pour les adresses des domaines que vous avez vérifiés.',
  'singleSignOn.domains.add': 'Ajouter un domaine',
  'singleSignOn.domains.add.field': 'Domaine',
  'singleSignOn.domains.add.note':
    'Ce qui suit le @ dans vos adresses e-mail. Les sous-domaines comptent comme d’autres domaines.',
  'singleSignOn.domains.add.title': 'Ajouter un domaine',
  'singleSignOn.domains.autoJoin': 'Permettre de rejoindre l’organisation sans invitation',
  'singleSignOn.domains.autoJoin.on': 'Adhésion libre',
  'singleSignOn.domains.autoJoin.text':
    'Toute personne qui confirme une adresse de {domain} et n’appartient à aucune organisation devient membre.',
  'singleSignOn.domains.autoJoin.verifyFirst': 'Vérifiez d’abord le domaine.',
  'singleSignOn.domains.check': 'Vérifier',
  'singleSignOn.domains.checked': 'Dernier contrôle : {when}',
  'singleSignOn.domains.unchecked': 'Pas encore contrôlé',
  'singleSignOn.domains.foundNone':
    'Nous avons cherché les enregistrements TXT de {name} et n’en avons trouvé aucun.',
  'singleSignOn.domains.foundOnly':
    'Nous avons cherché les enregistrements TXT de {name} et n’avons trouvé que :',
  'singleSignOn.domains.create':
    'Créez cet enregistrement TXT chez votre fournisseur DNS, puis vérifiez-le. Un nouvel enregistrement peut prendre de quelques minutes à une heure.',
  'singleSignOn.domains.empty': 'Aucun domaine pour le moment',
  'singleSignOn.domains.empty.text':
    'Ajoutez le domaine de vos adresses e-mail, et prouvez par un enregistrement DNS qu’il est à vous.',
  'singleSignOn.domains.full':
    'Une organisation peut avoir {limit, plural, one {# domaine} other {# domaines}}. Retirez-en un pour en ajouter un autre.',
  'singleSignOn.domains.inPlace': 'L’enregistrement est en place.',
  'singleSignOn.domains.keep':
    'Laissez cet enregistrement TXT chez votre fournisseur DNS. Nous le recherchons chaque semaine.',
  'singleSignOn.domains.recordName': 'Nom',
  'singleSignOn.domains.recordName.note':
    'Certains fournisseurs DNS ajoutent le domaine d’eux-mêmes : saisissez alors seulement {label}.',
  'singleSignOn.domains.recordValue': 'Valeur',
  'singleSignOn.domains.remove': 'Retirer',
  'singleSignOn.domains.remove.action': 'Retirer le domaine',
  'singleSignOn.domains.remove.done': 'Domaine retiré.',
  'singleSignOn.domains.remove.text':
    'Les personnes ayant une adresse de {domain} ne peuvent plus se connecter avec votre fournisseur d’identité ni rejoindre l’organisation sans invitation. Les membres restent.',
  'singleSignOn.domains.remove.title': 'Retirer ce domaine ?',
  'singleSignOn.domains.saved': 'Domaine enregistré.',
  'singleSignOn.domains.state.missing': 'Enregistrement manquant',
  'singleSignOn.domains.state.unverified': 'Pas encore vérifié',
  'singleSignOn.domains.state.verified': 'Vérifié',
  'singleSignOn.domains.verified': 'Domaine vérifié.',
  'singleSignOn.domains.verifiedAndChecked': 'Vérifié {verified} · Dernier contrôle : {checked}',
  'singleSignOn.never': 'jamais',

  'singleSignOn.providers': 'Fournisseurs d’identité',
  'singleSignOn.providers.about':
    'Okta, Entra ID, Google Workspace, ou tout autre qui utilise SAML 2.0 ou OpenID Connect.',
  'singleSignOn.providers.add': 'Ajouter un fournisseur d’identité',
  'singleSignOn.providers.columns.domains': 'Domaines',
  'singleSignOn.providers.columns.name': 'Nom',
  'singleSignOn.providers.columns.status': 'Statut',
  'singleSignOn.providers.columns.tested': 'Dernier test réussi',
  'singleSignOn.providers.empty': 'Aucun fournisseur d’identité pour le moment',
  'singleSignOn.providers.empty.text': 'Ajoutez le vôtre, testez-le, et activez-le une fois le test réussi.',
  'singleSignOn.providers.full':
    'Une organisation peut avoir {limit, plural, one {# fournisseur d’identité} other {# fournisseurs d’identité}}. Supprimez-en un pour en ajouter un autre.',
  'singleSignOn.providers.tested': 'Dernier test réussi : {when}',
  'singleSignOn.providers.untested': 'Pas encore testé',

  'singleSignOn.create.action': 'Ajouter',
  'singleSignOn.create.name': 'Nom',
  'singleSignOn.create.nameNote': 'Visible uniquement par vous et les autres administrateurs.',
  'singleSignOn.create.oidc': 'Nécessite un ID client et un secret client au lieu de certificats.',
  'singleSignOn.create.protocol': 'Protocole',
  'singleSignOn.create.protocolNote':
    'Vous ne pourrez pas le changer ensuite. Tous les grands fournisseurs d’identité proposent les deux.',
  'singleSignOn.create.saml': 'Le choix habituel pour Okta, Entra ID et Google Workspace.',
  'singleSignOn.create.title': 'Ajouter un fournisseur d’identité',

  'singleSignOn.provider': 'Fournisseur d’identité',
  'singleSignOn.provider.gone': 'Ce fournisseur d’identité n’existe plus.',
  'singleSignOn.next': 'Étape suivante',
  'singleSignOn.next.domain':
    'Il ne connecte personne tant qu’il n’a pas de domaine vérifié. Choisissez-en un sous « Options ».',
  'singleSignOn.next.domains': 'Choisissez sous « Options » les domaines pour lesquels il fait foi.',
  'singleSignOn.next.enter':
    'Saisissez les valeurs ci-dessous chez votre fournisseur d’identité, puis ici ce qu’il vous donne.',
  'singleSignOn.next.test': 'Testez-le. Vous vous y connectez une fois, et rien ne change pour personne.',
  'singleSignOn.next.turnOn': 'Le test a réussi. Vous pouvez l’activer.',
  'singleSignOn.states.noDomain': 'Sans domaine',
  'singleSignOn.states.off': 'Désactivé',
  'singleSignOn.states.on': 'Activé',
  'singleSignOn.states.required': 'Exigé',
  'singleSignOn.tabs.options': 'Options',
  'singleSignOn.tabs.people': 'Personnes',
  'singleSignOn.tabs.setup': 'Configuration',
  'singleSignOn.tabs.test': 'Dernier test',

  'singleSignOn.actions.delete': 'Supprimer',
  'singleSignOn.actions.more': 'Plus',
  'singleSignOn.actions.release': 'Ne plus exiger',
  'singleSignOn.actions.require': 'Exiger',
  'singleSignOn.actions.test': 'Tester',
  'singleSignOn.actions.turnOff': 'Désactiver',
  'singleSignOn.actions.turnOn': 'Activer',
  'singleSignOn.delete.action': 'Supprimer le fournisseur d’identité',
  'singleSignOn.delete.done': 'Fournisseur d’identité supprimé.',
  'singleSignOn.delete.text':
    'Ses paramètres et ses associations sont supprimés, et plus personne ne peut se connecter avec lui. Les membres restent. C’est irréversible.',
  'singleSignOn.delete.title': 'Supprimer ce fournisseur d’identité ?',
  'singleSignOn.release.done': 'L’authentification unique n’est plus exigée.',
  'singleSignOn.release.text':
    'On peut de nouveau se connecter avec {name} ou par tout autre moyen. Les personnes sans mot de passe peuvent en définir un avec « Mot de passe oublié ? ».',
  'singleSignOn.release.title': 'Ne plus exiger l’authentification unique ?',
  'singleSignOn.turnedOn': 'Fournisseur d’identité activé.',
  'singleSignOn.turnOff.done': 'Fournisseur d’identité désactivé.',
  'singleSignOn.turnOff.text':
    'Personne ne peut se connecter avec {name} tant que vous ne le réactivez pas. Les personnes sans mot de passe peuvent en définir un avec « Mot de passe oublié ? ». Les associations et les paramètres restent.',
  'singleSignOn.turnOff.title': 'Désactiver ce fournisseur d’identité ?',

  'singleSignOn.require.action': 'Exiger',
  'singleSignOn.require.done': 'L’authentification unique est exigée.',
  'singleSignOn.require.fails': 'Si votre fournisseur d’identité tombe en panne',
  'singleSignOn.require.keys':
    'Leurs propres clés d’API fonctionnent pendant 30 jours après chaque connexion ici. Les clés de l’organisation restent.',
  'singleSignOn.require.lastResort': 'En dernier recours, l’exploitant de ce service exécute :',
  'singleSignOn.require.needs':
    'Il vous faut un test que vous avez réussi au cours des dernières 24 heures, et une session ouverte avec l’authentification à deux facteurs, une clé d’accès ou ce fournisseur d’identité.',
  'singleSignOn.require.noWayBack': 'Pas encore d’accès de secours',
  'singleSignOn.require.noWayBack.text':
    'Si votre fournisseur d’identité tombe en panne, personne ne pourra se connecter. Un propriétaire doit d’abord activer l’authentification à deux facteurs pour son mot de passe, ou ajouter une clé d’accès.',
  'singleSignOn.require.others': 'Les personnes ayant d’autres adresses se connectent comme avant.',
  'singleSignOn.require.owners':
    '{owners, plural, one {# propriétaire peut} other {# propriétaires peuvent}} toujours se connecter avec un mot de passe et un second facteur, ou avec une clé d’accès. Les autres propriétaires en sont informés par e-mail.',
  'singleSignOn.require.sessions':
    'Leurs autres sessions prennent fin à la prochaine requête. Celle que vous utilisez maintenant continue.',
  'singleSignOn.require.title': 'Exiger l’authentification unique ?',
  'singleSignOn.require.ways':
    'Les mots de passe, les clés d’accès, les codes par e-mail et les autres fournisseurs ne leur permettent plus de se connecter.',
  'singleSignOn.require.whom':
    'Les membres ayant une adresse de {domains}, et les membres associés à {name}, ne peuvent alors se connecter qu’avec lui.',

  'singleSignOn.setup.entraIssuer': 'Émetteur, avec votre {field}',
  'singleSignOn.setup.entraSecret': 'Secret client (sa colonne {column})',
  'singleSignOn.setup.fieldNames': 'Noms des champs de',
  'singleSignOn.setup.hint.oidc.entra':
    'Enregistrez une application pour les comptes de cet annuaire uniquement.',
  'singleSignOn.setup.hint.oidc.google':
    'Réglez « User type » de l’écran de consentement sur « Internal », pour que seuls vos propres comptes puissent se connecter.',
  'singleSignOn.setup.hint.oidc.okta':
    'Créez une application web avec le type d’autorisation « Authorization Code ».',
  'singleSignOn.setup.hint.oidc.other': 'Créez une application web avec le flux par code d’autorisation.',
  'singleSignOn.setup.hint.saml.entra':
    'Gardez les revendications qu’Entra ID envoie de lui-même. Laissez le chiffrement des jetons désactivé.',
  'singleSignOn.setup.hint.saml.google':
    'Associez « Primary email » à email, « First name » à firstName et « Last name » à lastName. Google ne publie pas d’adresse de métadonnées : téléchargez les métadonnées et choisissez le fichier ci-dessous.',
  'singleSignOn.setup.hint.saml.okta':
    'Ajoutez les attributs email (user.email), firstName (user.firstName) et lastName (user.lastName) sous « Attribute Statements ». Ne chiffrez pas l’assertion.',
  'singleSignOn.setup.hint.saml.other':
    'Envoyez les attributs email, firstName et lastName, signez avec SHA-256, et ne chiffrez pas l’assertion.',
  'singleSignOn.setup.loginUrlNote': 'Facultatif. Lance une connexion depuis une vignette ou un favori.',
  'singleSignOn.setup.metadataNote':
    'Nos métadonnées se trouvent aussi à cette adresse, si vous pouvez les importer.',
  'singleSignOn.setup.other': 'Autre',
  'singleSignOn.setup.other.acsUrl': 'URL du service consommateur d’assertions (ACS)',
  'singleSignOn.setup.other.certificate': 'Certificat de signature',
  'singleSignOn.setup.other.clientId': 'ID client',
  'singleSignOn.setup.other.clientSecret': 'Secret client',
  'singleSignOn.setup.other.entityId': 'ID d’entité ou émetteur',
  'singleSignOn.setup.other.issuer': 'Émetteur',
  'singleSignOn.setup.other.loginUrl': 'URL de connexion',
  'singleSignOn.setup.other.metadataUrl': 'URL des métadonnées',
  'singleSignOn.setup.other.ourEntityId': 'Audience ou ID d’entité du SP',
  'singleSignOn.setup.other.redirectUri': 'URI de redirection ou de rappel',
  'singleSignOn.setup.other.signInUrl': 'URL de connexion (HTTP-Redirect)',
  'singleSignOn.setup.ours': '1. À saisir dans {provider}',
  'singleSignOn.setup.ours.other': '1. À saisir chez votre fournisseur d’identité',
  'singleSignOn.setup.saved': 'Paramètres enregistrés.',
  'singleSignOn.setup.saveSettings': 'Enregistrer les paramètres',
  'singleSignOn.setup.theirs': '2. À reporter ici depuis {provider}',
  'singleSignOn.setup.theirs.other': '2. À reporter ici depuis votre fournisseur d’identité',

  'singleSignOn.oidc.example': 'Par exemple {address}',
  'singleSignOn.oidc.newSecret':
    'Nous le chiffrons et ne l’affichons plus jamais. Laissez vide pour un client public.',
  'singleSignOn.oidc.savedSecret':
    'Un secret est enregistré. Nous ne l’affichons jamais. Saisissez-en un autre pour le remplacer.',

  'singleSignOn.saml.certificates': 'Certificats',
  'singleSignOn.saml.certificates.note':
    'D’un à quatre, l’un sous l’autre, pour qu’un nouveau puisse prendre le relais.',
  'singleSignOn.saml.certificates.past': 'Expiré',
  'singleSignOn.saml.certificates.soon': 'Expire bientôt',
  'singleSignOn.saml.certificates.until': 'Certificat jusqu’au {day}',
  'singleSignOn.saml.certificates.fine': 'Valide',
  'singleSignOn.saml.chooseFile': 'Choisir un fichier',
  'singleSignOn.saml.fact': '{field} : {value}',
  'singleSignOn.saml.metadata': 'Métadonnées',
  'singleSignOn.saml.metadata.note': 'Le contenu du fichier, ou du XML collé.',
  'singleSignOn.saml.missing': 'Aucun propriétaire ne l’a encore saisi.',
  'singleSignOn.saml.readDaily': '{address} (lue chaque jour)',
  'singleSignOn.saml.source': 'Comment les saisir',
  'singleSignOn.saml.source.fields': 'Un par un',
  'singleSignOn.saml.source.metadata': 'Fichier ou texte de métadonnées',
  'singleSignOn.saml.source.replace': 'Remplacer les paramètres',
  'singleSignOn.saml.urlNote':
    'Nous la lisons maintenant puis chaque jour : les nouveaux certificats arrivent d’eux-mêmes.',

  'singleSignOn.options.adminGroups': 'Groupes d’administrateurs',
  'singleSignOn.options.adminGroups.clear': 'Effacer les groupes',
  'singleSignOn.options.adminGroups.note':
    'Leurs membres deviennent administrateurs à chaque connexion, et toutes les autres personnes simples membres. Les propriétaires restent propriétaires. Laissez vide pour garder les rôles tels quels.',
  'singleSignOn.options.attribute.email': 'Adresse e-mail',
  'singleSignOn.options.attribute.firstName': 'Prénom',
  'singleSignOn.options.attribute.groups': 'Groupes',
  'singleSignOn.options.attribute.lastName': 'Nom',
  'singleSignOn.options.attributes.oidc': 'Noms des revendications, s’ils diffèrent',
  'singleSignOn.options.attributes.saml': 'Noms des attributs, s’ils diffèrent',
  'singleSignOn.options.domains': 'Domaines',
  'singleSignOn.options.domains.choose': 'Choisir des domaines vérifiés',
  'singleSignOn.options.domains.note':
    'Il ne connecte que les personnes ayant une adresse de l’un de ces domaines.',
  'singleSignOn.options.domains.verifyFirst': 'Vérifiez d’abord un domaine, en haut de la page.',
  'singleSignOn.options.name': 'Nom',
  'singleSignOn.options.provisioning': 'Nouveaux membres admis sans invitation',
  'singleSignOn.options.provisioning.note':
    'Toute personne dont il se porte garant reçoit un compte. Désactivé : il lui faut d’abord une invitation.',
  'singleSignOn.options.save': 'Enregistrer les options',
  'singleSignOn.options.saved': 'Options enregistrées.',
  'singleSignOn.options.secondFactor': 'Il vérifie un second facteur',
  'singleSignOn.options.secondFactor.note':
    'Nous n’en demandons alors pas d’autre, sauf si le service en exige un de tout le monde.',
  'singleSignOn.options.sessionHours': 'Durée des sessions, en heures',
  'singleSignOn.options.sessionHours.note': 'De 1 à 168. Ensuite, il faut s’y reconnecter.',

  'singleSignOn.people': 'Personnes associées',
  'singleSignOn.people.columns.lastSignIn': 'Dernière connexion',
  'singleSignOn.people.columns.person': 'Personne',
  'singleSignOn.people.empty': 'Personne n’est encore associé',
  'singleSignOn.people.empty.text':
    'Les personnes apparaissent ici une fois connectées avec ce fournisseur d’identité.',
  'singleSignOn.people.lastSignIn': 'Dernière connexion : {when}',
  'singleSignOn.people.unlink': 'Dissocier',
  'singleSignOn.people.unlink.done': 'Personne dissociée.',
  'singleSignOn.people.unlink.person': 'Dissocier {email}',
  'singleSignOn.people.unlink.text':
    '{email} sera de nouveau associé par son adresse e-mail à sa prochaine connexion avec ce fournisseur d’identité. Cette personne reste membre.',
  'singleSignOn.people.unlink.title': 'Dissocier cette personne ?',
  'singleSignOn.people.unlinkAll': 'Tout dissocier',
  'singleSignOn.people.unlinkAll.done': 'Toutes les personnes sont dissociées.',
  'singleSignOn.people.unlinkAll.text':
    'Chacun sera de nouveau associé par son adresse e-mail à sa prochaine connexion. C’est nécessaire avant de changer l’émetteur ou l’ID d’entité.',
  'singleSignOn.people.unlinkAll.title': 'Dissocier toutes les personnes ?',

  'singleSignOn.test.attributes': 'Attributs',
  'singleSignOn.test.attributes.copy': 'Copier les attributs',
  'singleSignOn.test.claims': 'Revendications',
  'singleSignOn.test.claims.copy': 'Copier les revendications',
  'singleSignOn.test.empty': 'Aucun test au cours des dernières 24 heures',
  'singleSignOn.test.empty.text':
    'Choisissez « Tester » ci-dessus. Vous vous connectez chez votre fournisseur d’identité, et cette page montre ce qu’il a envoyé. Un test ne connecte personne ici.',
  'singleSignOn.test.failed': 'Le test a échoué',
  'singleSignOn.test.message': 'Message',
  'singleSignOn.test.message.copy': 'Copier le message',
  'singleSignOn.test.notSent': 'Non envoyé',
  'singleSignOn.test.passed': 'Le test a réussi',
  'singleSignOn.test.passed.text':
    'Le message et son adresse sont corrects ({when}). Le droit de rejoindre l’organisation est vérifié à la connexion de chaque personne.',
  'singleSignOn.test.person.email': 'Adresse e-mail',
  'singleSignOn.test.person.firstName': 'Prénom',
  'singleSignOn.test.person.groups': 'Groupes',
  'singleSignOn.test.person.lastName': 'Nom',
  'singleSignOn.test.person.role': 'Rôle ici',
  'singleSignOn.test.person.roleStays': 'Inchangé',
  'singleSignOn.test.person.subject': 'Identifiant',
  'singleSignOn.test.person.tooManyGroups': 'Trop nombreux pour être envoyés',
  'singleSignOn.test.sent': 'Ce qui a été envoyé',
  'singleSignOn.test.understood': 'Ce que nous avons compris',

  'singleSignOn.test.todo.noAddress':
    'Faites-lui en envoyer une, ou saisissez sous « Options » le nom qu’il utilise. Ce qu’il a envoyé figure ci-dessous.',
  'singleSignOn.test.todo.noDomain': 'Choisissez son domaine sous « Options », puis refaites le test.',
  'singleSignOn.test.todo.other': 'Comparez les paramètres des deux côtés, puis refaites le test.',
  'singleSignOn.test.todo.otherDomain':
    'Connectez-vous là-bas avec un autre compte, ou vérifiez et choisissez le domaine de cette adresse.',
  'singleSignOn.test.todo.sso_denied':
    'Vérifiez que l’application vous y est attribuée, puis refaites le test.',
  'singleSignOn.test.todo.sso_failed':
    'Comparez les valeurs sous « Configuration » avec celles du fournisseur d’identité, puis refaites le test.',
  'singleSignOn.test.todo.sso_unavailable':
    'Vérifiez l’émetteur sous « Configuration », et que le fournisseur d’identité est joignable depuis Internet.',
  'singleSignOn.test.todo.unverified': 'Confirmez l’adresse là-bas, puis refaites le test.',
  'singleSignOn.test.what.noAddress': 'Le fournisseur d’identité n’a pas envoyé d’adresse e-mail.',
  'singleSignOn.test.what.noDomain':
    'Le message est correct, mais {email} n’est dans aucun des domaines de ce fournisseur d’identité.',
  'singleSignOn.test.what.other': 'La connexion a échoué.',
  'singleSignOn.test.what.otherDomain': 'Le message est correct, mais {email} n’est pas dans {domains}.',
  'singleSignOn.test.what.sso_denied':
    'Le fournisseur d’identité a refusé la connexion, ou vous l’avez annulée.',
  'singleSignOn.test.what.sso_failed':
    'Nous n’avons pas pu vérifier ce que le fournisseur d’identité a envoyé.',
  'singleSignOn.test.what.sso_unavailable': 'Le fournisseur d’identité n’a pas répondu.',
  'singleSignOn.test.what.unverified': 'Le fournisseur d’identité indique que {email} n’est pas confirmée.',
  'singleSignOn.test.what.unverifiedUnnamed':
    'Le fournisseur d’identité indique que l’adresse n’est pas confirmée.',
} as const;
