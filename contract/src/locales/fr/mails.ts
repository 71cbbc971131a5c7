import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'Bonjour,',
  'mail.hello-name': 'Bonjour {name},',
  'mail.time': '{date} à {time} UTC',
  'mail.automated': 'Cet e-mail est automatique.',
  'mail.copy-link': 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  'mail.action': '{label} :',
  'mail.works-once':
    'Le lien fonctionne une seule fois, pendant {hours, plural, one {# heure} other {# heures}} après la demande.',
  'mail.reclaimed':
    'Cette adresse n’a jamais été confirmée : une autre personne a peut-être créé le compte. Pour lui en interdire l’accès, cela met aussi fin à ses sessions, son mot de passe, ses clés d’API, ses clés d’accès, ses fournisseurs associés, son authentification à deux facteurs et son appartenance à une organisation qui a d’autres membres. Dans une organisation sans autre membre, les invitations et les secrets prennent fin, et les webhooks et les applications sont désactivés.',
  'mail.if-you': 'Si c’était vous, vous pouvez ignorer cet e-mail.',
  'mail.review-security': 'Vérifier la sécurité du compte',
  'mail.reset-password': 'Réinitialiser votre mot de passe',
  'mail.end-sessions':
    'Sinon, changez votre mot de passe maintenant et mettez fin aux sessions que vous ne reconnaissez pas.',
  'mail.reason.entered': 'Vous le recevez parce que cette adresse a été saisie sur {product}.',
  'mail.reason.security': 'C’est un avis de sécurité concernant votre compte {product}.',
  'mail.reason.account': 'C’est un avis concernant votre compte {product}.',
  'mail.reason.owner': 'Vous le recevez parce que vous êtes propriétaire d’une organisation sur {product}.',
  'mail.device': '{browser} sur {os}',
  'mail.device.browser': 'Navigateur inconnu',
  'mail.device.system': 'système inconnu',
  'mail.fact.line': '{label} : {value}',
  'mail.fact.code': 'Code',
  'mail.fact.role': 'Votre rôle',
  'mail.fact.valid-until': 'Valable jusqu’au',
  'mail.fact.sent-to': 'Envoyé à',
  'mail.fact.turned-off': 'Désactivé le',
  'mail.fact.device': 'Appareil',
  'mail.fact.ip-address': 'Adresse IP',
  'mail.fact.time': 'Date et heure',
  'mail.fact.locked-until': 'Verrouillé jusqu’au',
  'mail.fact.blocked-until': 'Blocage jusqu’au',
  'mail.fact.last-attempt': 'Dernière tentative depuis',
  'mail.fact.new-address': 'Nouvelle adresse',
  'mail.fact.passkey': 'Clé d’accès',
  'mail.fact.deleted-on': 'Suppression le',
  'mail.fact.domain': 'Domaine',
  'mail.fact.type': 'Type',
  'mail.fact.name': 'Nom',
  'mail.fact.value': 'Valeur',
  'mail.fact.verified-until': 'Vérifié jusqu’au',
  'mail.fact.organization': 'Organisation',
  'mail.fact.identity-provider': 'Fournisseur d’identité',
  'mail.role.OWNER': 'Propriétaire',
  'mail.role.ADMIN': 'Administrateur',
  'mail.role.MEMBER': 'Membre',
  'mail.verification.subject': 'Confirmez votre adresse e-mail',
  'mail.verification.preview': 'Encore une étape pour utiliser cette adresse avec {product}.',
  'mail.verification.text':
    'Veuillez confirmer que cette adresse e-mail appartient à votre compte {product}.',
  'mail.verification.action': 'Confirmer l’adresse e-mail',
  'mail.verification.proof': 'Il vous faudra une session ouverte sur ce compte, ou son mot de passe.',
  'mail.verification.not-you':
    'Si vous n’avez pas saisi cette adresse, ignorez cet e-mail. L’adresse reste non confirmée.',
  'mail.password_reset.subject': 'Réinitialisez votre mot de passe',
  'mail.password_reset.preview':
    'Choisissez un nouveau mot de passe dans un délai de {hours, plural, one {# heure} other {# heures}}.',
  'mail.password_reset.text':
    'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte {product}.',
  'mail.password_reset.action': 'Choisir un nouveau mot de passe',
  'mail.password_reset.ends-two-factor':
    'L’authentification à deux facteurs de ce compte a été configurée via l’authentification unique de votre organisation. Elle prend fin avec votre premier mot de passe, et vous pouvez configurer la vôtre.',
  'mail.password_reset.not-you':
    'Si vous n’avez pas fait cette demande, ignorez cet e-mail. Votre mot de passe reste le même.',
  'mail.password_reset.reason':
    'Vous le recevez parce qu’une réinitialisation du mot de passe a été demandée pour cette adresse sur {product}.',
  'mail.sign_in_code.subject': 'Votre code de connexion',
  'mail.sign_in_code.preview':
    'Saisissez-le dans un délai de {minutes, plural, one {# minute} other {# minutes}}.',
  'mail.sign_in_code.text': 'Saisissez ce code pour vous connecter à {product}.',
  'mail.sign_in_code.action': 'Ou connectez-vous avec ce lien',
  'mail.sign_in_code.once':
    'Le code et le lien fonctionnent une seule fois, pendant {minutes, plural, one {# minute} other {# minutes}} après la demande. Le lien ne fonctionne que dans le navigateur où vous l’avez demandé.',
  'mail.sign_in_code.not-you':
    'Si vous n’avez pas fait cette demande, ignorez cet e-mail. Ne donnez le code à personne.',
  'mail.sign_in_code.reason':
    'Vous le recevez parce qu’une connexion avec cette adresse a été demandée sur {product}.',
  'mail.registration_code.subject': 'Votre code pour créer un compte',
  'mail.registration_code.text': 'Saisissez ce code pour créer votre compte {product}.',
  'mail.registration_code.once':
    'Il fonctionne une seule fois, pendant {minutes, plural, one {# minute} other {# minutes}} après la demande, sur la page où vous l’avez demandé.',
  'mail.registration_code.not-you':
    'Si vous n’avez pas fait cette demande, ignorez cet e-mail : sans le code, aucun compte n’est créé. Ne le donnez à personne.',
  'mail.registration_code.reason':
    'Vous le recevez parce que la création d’un compte {product} avec cette adresse a été demandée.',

  'mail.account_unlock.subject': 'Déverrouillez votre compte',
  'mail.account_unlock.preview':
    'Déverrouillez-le dans un délai de {hours, plural, one {# heure} other {# heures}} et reconnectez-vous.',
  'mail.account_unlock.text':
    'Utilisez ce lien pour déverrouiller votre compte {product}. Vous pourrez ensuite vous reconnecter.',
  'mail.account_unlock.action': 'Déverrouiller le compte',
  'mail.account_unlock.not-you':
    'Si vous n’avez pas fait cette demande, ignorez cet e-mail. Le verrouillage prend fin de lui-même après un moment.',
  'mail.account_unlock.reason':
    'Vous le recevez parce que le déverrouillage du compte de cette adresse a été demandé sur {product}.',
  'mail.invite.subject': '{inviter} vous invite à rejoindre {organization}',
  'mail.invite.heading': 'Invitation à rejoindre {organization}',
  'mail.invite.preview':
    'Rejoignez {organization} sur {product} dans un délai de {days, plural, one {# jour} other {# jours}}.',
  'mail.invite.text': '{inviter} vous invite à rejoindre l’organisation {organization} sur {product}.',
  'mail.invite.action': 'Accepter l’invitation',
  'mail.invite.not-you':
    'Si vous n’attendiez pas cette invitation, ignorez cet e-mail. Rien ne change tant que vous ne l’acceptez pas.',
  'mail.invite.reason':
    'Vous le recevez parce qu’un membre d’une organisation sur {product} a saisi cette adresse.',
  'mail.account_created.subject': 'Votre compte est prêt',
  'mail.account_created.preview':
    'Choisissez un mot de passe dans un délai de {days, plural, one {# jour} other {# jours}}.',
  'mail.account_created.text':
    'Un administrateur de {product} a créé un compte pour cette adresse. Choisissez un mot de passe pour vous connecter. Cela confirme aussi que l’adresse est la vôtre.',
  'mail.account_created.action': 'Choisir un mot de passe',
  'mail.account_created.once':
    'Le lien fonctionne une seule fois, pendant {days, plural, one {# jour} other {# jours}}. Ensuite, demandez-en un nouveau avec « Mot de passe oublié » sur la page de connexion.',
  'mail.account_created.not-you':
    'Si vous n’attendiez pas ce compte, ignorez cet e-mail. Sans mot de passe, personne ne peut s’y connecter avec un mot de passe.',
  'mail.account_created.reason':
    'Vous le recevez parce qu’un administrateur de {product} a saisi cette adresse.',
  'mail.webhook_disabled.subject': 'Un webhook a été désactivé',
  'mail.webhook_disabled.next': 'Il ne recevra plus d’événements jusqu’à ce que vous le réactiviez.',
  'mail.webhook_disabled.gone':
    'Nous avons désactivé un webhook de {product}. Le destinataire a répondu qu’il n’existe plus (statut 410).',
  'mail.webhook_disabled.failing':
    'Nous avons désactivé un webhook de {product}. Toutes les livraisons des cinq derniers jours ont échoué.',
  'mail.webhook_disabled.action': 'Vérifier les webhooks',
  'mail.webhook_disabled.replay':
    'Corrigez le destinataire, réactivez le webhook, puis renvoyez les événements manqués. Nous les conservons pendant 30 jours.',
  'mail.webhook_disabled.reason': 'Vous le recevez parce que vous gérez des webhooks sur {product}.',
  'mail.destination_disabled.subject': 'Une destination d’événements a été désactivée',
  'mail.destination_disabled.next': 'Elle ne recevra plus d’événements jusqu’à ce que vous la réactiviez.',
  'mail.destination_disabled.failing':
    'Nous avons désactivé une destination d’événements de {product}. Elle n’a rien accepté depuis cinq jours.',
  'mail.destination_disabled.action': 'Vérifier les destinations',
  'mail.destination_disabled.kept':
    'Corrigez le destinataire, puis réactivez la destination. Elle reprendra là où elle s’est arrêtée. Nous conservons les événements pendant 30 jours.',
  'mail.destination_disabled.reason':
    'Vous le recevez parce que vous gérez des destinations d’événements sur {product}.',
  'mail.new_device.subject': 'Nouvelle connexion à votre compte',
  'mail.new_device.preview': '{device}, {time}',
  'mail.new_device.text': 'Une connexion à votre compte {product} a eu lieu depuis un nouvel appareil.',
  'mail.account_locked.subject': 'Votre compte est verrouillé',
  'mail.account_locked.preview': 'Trop d’échecs de connexion. Il sera déverrouillé le {time}.',
  'mail.account_locked.text':
    'Nous avons verrouillé votre compte {product} après trop de tentatives de connexion infructueuses.',
  'mail.account_locked.wait':
    'Attendez la fin du verrouillage, ou demandez un lien pour le déverrouiller maintenant.',
  'mail.account_locked.action': 'Demander un lien de déverrouillage',
  'mail.account_locked.not-you':
    'Si ces tentatives ne venaient pas de vous, une personne essaie peut-être de deviner votre mot de passe. Elle n’y est pas parvenue.',
  'mail.password_changed.subject': 'Votre mot de passe a été modifié',
  'mail.password_changed.preview': 'Modifié le {time}.',
  'mail.password_changed.text': 'Le mot de passe de votre compte {product} a été modifié.',
  'mail.password_changed.not-you':
    'Si c’était vous, vous pouvez ignorer cet e-mail. Sinon, réinitialisez votre mot de passe maintenant.',
  'mail.email_changed.subject': 'Votre adresse e-mail a été modifiée',
  'mail.email_changed.subject-pending': 'Votre adresse e-mail va être modifiée',
  'mail.email_changed.preview':
    'Ce n’était pas vous ? Vous pouvez annuler la modification pendant {hours, plural, one {# heure} other {# heures}}.',
  'mail.email_changed.preview-admin': 'Un administrateur l’a modifiée.',
  'mail.email_changed.text':
    'L’adresse e-mail de votre compte {product} a été modifiée. Le compte n’utilise plus cette adresse.',
  'mail.email_changed.text-pending':
    'Une modification de l’adresse e-mail de votre compte {product} a été demandée. Elle prendra effet une fois la nouvelle adresse confirmée.',
  'mail.email_changed.not-you':
    'Si c’était vous, vous pouvez ignorer cet e-mail. Sinon, annulez la modification maintenant.',
  'mail.email_changed.by-admin':
    'Un administrateur a fait cette modification. Si vous ne vous y attendiez pas, posez-lui la question.',
  'mail.email_changed.action': 'Annuler la modification',
  'mail.email_changed.once':
    'Le lien fonctionne une seule fois. Avant la modification, il l’annule. Pendant {hours, plural, one {# heure} other {# heures}} après celle-ci, si cette adresse était confirmée, il rétablit cette adresse, déconnecte tout le monde et vous envoie un lien pour choisir un nouveau mot de passe.',
  'mail.email_changed.secret': 'Ne transférez pas cet e-mail : toute personne qui a le lien peut l’utiliser.',
  'mail.email_changed.reason':
    'C’est un avis de sécurité concernant votre compte {product}. C’était l’adresse du compte jusqu’à la modification.',
  'mail.email_in_use.subject': 'Tentative d’utilisation de votre adresse e-mail',
  'mail.email_in_use.preview': 'Rien n’a changé.',
  'mail.email_in_use.text':
    'L’utilisation de cette adresse e-mail a été demandée pour un autre compte {product}. Elle appartient déjà à un compte : rien n’a changé.',
  'mail.email_in_use.you':
    'Si c’était vous, connectez-vous au compte qui a cette adresse. Si vous ne l’avez pas créé, réinitialisez son mot de passe : le compte devient alors le vôtre.',
  'mail.email_in_use.not-you': 'Si ce n’était pas vous, ignorez cet e-mail.',
  'mail.address_claimed.subject': 'Choisissez un nouveau mot de passe',
  'mail.address_claimed.preview':
    'Après votre connexion avec un code, l’ancien mot de passe ne fonctionne plus.',
  'mail.address_claimed.text':
    'Vous avez confirmé cette adresse en vous connectant à {product} avec un code. Jusque-là, n’importe qui aurait pu créer le compte.',
  'mail.address_claimed.removed':
    'Par précaution, nous avons supprimé son mot de passe et tous les autres moyens de s’y connecter, déconnecté toutes les autres personnes, et retiré le compte d’une organisation qui a d’autres membres.',
  'mail.address_claimed.action': 'Choisir un mot de passe',
  'mail.address_claimed.codes': 'Vous pouvez aussi continuer à vous connecter avec des codes.',
  'mail.security_alert.subject': 'Alerte de sécurité pour votre compte',
  'mail.session_guessing.preview':
    'Une personne connectée essaie peut-être de deviner votre mot de passe ou un code.',
  'mail.session_guessing.text':
    'Une personne connectée à votre compte {product} a saisi {times, plural, one {# fois} other {# fois}} un mot de passe ou un code incorrect en essayant de modifier votre mot de passe ou l’authentification à deux facteurs.',
  'mail.session_guessing.blocked':
    'Nous avons bloqué ces modifications pour le moment. Vous pouvez toujours vous connecter.',
  'mail.session_guessing.you': 'Si c’était vous, patientez et réessayez.',
  'mail.session_guessing.not-you':
    'Sinon, réinitialisez votre mot de passe maintenant. Cela met fin à toutes les sessions.',
  'mail.remember_me_theft.preview':
    'Une connexion enregistrée a été utilisée deux fois : nous avons fermé toutes vos sessions.',
  'mail.remember_me_theft.text':
    'Une connexion enregistrée (« Rester connecté ») à votre compte {product} a été réutilisée après que nous l’avons remplacée. Elle a peut-être été copiée depuis l’un de vos navigateurs.',
  'mail.remember_me_theft.ended':
    'Par précaution, nous avons mis fin à toutes les sessions. Reconnectez-vous pour continuer.',
  'mail.remember_me_theft.not-you':
    'Si vous ne reconnaissez pas l’adresse IP ci-dessus, réinitialisez votre mot de passe maintenant.',
  'mail.passkey_added.subject': 'Une clé d’accès a été ajoutée à votre compte',
  'mail.passkey_added.text':
    'Vous pouvez maintenant vous connecter à votre compte {product} avec une nouvelle clé d’accès.',
  'mail.passkey_added.not-you':
    'Sinon, supprimez la clé d’accès, changez votre mot de passe et mettez fin aux sessions que vous ne reconnaissez pas.',
  'mail.passkey_removed.subject': 'Une clé d’accès a été supprimée de votre compte',
  'mail.passkey_removed.text':
    'Vous ne pouvez plus vous connecter à votre compte {product} avec cette clé d’accès.',
  'mail.passkey.preview': '{name}, {time}',
  'mail.two_factor_enabled.subject': 'L’authentification à deux facteurs est activée',
  'mail.two_factor_enabled.preview': 'Il vous faut maintenant un code pour vous connecter.',
  'mail.two_factor_enabled.text':
    'L’authentification à deux facteurs a été activée pour votre compte {product}.',
  'mail.two_factor_enabled.by-admin':
    'Un administrateur a activé l’authentification à deux facteurs pour votre compte {product}.',
  'mail.two_factor_enabled.next':
    'Désormais, vous vous connectez avec votre mot de passe et un code de votre application d’authentification.',
  'mail.two_factor_disabled.subject': 'L’authentification à deux facteurs est désactivée',
  'mail.two_factor_disabled.preview': 'Vous vous connectez maintenant avec votre seul mot de passe.',
  'mail.two_factor_disabled.text':
    'L’authentification à deux facteurs a été désactivée pour votre compte {product}.',
  'mail.two_factor_disabled.by-admin':
    'Un administrateur a désactivé l’authentification à deux facteurs pour votre compte {product}.',
  'mail.two_factor_disabled.next': 'Désormais, vous vous connectez avec votre seul mot de passe.',
  'mail.two_factor.passkeys': 'Vos clés d’accès ont également été supprimées.',
  'mail.two_factor.ask-admin': 'Si vous ne vous y attendiez pas, adressez-vous à votre administrateur.',
  'mail.two_factor.not-you':
    'Si c’était vous, vous pouvez ignorer cet e-mail. Sinon, changez votre mot de passe maintenant.',
  'mail.data_exported.subject': 'Vos données ont été téléchargées',
  'mail.data_exported.preview': 'Téléchargées le {time}.',
  'mail.data_exported.text': 'Une copie de toutes les données de votre compte {product} a été téléchargée.',
  'mail.data_exported.by-admin':
    'Un administrateur a téléchargé une copie de toutes les données de votre compte {product}.',
  'mail.data_exported.ask-admin': 'Si vous n’avez pas demandé cela, adressez-vous à votre administrateur.',
  'mail.data_exported.not-you':
    'Si c’était vous, vous pouvez ignorer cet e-mail. Sinon, changez votre mot de passe maintenant et mettez fin aux sessions que vous ne reconnaissez pas.',
  'mail.deletion_scheduled.subject': 'Votre compte va être supprimé',
  'mail.deletion_scheduled.preview': 'Vous pouvez le conserver jusqu’au {time}.',
  'mail.deletion_scheduled.preview-soon': 'Il sera supprimé dans quelques minutes.',
  'mail.deletion_scheduled.text':
    'Une personne connectée a demandé la suppression de votre compte {product}. Il est désactivé, et toutes les sessions sont terminées.',
  'mail.deletion_scheduled.everything':
    'Avec sa suppression, tout ce qui le concerne disparaît, y compris les organisations sans autre membre. C’est irréversible.',
  'mail.deletion_scheduled.action': 'Conserver le compte',
  'mail.deletion_scheduled.once':
    'Le lien fonctionne une seule fois, jusqu’à la suppression du compte. Il réactive le compte.',
  'mail.deletion_scheduled.not-you':
    'Si vous n’avez pas demandé cela, utilisez le lien maintenant, puis choisissez un nouveau mot de passe.',
  'mail.account_deleted.subject': 'Votre compte a été supprimé',
  'mail.account_deleted.preview': 'Toutes ses données ont été supprimées.',
  'mail.account_deleted.text':
    'Votre compte {product} et toutes ses données ont été supprimés. C’est le dernier e-mail que vous recevez à ce sujet.',
  'mail.account_deleted.record':
    'La trace de ce qui a été fait est conservée, sans votre nom, votre adresse ni votre appareil.',
  'mail.account_deleted.again': 'Vous pouvez utiliser cette adresse pour un nouveau compte.',
  'mail.account_deleted.reason': 'Vous le recevez parce que c’était l’adresse d’un compte sur {product}.',
  'mail.inactivity_warning.subject': 'Votre compte va être désactivé',
  'mail.inactivity_warning.preview':
    'Connectez-vous dans un délai de {left, plural, one {# jour} other {# jours}} pour qu’il reste actif.',
  'mail.inactivity_warning.text':
    'Vous n’avez pas utilisé votre compte {product} depuis {days, plural, one {# jour} other {# jours}}. Si vous ne vous connectez pas dans un délai de {left, plural, one {# jour} other {# jours}}, il sera désactivé.',
  'mail.inactivity_warning.action': 'Se connecter',
  'mail.inactivity_warning.kept': 'Rien n’est supprimé. Un administrateur peut réactiver le compte.',
  'mail.domain_check_failed.subject': 'L’enregistrement DNS d’un domaine est manquant',
  'mail.domain_check_failed.preview': 'Publiez-le de nouveau avant le {time}.',
  'mail.domain_check_failed.text':
    'Nous n’avons pas trouvé l’enregistrement DNS qui vérifie un domaine de votre organisation sur {product}.',
  'mail.domain_check_failed.otherwise':
    'S’il reste manquant, le domaine ne sera plus vérifié : plus personne ne pourra rejoindre l’organisation ni se connecter grâce à lui.',
  'mail.domain_check_failed.weekly':
    'Publiez de nouveau l’enregistrement. Nous le recherchons chaque semaine et chaque fois que vous vérifiez le domaine.',
  'mail.sso_linked.subject': 'Vous pouvez utiliser l’authentification unique',
  'mail.sso_linked.preview': 'Votre compte est associé au fournisseur d’identité de {organization}.',
  'mail.sso_linked.text':
    'Vous avez utilisé le fournisseur d’identité de votre organisation pour vous connecter à {product}, et votre compte y est maintenant associé.',
  'mail.sso_linked.trust':
    'Les personnes qui gèrent ce fournisseur d’identité peuvent se connecter à votre place.',
  'mail.sso_linked.deleted':
    'L’adresse de votre compte n’a jamais été confirmée : nous avons supprimé ce qui avait été configuré auparavant, ainsi que l’organisation {organization}, qui n’avait pas d’autre membre.',
  'mail.sso_linked.not-you': 'Si ce n’était pas vous, contactez un propriétaire de l’organisation.',

  'mail.fact.owner': 'Propriétaire',
  'mail.fact.fingerprint': 'Empreinte',
  'mail.fact.expires': 'Expire le',
  'mail.fact.directory-token': 'Jeton d’annuaire',
  'mail.fact.api-key': 'Clé d’API',
  'mail.fact.destination': 'Destination',
  'mail.fact.more': 'Autres',
  'mail.open-organization': 'Ouvrir votre organisation',
  'mail.directory_joined.subject': 'Votre compte a été ajouté à une organisation',
  'mail.directory_joined.preview': 'Votre compte appartient maintenant à {organization}.',
  'mail.directory_joined.text':
    'L’annuaire d’une organisation y a ajouté votre compte {product}, car le domaine de votre adresse appartient à cette organisation.',
  'mail.directory_joined.powers':
    'L’annuaire peut désormais modifier votre nom et votre adresse, et désactiver votre compte.',
  'mail.directory_joined.action': 'Ouvrir votre profil',
  'mail.directory_joined.not-you':
    'Si vous ne vous y attendiez pas, contactez les administrateurs de l’organisation.',
  'mail.break_glass_used.subject': 'Un propriétaire s’est connecté sans authentification unique',
  'mail.break_glass_used.preview': 'Connexion de {email} à {organization} par un autre moyen.',
  'mail.break_glass_used.text':
    'Votre organisation sur {product} exige l’authentification unique. Un propriétaire s’est connecté sans elle, avec un mot de passe et deux facteurs ou avec une clé d’accès.',
  'mail.break_glass_used.why':
    'Les propriétaires peuvent le faire lorsque le fournisseur d’identité est injoignable.',
  'mail.break_glass_used.not-you':
    'Si vous ne savez pas pourquoi, posez la question à ce propriétaire. Si ce n’était pas lui, retirez-le de l’organisation.',
  'mail.certificate_expiring.subject': 'Un certificat de votre fournisseur d’identité expire bientôt',
  'mail.certificate_expiring.preview': 'Ajoutez le suivant avant le {time}.',
  'mail.certificate_expiring.text':
    'Un certificat auquel votre organisation sur {product} fait confiance pour l’authentification unique expire bientôt.',
  'mail.certificate_expiring.next':
    'Votre fournisseur d’identité signera avec un autre. Celui-ci ne permettra de se connecter qu’une fois ajouté ici.',
  'mail.certificate_expiring.add':
    'Ajoutez le nouveau certificat à côté de celui-ci, afin que personne ne soit bloqué entre-temps.',
  'mail.credentials_to_rotate.subject': 'Identifiants de votre organisation à remplacer',
  'mail.credentials_to_rotate.preview':
    'La personne qui les a créés n’a peut-être plus le droit de les utiliser.',
  'mail.credentials_to_rotate.text':
    '{person} a créé des identifiants de l’organisation {organization} sur {product} et n’a plus le rôle nécessaire. Les identifiants fonctionnent encore, et cette personne en a peut-être gardé une copie.',
  'mail.credentials_to_rotate.text-deleted':
    'Une personne dont le compte a été supprimé a créé des identifiants de l’organisation {organization} sur {product} et n’a plus le rôle nécessaire. Les identifiants fonctionnent encore, et cette personne en a peut-être gardé une copie.',
  'mail.credentials_to_rotate.replace':
    'Remplacez chacun d’eux : créez-en un nouveau, utilisez-le à la place de l’ancien, puis révoquez l’ancien.',
  'mail.credentials_to_rotate.unnamed': 'sans description',
  'mail.credentials_to_rotate.trust':
    'Remplacez-les même si vous faites confiance à cette personne : elle peut perdre une copie dont elle n’a plus besoin.',
  'mail.test_email.subject': '{product} peut envoyer des e-mails',
  'mail.test_email.text':
    'Ceci est un e-mail de test de {product}. Il est arrivé : l’envoi d’e-mails est configuré.',
  'mail.test_email.action': 'Ouvrir les paramètres',
  'mail.test_email.reason':
    'Vous recevez cet e-mail parce que vous avez demandé un test dans les paramètres de {product}.',
};
