import type { Translation } from '../parts.ts';

export const messages: Translation<'sign-in'> = {
  'action.backToSignIn': 'Retour à la connexion',
  'action.continue': 'Continuer',
  'action.createAccount': 'Créer un compte',
  'action.getNewLink': 'Obtenir un nouveau lien',
  'action.newLinkInProfile': 'Obtenir un nouveau lien dans votre profil',
  'action.sendLink': 'Envoyer le lien',
  'action.signIn': 'Se connecter',
  'action.startOver': 'Recommencer',
  'action.toDashboard': 'Aller au tableau de bord',
  'action.tryAgain': 'Réessayer',
  'challenge.failed':
    'La vérification ne s’est pas chargée. Votre navigateur la bloque peut-être. Fermez cette fenêtre et réessayez.',
  'challenge.solving': 'Nous vérifions que vous n’êtes pas un robot.',
  'challenge.title': 'Êtes-vous une personne ?',
  'field.code': 'Code',
  'field.email': 'Adresse e-mail',
  'field.firstName': 'Prénom',
  'field.lastName': 'Nom',
  'field.newPassword': 'Nouveau mot de passe',
  'field.optional': 'Facultatif',
  'field.organization': 'Organisation',
  'field.password': 'Mot de passe',
  'field.togglePassword': 'Afficher ou masquer le mot de passe',
  'field.username': 'Nom d’utilisateur',

  'colorScheme.toDark': 'Passer au mode sombre',
  'colorScheme.toLight': 'Passer au mode clair',
  'dialog.close': 'Fermer',
  'failure.answer': 'Un intermédiaire entre vous et le service a répondu avec le statut {status}.',
  'failure.page': 'Un problème est survenu sur cette page. Rechargez-la et réessayez.',
  'failure.reference': 'Si le problème persiste, communiquez cet identifiant au support : {id}',
  'failure.timeout': 'Le service n’a pas répondu à temps. Réessayez dans un instant.',
  'failure.title': 'Cette page ne s’est pas chargée',
  'failure.unreachable': 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
  'language.label': 'Langue',
  'notFound.text': 'Vérifiez l’adresse, ou repartez du tableau de bord.',
  'notFound.title': 'Page introuvable',
  'waiting.label': 'Chargement',
  'waiting.moment': 'Un instant…',

  'cancelDeletion.about':
    'Votre compte va être supprimé. Vous pouvez le conserver, avec tout ce qui lui appartient.',
  'cancelDeletion.action': 'Conserver mon compte',
  'cancelDeletion.dead':
    'Si vous avez déjà conservé le compte, connectez-vous. Si le délai est écoulé, il est supprimé et ne peut pas être rétabli.',
  'cancelDeletion.doneTitle': 'Suppression annulée',
  'cancelDeletion.title': 'Conserver votre compte',
  'cancelDeletion.unasked':
    'Si vous n’avez pas demandé sa suppression, conservez-le maintenant. Choisissez ensuite un nouveau mot de passe, car une personne était connectée à votre compte.',

  'code.digit': 'Chiffre {at} sur 6',

  'confirmAddress.action': 'Changer mon adresse e-mail',
  'confirmAddress.done': 'Désormais, vous vous connectez avec {email}.',
  'confirmAddress.doneTitle': 'Votre adresse e-mail est modifiée',
  'confirmAddress.new': 'Après',
  'confirmAddress.note': 'Vous vous connecterez avec la nouvelle adresse. Votre session ici reste ouverte.',
  'confirmAddress.notNow': 'Pas maintenant',
  'confirmAddress.now': 'Avant',
  'confirmAddress.title': 'Confirmez votre nouvelle adresse e-mail',

  'consent.allow': 'Autoriser',
  'consent.app': 'une application sur cet appareil ({name})',
  'consent.deny': 'Refuser',
  'consent.described': 'Elle se nomme {name} et se décrit à l’adresse {url}.',
  'consent.invalid': 'Cette demande n’est pas valide',
  'consent.invalidText':
    'Elle est incomplète, ou elle concerne un autre compte. Revenez à l’application et reconnectez-vous.',
  'consent.loopback': 'La réponse est envoyée à cet ordinateur',
  'consent.loopbackText':
    'Tout programme qui s’y trouve pourrait la recevoir et utiliser ce nom. Autorisez uniquement si vous venez de lancer cette demande vous-même.',
  'consent.next':
    'Vous continuerez vers {place}. Vous pouvez retirer l’accès à tout moment dans votre compte, sous « Applications connectées ».',
  'consent.organization': 'L’application travaille avec celle-ci et n’a pas connaissance des autres.',
  'consent.resource': 'Agir en votre nom sur {host}',
  'consent.selfRegistered': 'Cette application s’est enregistrée elle-même',
  'consent.selfRegisteredText':
    'Aucun administrateur ne l’a vérifiée, et elle a choisi son propre nom. Autorisez-la uniquement si vous êtes à l’origine de cette demande.',
  'consent.title': 'Se connecter à {name}',
  'consent.wants': 'L’application souhaite utiliser votre compte {email} et pourra :',

  'deadLink.text':
    'Il a déjà été utilisé, a expiré ou est incomplet. Chaque lien fonctionne une seule fois, pendant une durée limitée.',
  'deadLink.title': 'Ce lien ne fonctionne plus',
  'device.title': 'Se connecter sur un appareil',
  'device.text': 'Saisissez le code qu’affiche votre appareil.',
  'device.code': 'Code',
  'device.compare': 'Ce code vient du lien. Continuez uniquement si votre appareil affiche le même.',
  'device.setUp': 'Configurer l’authentification à deux facteurs',
  'device.otherWay': 'Se connecter autrement',
  'device.same':
    'Votre appareil doit afficher ce code. Si ce n’est pas le cas, ou si quelqu’un vous a envoyé ici, refusez.',
  'device.from': '{device}, à l’adresse {address}, a fait cette demande à {time}.',
  'device.elsewhere': 'L’appareil se trouve sur un autre réseau',
  'device.elsewhereText':
    'Vous et cet appareil n’êtes pas sur le même réseau. Autorisez uniquement si vous avez lancé cette demande vous-même, sur un appareil que vous voyez.',
  'device.back': 'Saisir un autre code',
  'device.allowed': 'Votre appareil est connecté',
  'device.allowedText':
    'Retournez-y. Vous pouvez retirer son accès à tout moment dans votre compte, sous Applications connectées.',
  'device.denied': 'L’appareil n’obtient aucun accès',
  'device.deniedText': 'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',

  'emailCode.act': 'Recevoir un code par e-mail',
  'emailCode.asked': 'Vous avez demandé à vous connecter à {product} dans ce navigateur.',
  'emailCode.elsewhere':
    'Il fonctionne une seule fois, pendant {minutes, plural, one {# minute} other {# minutes}}, et uniquement dans le navigateur où vous l’avez demandé. Retournez-y et saisissez les six chiffres de l’e-mail.',
  'emailCode.elsewhereTitle': 'Ce lien ne fonctionne pas ici',
  'emailCode.sendNew': 'Envoyer un nouveau code',
  'emailCode.sent':
    'Si {email} a un compte, un code est en route. Il fonctionne pendant {minutes, plural, one {# minute} other {# minutes}}. Vérifiez aussi vos courriers indésirables.',
  'emailCode.sentTitle': 'Consultez vos e-mails',
  'emailCode.text': 'Nous vous enverrons par e-mail six chiffres pour vous connecter.',
  'emailCode.title': 'Se connecter avec un code',

  'expired.text': 'Elle a pris trop de temps, était déjà terminée ou a commencé dans un autre navigateur.',
  'expired.title': 'Cette connexion a expiré',

  'forgotPassword.purpose':
    'Saisissez votre adresse e-mail : nous vous enverrons un lien pour définir un nouveau mot de passe.',
  'forgotPassword.sent':
    'Si {email} a un compte, un lien est en route. Il fonctionne pendant {hours, plural, one {# heure} other {# heures}}. Vérifiez aussi vos courriers indésirables.',
  'forgotPassword.title': 'Mot de passe oublié ?',

  'invite.create': 'Créer un compte',
  'invite.expired': 'Cette invitation a expiré',
  'invite.expiredText':
    'Les invitations expirent après {days, plural, one {# jour} other {# jours}}. Demandez-en une nouvelle.',
  'invite.have': 'J’ai déjà un compte',
  'invite.join': 'Rejoindre avec {email}',
  'invite.keep': 'Vous restez membre de {organization} et pouvez passer de l’une à l’autre.',
  'invite.missing': 'Invitation introuvable',
  'invite.missingText':
    'Elle a déjà été utilisée ou annulée, ou le lien est incomplet. Demandez-en une nouvelle.',
  'invite.oneOnly':
    'Vous appartenez déjà à {organization}, et vous ne pouvez appartenir qu’à une seule organisation. Quittez-la d’abord.',
  'invite.otherAccount': 'Utiliser un autre compte',
  'invite.someone': 'Quelqu’un',
  'invite.text':
    '{inviter} invite {email} à rejoindre {organization} en tant que {role, select, OWNER {propriétaire} ADMIN {administrateur} other {membre}}. L’invitation expire le {day}.',
  'invite.title': 'Rejoindre {organization}',
  'invite.waiting': 'Vous avez une invitation',
  'invite.wrongAccount': 'Vous utilisez le compte {email}, mais cette invitation est destinée à {invited}.',

  'login.new': 'Première visite ? {link}',
  'login.remember': 'Rester connecté',
  'login.title': 'Connexion',
  'login.destination': 'Vous continuerez ensuite vers {name}.',
  'login.service': 'Fourni par {product}',

  'newPassword.atLeast': 'Au moins :',
  'newPassword.met': ', respecté',
  'newPassword.notMet': ', pas encore respecté',
  'newPassword.rule.bytes': '72 octets au maximum',
  'newPassword.rule.digit': 'un chiffre',
  'newPassword.rule.length': '8 caractères',
  'newPassword.rule.lowercase': 'une minuscule',
  'newPassword.rule.special': 'un caractère spécial',
  'newPassword.rule.uppercase': 'une majuscule',
  'newPassword.strength.0': 'Trop facile à deviner',
  'newPassword.strength.1': 'Facile à deviner',
  'newPassword.strength.2': 'Pourrait être plus fort',
  'newPassword.strength.3': 'Fort',
  'newPassword.strength.4': 'Très fort',

  'organizationChoice.create': 'En créer une',
  'organizationChoice.from': 'Dans l’e-mail d’invitation, ou auprès de la personne qui vous invite.',
  'organizationChoice.invited': 'J’ai une invitation',
  'organizationChoice.later':
    'Facultatif. Vous pourrez aussi l’ouvrir plus tard pour rejoindre l’organisation.',
  'organizationChoice.link': 'Lien d’invitation',
  'organizationChoice.name': 'Nom de l’organisation',

  'otherAccount.impersonating':
    'Vous agissez au nom de {email}. Cessez d’agir en son nom avant de confirmer {address}.',
  'otherAccount.switch': 'Changer de compte',
  'otherAccount.text':
    'Vous utilisez le compte {email}, mais nous avons envoyé ce lien à {address} pour un autre compte. Passez à ce compte pour confirmer l’adresse.',

  'passkey.address': 'Les clés d’accès fonctionnent uniquement sur {domain}. Cette page est sur {host}.',
  'passkey.exists': 'Cet appareil a déjà une clé d’accès pour votre compte.',
  'passkey.insecure':
    'Les clés d’accès nécessitent HTTPS. En simple HTTP, les navigateurs les autorisent uniquement sur localhost.',
  'passkey.use': 'Utiliser une clé d’accès',
  'passkey.useYours': 'Utiliser votre clé d’accès',

  'provider.account_inactive': 'Ce compte est désactivé. Contactez un administrateur.',
  'provider.complete': 'Créer le compte',
  'provider.completeTitle': 'Vous y êtes presque',
  'provider.continue': 'Continuer avec {provider}',
  'provider.email_not_verified':
    'Votre fournisseur n’a pas confirmé votre adresse e-mail. Confirmez-la chez lui, puis réessayez.',
  'provider.invalid_state': 'Cette connexion a pris trop de temps ou a été ouverte deux fois. Réessayez.',
  'provider.link': 'Associer et se connecter',
  'provider.linkText':
    'Vous avez déjà un compte ici. Saisissez son mot de passe une fois, et vous pourrez ensuite aussi vous connecter avec :',
  'provider.linkTitle': 'Associer votre compte',
  'provider.names': 'Laissez ces champs vides pour utiliser le nom indiqué par votre fournisseur.',
  'provider.noAddress': 'Un compte sans adresse confirmée',
  'provider.oauth_denied':
    'Vous n’avez pas approuvé la connexion. Réessayez, ou utilisez votre mot de passe.',
  'provider.or': 'ou',
  'provider.organization': 'Choisissez votre organisation. Vous vous connecterez avec :',
  'provider.other': 'La connexion a échoué. Réessayez.',
  'provider.profile_fetch_failed':
    'Le fournisseur ne nous a pas indiqué qui vous êtes. Réessayez dans un instant.',
  'provider.provider_unavailable':
    'Le fournisseur est injoignable pour le moment. Réessayez plus tard, ou utilisez votre mot de passe.',
  'provider.sign_in_method_not_allowed':
    'La connexion avec ce fournisseur n’est pas autorisée ici. Choisissez un autre moyen.',
  'provider.signInWith': 'Vous vous connecterez avec :',
  'provider.token_exchange_failed':
    'Le fournisseur n’a pas confirmé votre connexion. Réessayez dans un instant.',

  'reclaim.code':
    'Si cette adresse n’a jamais été confirmée, une autre personne a peut-être créé le compte. La connexion avec un code met alors aussi fin à ses clés d’API, ses clés d’accès, ses fournisseurs associés, son authentification à deux facteurs, ses autorisations d’applications et son appartenance à une organisation partagée. Dans une organisation sans autre membre, les invitations et les clés prennent fin, et les webhooks et les applications sont désactivés.',
  'reclaim.password':
    'Si cette adresse n’a jamais été confirmée, une autre personne a peut-être créé le compte. Définir un mot de passe met alors aussi fin à ses clés d’API, ses clés d’accès, ses fournisseurs associés, son authentification à deux facteurs, ses autorisations d’applications et son appartenance à une organisation partagée. Dans une organisation sans autre membre, les invitations et les clés prennent fin, et les webhooks et les applications sont désactivés. Une authentification à deux facteurs configurée via l’authentification unique d’une organisation prend fin avec le premier mot de passe.',

  'refusal.attempts': 'Trop de tentatives',
  'refusal.locked': 'Ce compte est verrouillé',
  'refusal.lockedNow': 'Trop de tentatives ont échoué. Vous pouvez réessayer maintenant.',
  'refusal.lockedUntil': 'Trop de tentatives ont échoué. Il sera déverrouillé dans {time}.',
  'refusal.now': 'Vous pouvez réessayer maintenant.',
  'refusal.unlock': 'Le déverrouiller par e-mail',
  'refusal.until': 'Réessayez dans {time}.',

  'register.action': 'Créer le compte',
  'register.back': 'Modifier vos informations',
  'register.byPasskey': 'Créer le compte avec une clé d’accès',
  'register.byPassword': 'Utiliser un mot de passe',
  'register.codeSent':
    'Nous avons envoyé un code à {email}. Il fonctionne pendant {minutes, plural, one {# minute} other {# minutes}}. Vérifiez aussi vos courriers indésirables.',
  'register.forAddress': 'L’invitation est destinée à cette adresse.',
  'register.have': 'Vous avez déjà un compte ? {link}',
  'register.joining': 'Vous rejoignez {organization}.',
  'register.passkeyText':
    'Vous vous connectez avec votre empreinte, votre visage ou un code PIN. Aucun mot de passe à retenir.',
  'register.ready':
    'Votre compte est prêt. Nous avons envoyé un lien à {email}. Ouvrez-le pour confirmer votre adresse.',
  'register.title': 'Créez votre compte',
  'register.welcome': 'Bienvenue sur {product}',

  'requestUnlock.purpose':
    'Après plusieurs tentatives infructueuses, un compte est verrouillé pendant {minutes, plural, one {# minute} other {# minutes}}. Nous pouvons vous envoyer par e-mail un lien qui le déverrouille maintenant.',
  'requestUnlock.sent':
    'Si {email} a un compte verrouillé, un lien est en route. Il fonctionne pendant {hours, plural, one {# heure} other {# heures}}. Vérifiez aussi vos courriers indésirables.',

  'resetPassword.action': 'Définir le mot de passe',
  'resetPassword.done': 'Toutes vos sessions sont fermées. Connectez-vous avec votre nouveau mot de passe.',
  'resetPassword.doneTitle': 'Votre mot de passe est défini',
  'resetPassword.repeat': 'Répéter le nouveau mot de passe',
  'resetPassword.title': 'Nouveau mot de passe',

  'scopes.openid': 'Savoir qui vous êtes',
  'scopes.profile': 'Voir votre nom et votre nom d’utilisateur',
  'scopes.email': 'Voir votre adresse e-mail',
  'scopes.offline_access': 'Conserver cet accès en votre absence',
  'scopes.organization': 'Voir votre organisation, vos rôles et leurs permissions',
  'scopes.permissions': 'Voir ce que vous avez le droit de faire dans {product}',
  'scopes.users:list': 'Voir la liste des utilisateurs de {product}',
  'scopes.users:read': 'Voir le détail des utilisateurs de {product}',
  'scopes.roles:read': 'Voir les rôles de {product}',
  'scopes.audit:read': 'Lire le journal d’audit de {product}',
  'scopes.emails:read': 'Voir quels e-mails {product} a envoyés',
  'scopes.organizations:read': 'Voir toutes les organisations de {product}',
  'scopes.policies:read': 'Voir la stratégie de sécurité de {product}',
  'scopes.applications:read': 'Voir les applications de {product}',
  'scopes.webhooks:read': 'Voir les webhooks, les destinations et les événements de {product}',
  'scopes.hooks:read': 'Voir les hooks de {product}',
  'scopes.checks:read': 'Voir les changements de sessions et de permissions dans {product}',
  'scopes.organization:read': 'Voir ce que vous voyez de votre organisation',
  'scopes.profile:read': 'Voir votre profil et vos clés d’API',

  'setup.action': 'Créer l’administrateur',
  'setup.description':
    '{product} est prêt et n’a encore aucun compte. Commencez par le vôtre : il pourra tout administrer.',
  'setup.development':
    'Cette page ne fonctionne qu’en développement, sur cette machine. En production, exécutez {command}.',
  'setup.done': 'Votre compte est prêt. Connectez-vous avec {email}.',
  'setup.doneTitle': 'Vous êtes l’administrateur',
  'setup.exists': 'Un compte existe déjà',
  'setup.existsText': 'Utilisez-le, ou créez un administrateur en ligne de commande. {link}',
  'setup.looking': 'Vous voulez seulement jeter un œil ? {link}',
  'setup.next': 'Ensuite, vous le protégerez avec l’authentification à deux facteurs.',
  'setup.ordinary': 'Créer un compte ordinaire',
  'setup.title': 'Créez le premier administrateur',

  'signedOut.again': 'Se reconnecter',
  'signedOut.ask':
    'Une application nous a demandé de vous déconnecter de {product}. Cela met aussi fin à vos sessions dans les applications ouvertes depuis ici.',
  'signedOut.askTitle': 'Se déconnecter ?',
  'signedOut.signOut': 'Se déconnecter',
  'signedOut.stay': 'Rester connecté',
  'signedOut.text': 'Vous pouvez maintenant fermer cette page.',
  'signedOut.title': 'Déconnexion réussie',

  'sso.continue': 'Continuer avec le SSO',
  'sso.email': 'Adresse e-mail professionnelle',
  'sso.text':
    'Saisissez votre adresse professionnelle. Nous vous dirigerons vers la page de connexion de votre entreprise.',
  'sso.title': 'Authentification unique',
  'sso.unknown': 'Pas d’authentification unique pour cette adresse',
  'sso.unknownText':
    'Aucune organisation ici ne l’a configurée pour {domain}. Vérifiez l’adresse, ou connectez-vous autrement.',
  'sso.failure.sso_conflict':
    'Votre compte est associé à un autre compte sur la page de connexion de votre entreprise. Demandez à un administrateur de votre organisation de mettre fin à cette association.',
  'sso.failure.sso_denied':
    'Vous n’avez pas terminé la connexion sur la page de votre entreprise. Réessayez.',
  'sso.failure.sso_email_not_allowed':
    'La page de connexion de votre entreprise a envoyé une adresse e-mail qui n’appartient pas à votre organisation. Vérifiez quel compte vous y avez utilisé.',
  'sso.failure.sso_failed':
    'Nous n’avons pas pu vérifier la réponse de la page de connexion de votre entreprise. Réessayez. En cas de nouvel échec, prévenez votre administrateur.',
  'sso.failure.sso_not_allowed':
    'En raison de son rôle, ce compte ne peut pas utiliser l’authentification unique. Connectez-vous autrement.',
  'sso.failure.sso_not_member':
    'Votre compte appartient à une autre organisation, ou a été retiré de celle-ci. Demandez une invitation à un administrateur.',
  'sso.failure.sso_not_provisioned':
    'Vous n’avez pas encore de compte ici. Demandez une invitation à un administrateur de votre organisation.',
  'sso.failure.hook_denied': 'Vous ne pouvez pas continuer. Adressez-vous aux responsables de ce service.',
  'sso.failure.hook_unavailable': 'Impossible de le décider pour le moment. Réessayez dans un instant.',
  'sso.failure.sso_required':
    'Votre organisation exige l’authentification unique. Choisissez « Continuer avec le SSO » ci-dessous.',
  'sso.failure.sso_unavailable':
    'La page de connexion de votre entreprise est injoignable pour le moment. Réessayez dans quelques minutes, ou prévenez votre administrateur.',

  'twoFactor.backupCode': 'Code de secours',
  'twoFactor.by.backup_code':
    'Saisissez l’un des codes de secours que vous avez enregistrés. Chacun fonctionne une seule fois.',
  'twoFactor.by.passkey': 'Utilisez votre clé d’accès pour terminer la connexion.',
  'twoFactor.by.totp': 'Saisissez le code à six chiffres de votre application d’authentification.',
  'twoFactor.done': 'Connexion réussie',
  'twoFactor.later': 'Plus tard',
  'twoFactor.left':
    '{left, plural, =0 {C’était votre dernier code de secours.} one {Il reste # code de secours.} other {Il reste # codes de secours.}} Créez-en de nouveaux tant que vous avez votre application d’authentification à portée de main.',
  'twoFactor.newCodes': 'Créer de nouveaux codes de secours',
  'twoFactor.title': 'Authentification à deux facteurs',
  'twoFactor.use.backup_code': 'Utiliser un code de secours',
  'twoFactor.use.totp': 'Utiliser votre application d’authentification',

  'undo.action': 'Garder mon ancienne adresse',
  'undo.asked':
    'Une modification de l’adresse e-mail de votre compte a été demandée. Si ce n’était pas vous, vous pouvez garder celle que vous aviez.',
  'undo.canceled':
    'Votre compte garde cette adresse, et personne n’a été déconnecté. Si vous n’avez pas fait cette demande, une autre personne est peut-être connectée : changez votre mot de passe et mettez fin à vos autres sessions.',
  'undo.canceledTitle': 'La modification est annulée',
  'undo.consequences':
    'Si la nouvelle adresse n’est pas encore confirmée, cela annule la modification. Si elle l’est, cela rétablit votre ancienne adresse, déconnecte tout le monde et supprime les clés d’API, les clés d’accès, les fournisseurs associés, l’authentification à deux facteurs et le mot de passe ajoutés depuis. Nous vous enverrons par e-mail un lien pour choisir un nouveau mot de passe.',
  'undo.dead':
    'Une adresse qui n’a jamais été confirmée ne peut pas être rétablie. Si votre compte a toujours la mauvaise adresse, demandez de l’aide à votre administrateur.',
  'undo.noEmail': 'Vous n’avez pas reçu l’e-mail ?',
  'undo.nothing':
    'Cette modification avait déjà expiré, été annulée ou été remplacée : il n’y avait rien à annuler. Si vous n’avez pas fait cette demande, une autre personne est peut-être connectée : changez votre mot de passe et mettez fin à vos autres sessions.',
  'undo.nothingTitle': 'Il n’y avait rien à annuler',
  'undo.restored':
    'Tout le monde a été déconnecté, et ce qui avait été ajouté depuis la demande est supprimé. Vous avez reçu par e-mail un lien pour choisir un nouveau mot de passe. Connectez-vous ensuite.',
  'undo.restoredTitle': 'Votre ancienne adresse est rétablie',
  'undo.review': 'Vérifier la sécurité du compte',
  'undo.title': 'Annuler la modification de l’adresse e-mail',

  'unlock.done':
    'Si ces tentatives de connexion ne venaient pas de vous, connectez-vous et changez votre mot de passe.',
  'unlock.doneTitle': 'Votre compte est déverrouillé',
  'unlock.title': 'Déverrouiller votre compte',

  'verify.action': 'Confirmer et se connecter',
  'verify.again': 'Déjà confirmée ? {link}',
  'verify.already':
    'Vous avez déjà confirmé {email}. Si ce lien était destiné à une autre adresse, changez de nouveau votre adresse e-mail dans votre {link}.',
  'verify.another': 'Se connecter autrement',
  'verify.done': 'Merci. Vous avez confirmé que {email} est à vous.',
  'verify.doneSignedIn': 'Merci. Vous avez confirmé que {email} est à vous, et votre session est ouverte.',
  'verify.doneTitle': 'Votre adresse e-mail est confirmée',
  'verify.password':
    'Saisissez votre mot de passe pour confirmer que cette adresse est à vous et vous connecter.',
  'verify.profile': 'profil',
  'verify.reset': 'Réinitialisez le mot de passe',
  'verify.sendNew': 'Envoyer un nouveau lien',
  'verify.sent':
    'Si {email} doit encore être confirmée, un nouveau lien est en route. Il fonctionne pendant {hours, plural, one {# heure} other {# heures}}. Vérifiez aussi vos courriers indésirables.',
  'verify.signInForLink': 'Se connecter pour obtenir un nouveau lien',
  'verify.title': 'Confirmez votre adresse',
  'verify.unasked':
    'Vous n’avez pas créé de compte ? Une autre personne a peut-être saisi votre adresse. {link} pour reprendre le compte, ou ignorez l’e-mail.',
};
