/** What there is to do in a new service or organization. */
export const firstSteps = {
  'firstSteps.title': 'Premiers pas',
  'firstSteps.progress': '{done} sur {all} terminés',
  'firstSteps.dismiss': 'Masquer les premiers pas',
  'firstSteps.done': 'terminé',
  'firstSteps.open': 'à faire',
  'firstSteps.seeCode': 'Voir son code',
  'firstSteps.continue': 'Continuer vers les premiers pas',
  'firstSteps.noOneYet': 'Personne d’autre pour le moment',
  'firstSteps.noOneYetText':
    'Dès que d’autres se connectent, vous voyez ici qui vient, comment, et ce qui échoue.',
  'firstSteps.twoFactor': 'Activez l’authentification à deux facteurs',
  'firstSteps.twoFactor.text': 'Les administrateurs en ont besoin avant que le reste ne s’ouvre.',
  'firstSteps.twoFactor.action': 'Configurer',
  'firstSteps.application': 'Enregistrez une application',
  'firstSteps.application.text':
    'Elle reçoit un identifiant client, et vous du code à coller qui le contient déjà.',
  'firstSteps.application.action': 'Enregistrer',
  'firstSteps.email': 'Envoyez un e-mail de test',
  'firstSteps.email.text':
    'Invitations, confirmations et réinitialisations n’arrivent que si l’envoi fonctionne.',
  'firstSteps.user': 'Invitez quelqu’un',
  'firstSteps.user.text': 'Créez son compte : la personne reçoit un lien pour choisir un mot de passe.',
  'firstSteps.user.action': 'Inviter',
  'firstSteps.company': 'Connectez une entreprise',
  'firstSteps.company.text': 'Ses membres se connectent par leur propre fournisseur d’identité.',
  'firstSteps.company.action': 'Connecter',
  'firstSteps.team': 'Invitez votre équipe',
  'firstSteps.team.text': 'Chaque personne reçoit par e-mail un lien pour vous rejoindre.',
  'firstSteps.team.action': 'Inviter',
  'firstSteps.policy': 'Définissez une stratégie',
  'firstSteps.policy.text':
    'Qui doit utiliser deux facteurs, comment on se connecte, et combien de temps durent les sessions.',
  'firstSteps.policy.action': 'Définir',
  'firstSteps.sso': 'Connectez l’authentification unique',
  'firstSteps.sso.text': 'On se connecte avec son compte professionnel.',
  'firstSteps.sso.action': 'Connecter',
} as const;
