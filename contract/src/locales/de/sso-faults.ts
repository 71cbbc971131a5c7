/** What is wrong with an answer of an identity provider, or with its settings, for the administrator who can change it. */
export const ssoFaults = {
  'sso.size': 'Die Nachricht ist größer als {limit} KiB.',
  'sso.size.parts': 'Die Nachricht hat mehr als {limit} Elemente und Attribute.',
  'sso.size.kinds': 'Die Nachricht hat mehr als {limit} Arten von Elementen.',
  'sso.size.depth': 'Die Elemente der Nachricht sind mehr als {limit} Ebenen tief verschachtelt.',
  'sso.size.prefixes': 'In der Nachricht gelten mehr als {limit} Namensraum-Präfixe zugleich.',
  'sso.size.attributes': 'Ein Element der Nachricht hat mehr als {limit} Attribute.',
  'sso.encoding.base64': 'Die Nachricht ist kein Base64.',
  'sso.encoding.utf8': 'Die Nachricht ist kein UTF-8.',
  'sso.xml': 'Die Nachricht ist kein wohlgeformtes XML.',
  'sso.xml.character':
    'Die Nachricht ist kein wohlgeformtes XML: Sie enthält ein Zeichen, das in XML verboten ist.',
  'sso.xml.early': 'Die Nachricht ist kein wohlgeformtes XML: Sie endet zu früh.',
  'sso.xml.outside': 'Die Nachricht ist kein wohlgeformtes XML: Text steht außerhalb des Wurzelelements.',
  'sso.xml.cdataEnd': 'Die Nachricht ist kein wohlgeformtes XML: „]]>“ steht im Text.',
  'sso.xml.cdataPlace':
    'Die Nachricht ist kein wohlgeformtes XML: Ein CDATA-Abschnitt steht an falscher Stelle.',
  'sso.xml.mark': 'Die Nachricht ist kein wohlgeformtes XML: {mark} fehlt.',
  'sso.xml.endTag': 'Die Nachricht ist kein wohlgeformtes XML: Ein End-Tag passt nicht zu seinem Start-Tag.',
  'sso.xml.bracket': 'Die Nachricht ist kein wohlgeformtes XML: Ein „<“ beginnt kein Element.',
  'sso.xml.tag': 'Die Nachricht ist kein wohlgeformtes XML: Das Tag von {tag} ist nicht wohlgeformt.',
  'sso.xml.prefix': 'Die Nachricht ist kein wohlgeformtes XML: {tag} verwendet ein Präfix ohne Namensraum.',
  'sso.xml.repeated': 'Die Nachricht ist kein wohlgeformtes XML: Das Attribut {name} kommt mehrfach vor.',
  'sso.xml.namespace':
    'Die Nachricht ist kein wohlgeformtes XML: {name} ist kein Namensraum, der deklariert werden kann.',
  'sso.xml.entity':
    'Die Nachricht ist kein wohlgeformtes XML: Eine Entität gehört nicht zu den fünf, die XML definiert.',
  'sso.xml.reference':
    'Die Nachricht ist kein wohlgeformtes XML: Ein Zeichenverweis nennt ein Zeichen, das in XML verboten ist.',
  'sso.dtd': 'Die Nachricht enthält eine Dokumenttyp-Deklaration (DTD).',
  'sso.comment': 'Die Nachricht enthält einen Kommentar.',
  'sso.processingInstruction': 'Die Nachricht enthält eine Verarbeitungsanweisung.',
  'sso.repeatedId': 'Zwei Elemente der Nachricht haben dieselbe ID.',
  'sso.encryption': 'Die Nachricht ist verschlüsselt. Schalten Sie die Verschlüsselung von Assertions aus.',
  'sso.response': 'Die Nachricht ist keine Response nach SAML 2.0.',
  'sso.noStatus': 'Die Nachricht hat keinen Status.',
  'sso.refused': 'Der Identitätsanbieter hat die Anmeldung abgelehnt: „{words}“.',
  'sso.oneAssertion': 'Die Response muss genau eine Assertion enthalten, und zwar als direktes Kindelement.',
  'sso.signaturePlace':
    'Eine Signatur muss ein direktes Kindelement der Response oder der Assertion sein, und dort die einzige.',
  'sso.unsigned':
    'Weder die Response noch die Assertion ist signiert. Schalten Sie die Signatur für eine von beiden ein.',
  'sso.signedId': 'Ein signiertes Element der Nachricht hat keine brauchbare ID.',
  'sso.coversOther': 'Eine Signatur in der Nachricht deckt ein anderes Element ab als das, in dem sie steht.',
  'sso.altered': 'Die Nachricht wurde nach dem Signieren verändert oder falsch signiert.',
  'sso.noCertificate':
    'Die Signatur stammt von keinem der hinterlegten Zertifikate. Fügen Sie das aktuelle Zertifikat Ihres Identitätsanbieters hinzu.',
  'sso.form.large': 'Eine Signatur in der Nachricht wird nicht akzeptiert: Sie ist zu groß.',
  'sso.form.parts':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Sie braucht SignedInfo und SignatureValue.',
  'sso.form.children':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Sie enthält andere Elemente als SignedInfo, SignatureValue und KeyInfo.',
  'sso.form.keyInfo': 'Eine Signatur in der Nachricht wird nicht akzeptiert: Sie hat mehr als ein KeyInfo.',
  'sso.form.oneReference':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihr SignedInfo braucht genau eine Reference.',
  'sso.form.signedInfo':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihr SignedInfo braucht {names}.',
  'sso.form.method':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre SignatureMethod hat Parameter.',
  'sso.form.reference':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre Reference braucht Transforms, DigestMethod und DigestValue.',
  'sso.form.names':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre Reference muss das Element nennen, in dem sie steht.',
  'sso.form.twoTransforms':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre Reference braucht genau zwei Transformationen.',
  'sso.form.unknownTransform':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Sie hat eine unbekannte Transformation.',
  'sso.form.firstTransform':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre erste Transformation hat Parameter.',
  'sso.form.digestMethod':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihre DigestMethod hat Parameter.',
  'sso.form.digestValue':
    'Eine Signatur in der Nachricht wird nicht akzeptiert: Ihr DigestValue ist kein Base64.',
  'sso.algorithm':
    'Der Algorithmus „{name}“ wird {kind, select, canonicalization {für die Kanonisierung} signature {für die Signatur} digest {für den Hashwert} first {für die erste Transformation} other {für die zweite Transformation}} nicht akzeptiert. Stellen Sie Ihren Identitätsanbieter so ein, dass er mit RSA und SHA-256 signiert.',
  'sso.algorithm.missing':
    'Eine Signatur in der Nachricht nennt ihre Algorithmen nicht. Stellen Sie Ihren Identitätsanbieter so ein, dass er mit RSA und SHA-256 signiert.',
  'sso.destination': 'Die Destination der Response ist „{found}“. Stellen Sie die ACS-URL auf {acsUrl} ein.',
  'sso.destination.missing': 'Die Response hat keine Destination. Stellen Sie die ACS-URL auf {acsUrl} ein.',
  'sso.inResponseTo.response': 'Die Response gehört nicht zur Anfrage dieser Anmeldung.',
  'sso.inResponseTo.assertion': 'Die Assertion gehört nicht zur Anfrage dieser Anmeldung.',
  'sso.issuer.response': 'Der Issuer der Response ist „{found}“; hinterlegt ist die Entity-ID {entityId}.',
  'sso.issuer.response.missing':
    'Der Issuer der Response ist nicht lesbar; hinterlegt ist die Entity-ID {entityId}.',
  'sso.issuer.assertion': 'Der Issuer der Assertion ist „{found}“; hinterlegt ist die Entity-ID {entityId}.',
  'sso.issuer.assertion.missing':
    'Die Assertion braucht genau einen Issuer; hinterlegt ist die Entity-ID {entityId}.',
  'sso.assertionVersion': 'Die Assertion braucht eine ID und die Version 2.0.',
  'sso.subject': 'Die Assertion braucht genau ein Subject.',
  'sso.nameId': 'Das Subject braucht genau eine NameID mit höchstens {limit} Zeichen.',
  'sso.nameId.transient':
    'Die NameID ist transient, daher würde die Person nicht wiedererkannt. Senden Sie eine dauerhafte oder eine E-Mail-Adresse.',
  'sso.confirmation': 'Das Subject hat keine Bestätigung mit der Methode bearer.',
  'sso.confirmation.data': 'Die bearer-Bestätigung hat keine SubjectConfirmationData.',
  'sso.confirmation.end': 'Die bearer-Bestätigung hat kein NotOnOrAfter.',
  'sso.recipient': 'Der Recipient ist „{found}“. Stellen Sie die ACS-URL auf {acsUrl} ein.',
  'sso.recipient.missing': 'Die Assertion hat keinen Recipient. Stellen Sie die ACS-URL auf {acsUrl} ein.',
  'sso.conditions': 'Die Assertion braucht genau ein Element Conditions.',
  'sso.condition': 'Die Bedingung „{name}“ wird nicht verstanden.',
  'sso.audience': 'Die Audience ist „{found}“. Stellen Sie die Entity-ID auf {audience} ein.',
  'sso.audience.missing': 'Die Assertion nennt keine Audience. Stellen Sie die Entity-ID auf {audience} ein.',
  'sso.timeForm': '{field} ist „{found}“. Das ist keine Zeit in UTC.',
  'sso.time': '{field} ist {moment}, und hier ist es {now}. Prüfen Sie die Uhren beider Server.',
  'sso.time.confirmation':
    '{field} der Bestätigung ist {moment}, und hier ist es {now}. Prüfen Sie die Uhren beider Server.',
  'sso.authentication': 'Die Assertion hat kein AuthnStatement.',
  'sso.authentication.instant': 'Das AuthnStatement hat kein AuthnInstant.',
  'sso.notAgain':
    'Die Person musste sich erneut anmelden, hat das aber zuletzt am {moment} getan. Schalten Sie die Unterstützung für ForceAuthn ein.',
  'sso.client': 'Der Identitätsanbieter hat die Client-ID oder das Client-Geheimnis abgelehnt.',
  'sso.answer': 'Die Antwort des Identitätsanbieters wird nicht akzeptiert: „{cause}“.',
  'sso.answer.missing': 'Die Antwort des Identitätsanbieters wird nicht akzeptiert.',
  'sso.settings.incomplete': 'Die Einstellungen sind nicht vollständig.',
  'sso.settings.issuer': 'Der Aussteller nennt sich selbst anders.',
  'sso.settings.discovery': 'Für genau diesen Aussteller wurde kein Discovery-Dokument gefunden.',
  'sso.settings.signInUrl':
    'Die Anmeldeadresse kann nicht verwendet werden. Sie muss absolut sein, im Produktivbetrieb mit https.',
  'sso.certificate.form': 'Geben Sie ein Zertifikat im PEM-Format oder als Base64 an.',
  'sso.certificate.x509': 'Das ist kein X.509-Zertifikat.',
  'sso.certificate.key': 'Das Zertifikat braucht einen RSA-Schlüssel mit mindestens {bits} Bit.',
  'sso.certificate.count': 'Ein bis {limit} Signaturzertifikate sind erforderlich.',
  'sso.metadata.unreadable': 'Die Metadaten können nicht gelesen werden. {why}',
  'sso.metadata.one': 'Die Metadaten müssen genau einen Identitätsanbieter für SAML 2.0 beschreiben.',
  'sso.metadata.entityId': 'Die Metadaten haben keine entityID.',
  'sso.metadata.redirect': 'Die Metadaten enthalten keine Anmeldeadresse mit dem Binding HTTP-Redirect.',
  'sso.metadata.status': 'Die Metadaten-Adresse hat mit {status} geantwortet.',
  'sso.metadata.silent': 'Die Metadaten-Adresse hat nicht geantwortet.',
} as const;
