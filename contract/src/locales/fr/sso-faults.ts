/** What is wrong with an answer of an identity provider, or with its settings, for the administrator who can change it. */
export const ssoFaults = {
  'sso.size': 'Le message dépasse {limit} Kio.',
  'sso.size.parts': 'Le message contient plus de {limit} éléments et attributs.',
  'sso.size.kinds': 'Le message contient plus de {limit} types d’éléments.',
  'sso.size.depth': 'Les éléments du message sont imbriqués sur plus de {limit} niveaux.',
  'sso.size.prefixes': 'Plus de {limit} préfixes d’espaces de noms sont actifs à la fois dans le message.',
  'sso.size.attributes': 'Un élément du message a plus de {limit} attributs.',
  'sso.encoding.base64': 'Le message n’est pas en base64.',
  'sso.encoding.utf8': 'Le message n’est pas en UTF-8.',
  'sso.xml': 'Le message n’est pas du XML bien formé.',
  'sso.xml.character': 'Le message n’est pas du XML bien formé : il contient un caractère interdit en XML.',
  'sso.xml.early': 'Le message n’est pas du XML bien formé : il se termine trop tôt.',
  'sso.xml.outside': 'Le message n’est pas du XML bien formé : du texte se trouve hors de l’élément racine.',
  'sso.xml.cdataEnd': 'Le message n’est pas du XML bien formé : « ]]> » se trouve dans son texte.',
  'sso.xml.cdataPlace': 'Le message n’est pas du XML bien formé : une section CDATA est mal placée.',
  'sso.xml.mark': 'Le message n’est pas du XML bien formé : il manque {mark}.',
  'sso.xml.endTag':
    'Le message n’est pas du XML bien formé : une balise fermante ne correspond pas à sa balise ouvrante.',
  'sso.xml.bracket': 'Le message n’est pas du XML bien formé : un « < » ne commence aucun élément.',
  'sso.xml.tag': 'Le message n’est pas du XML bien formé : la balise {tag} est mal formée.',
  'sso.xml.prefix': 'Le message n’est pas du XML bien formé : {tag} utilise un préfixe sans espace de noms.',
  'sso.xml.repeated': 'Le message n’est pas du XML bien formé : l’attribut {name} est répété.',
  'sso.xml.namespace':
    'Le message n’est pas du XML bien formé : {name} n’est pas un espace de noms que l’on peut déclarer.',
  'sso.xml.entity':
    'Le message n’est pas du XML bien formé : une entité ne fait pas partie des cinq que XML définit.',
  'sso.xml.reference':
    'Le message n’est pas du XML bien formé : une référence désigne un caractère interdit en XML.',
  'sso.dtd': 'Le message contient une déclaration de type de document (DTD).',
  'sso.comment': 'Le message contient un commentaire.',
  'sso.processingInstruction': 'Le message contient une instruction de traitement.',
  'sso.repeatedId': 'Deux éléments du message ont le même ID.',
  'sso.encryption': 'Le message est chiffré. Désactivez le chiffrement des assertions.',
  'sso.response': 'Le message n’est pas une Response SAML 2.0.',
  'sso.noStatus': 'Le message n’a pas de Status.',
  'sso.refused': 'Le fournisseur d’identité a refusé la connexion : « {words} ».',
  'sso.oneAssertion': 'La réponse doit contenir exactement une assertion, comme enfant direct.',
  'sso.signaturePlace':
    'Une signature doit être un enfant direct de la Response ou de l’Assertion, et y être la seule.',
  'sso.unsigned': 'Ni la réponse ni l’assertion n’est signée. Activez la signature de l’une d’elles.',
  'sso.signedId': 'Un élément signé du message n’a pas d’ID utilisable.',
  'sso.coversOther': 'Une signature du message couvre un autre élément que celui où elle se trouve.',
  'sso.altered': 'Le message a été modifié après sa signature, ou mal signé.',
  'sso.noCertificate':
    'Aucun des certificats enregistrés ne correspond à la signature. Ajoutez le certificat actuel de votre fournisseur d’identité.',
  'sso.form.large': 'Une signature du message n’est pas acceptée : elle est trop grande.',
  'sso.form.parts': 'Une signature du message n’est pas acceptée : il lui faut SignedInfo et SignatureValue.',
  'sso.form.children':
    'Une signature du message n’est pas acceptée : elle contient d’autres éléments que SignedInfo, SignatureValue et KeyInfo.',
  'sso.form.keyInfo': 'Une signature du message n’est pas acceptée : elle a plus d’un KeyInfo.',
  'sso.form.oneReference':
    'Une signature du message n’est pas acceptée : son SignedInfo doit avoir exactement une Reference.',
  'sso.form.signedInfo':
    'Une signature du message n’est pas acceptée : son SignedInfo doit contenir {names}.',
  'sso.form.method': 'Une signature du message n’est pas acceptée : sa SignatureMethod a des paramètres.',
  'sso.form.reference':
    'Une signature du message n’est pas acceptée : sa Reference doit contenir Transforms, DigestMethod et DigestValue.',
  'sso.form.names':
    'Une signature du message n’est pas acceptée : sa Reference doit désigner l’élément qui la contient.',
  'sso.form.twoTransforms':
    'Une signature du message n’est pas acceptée : sa Reference doit avoir exactement deux transformations.',
  'sso.form.unknownTransform':
    'Une signature du message n’est pas acceptée : elle a une transformation inconnue.',
  'sso.form.firstTransform':
    'Une signature du message n’est pas acceptée : sa première transformation a des paramètres.',
  'sso.form.digestMethod': 'Une signature du message n’est pas acceptée : sa DigestMethod a des paramètres.',
  'sso.form.digestValue': 'Une signature du message n’est pas acceptée : sa DigestValue n’est pas en base64.',
  'sso.algorithm':
    'L’algorithme « {name} » n’est pas accepté pour {kind, select, canonicalization {la canonicalisation} signature {la signature} digest {l’empreinte} first {la première transformation} other {la seconde transformation}}. Réglez votre fournisseur d’identité pour qu’il signe avec RSA et SHA-256.',
  'sso.algorithm.missing':
    'Une signature du message n’indique pas ses algorithmes. Réglez votre fournisseur d’identité pour qu’il signe avec RSA et SHA-256.',
  'sso.destination': 'La Destination de la réponse est « {found} ». Réglez l’URL ACS sur {acsUrl}.',
  'sso.destination.missing': 'La réponse n’a pas de Destination. Réglez l’URL ACS sur {acsUrl}.',
  'sso.inResponseTo.response': 'La réponse ne correspond pas à la demande de cette connexion.',
  'sso.inResponseTo.assertion': 'L’assertion ne correspond pas à la demande de cette connexion.',
  'sso.issuer.response': 'L’Issuer de la réponse est « {found} » ; l’ID d’entité enregistré est {entityId}.',
  'sso.issuer.response.missing':
    'L’Issuer de la réponse est illisible ; l’ID d’entité enregistré est {entityId}.',
  'sso.issuer.assertion':
    'L’Issuer de l’assertion est « {found} » ; l’ID d’entité enregistré est {entityId}.',
  'sso.issuer.assertion.missing':
    'L’assertion doit avoir exactement un Issuer ; l’ID d’entité enregistré est {entityId}.',
  'sso.assertionVersion': 'L’assertion doit avoir un ID et la version 2.0.',
  'sso.subject': 'L’assertion doit avoir exactement un Subject.',
  'sso.nameId': 'Le Subject doit avoir exactement un NameID, de {limit} caractères au plus.',
  'sso.nameId.transient':
    'Le NameID est transitoire : la personne ne pourrait pas être reconnue. Envoyez-en un persistant ou une adresse e-mail.',
  'sso.confirmation': 'Le Subject n’a pas de confirmation avec la méthode bearer.',
  'sso.confirmation.data': 'La confirmation bearer n’a pas de SubjectConfirmationData.',
  'sso.confirmation.end': 'La confirmation bearer n’a pas de NotOnOrAfter.',
  'sso.recipient': 'Le Recipient est « {found} ». Réglez l’URL ACS sur {acsUrl}.',
  'sso.recipient.missing': 'L’assertion n’a pas de Recipient. Réglez l’URL ACS sur {acsUrl}.',
  'sso.conditions': 'L’assertion doit avoir exactement un élément Conditions.',
  'sso.condition': 'La condition « {name} » n’est pas comprise.',
  'sso.audience': 'L’audience est « {found} ». Réglez l’ID d’entité sur {audience}.',
  'sso.audience.missing': 'L’assertion n’indique pas d’audience. Réglez l’ID d’entité sur {audience}.',
  'sso.timeForm': '{field} vaut « {found} », ce qui n’est pas une heure UTC.',
  'sso.time': '{field} vaut {moment}, et l’heure ici est {now}. Vérifiez l’horloge des deux serveurs.',
  'sso.time.confirmation':
    '{field} de la confirmation vaut {moment}, et l’heure ici est {now}. Vérifiez l’horloge des deux serveurs.',
  'sso.authentication': 'L’assertion n’a pas d’AuthnStatement.',
  'sso.authentication.instant': 'L’AuthnStatement n’a pas d’AuthnInstant.',
  'sso.notAgain':
    'La personne devait se reconnecter, mais sa dernière connexion date de {moment}. Activez la prise en charge de ForceAuthn.',
  'sso.client': 'Le fournisseur d’identité a refusé l’ID client ou le secret client.',
  'sso.answer': 'La réponse du fournisseur d’identité n’est pas acceptée : « {cause} ».',
  'sso.answer.missing': 'La réponse du fournisseur d’identité n’est pas acceptée.',
  'sso.settings.incomplete': 'Ses paramètres ne sont pas complets.',
  'sso.settings.issuer': 'L’émetteur se désigne autrement.',
  'sso.settings.discovery': 'Aucun document de découverte n’a été trouvé pour cet émetteur exact.',
  'sso.settings.signInUrl':
    'L’adresse de connexion ne peut pas être utilisée. Elle doit être absolue, et en https en production.',
  'sso.certificate.form': 'Indiquez un certificat au format PEM, ou en base64.',
  'sso.certificate.x509': 'Ce n’est pas un certificat X.509.',
  'sso.certificate.key': 'Le certificat doit avoir une clé RSA d’au moins {bits} bits.',
  'sso.certificate.count': 'Il faut d’un à {limit} certificats de signature.',
  'sso.metadata.unreadable': 'Les métadonnées ne peuvent pas être lues. {why}',
  'sso.metadata.one': 'Les métadonnées doivent décrire exactement un fournisseur d’identité SAML 2.0.',
  'sso.metadata.entityId': 'Les métadonnées n’ont pas d’entityID.',
  'sso.metadata.redirect': 'Les métadonnées n’ont pas d’adresse de connexion avec la liaison HTTP-Redirect.',
  'sso.metadata.status': 'L’adresse des métadonnées a répondu {status}.',
  'sso.metadata.silent': 'L’adresse des métadonnées n’a pas répondu.',
} as const;
