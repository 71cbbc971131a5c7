/** La página de los dominios y los proveedores de identidad de una organización. */
export const singleSignOn = {
  'singleSignOn.title': 'Inicio de sesión único',
  'singleSignOn.description':
    'Demuestra que tus dominios de correo son tuyos y permite iniciar sesión con tu propio proveedor de identidad.',
  'singleSignOn.hidden': 'Solo los propietarios y administradores ven esto',
  'singleSignOn.hidden.impersonating': 'No puedes ver esta página mientras actúas en nombre de otra persona.',
  'singleSignOn.hidden.member': 'Consulta a un propietario o administrador de tu organización.',

  'singleSignOn.domains': 'Dominios',
  'singleSignOn.domains.about':
    'Un proveedor de identidad solo responde por direcciones de dominios que hayas verificado.',
  'singleSignOn.domains.add': 'Añadir dominio',
  'singleSignOn.domains.add.field': 'Dominio',
  'singleSignOn.domains.add.note':
    'Lo que va después de la @ en tus direcciones de correo. Los subdominios cuentan como otros dominios.',
  'singleSignOn.domains.add.title': 'Añadir un dominio',
  'singleSignOn.domains.autoJoin': 'Permitir unirse sin invitación',
  'singleSignOn.domains.autoJoin.on': 'Unirse sin invitación',
  'singleSignOn.domains.autoJoin.text':
    'Quien verifica una dirección de {domain} y no pertenece a ninguna organización pasa a ser miembro.',
  'singleSignOn.domains.autoJoin.verifyFirst': 'Verifica primero el dominio.',
  'singleSignOn.domains.check': 'Comprobar ahora',
  'singleSignOn.domains.checked': 'Última comprobación: {when}',
  'singleSignOn.domains.unchecked': 'Aún sin comprobar',
  'singleSignOn.domains.foundNone': 'Hemos consultado los registros TXT de {name} y no hay ninguno.',
  'singleSignOn.domains.foundOnly': 'Hemos consultado los registros TXT de {name} y solo hay:',
  'singleSignOn.domains.create':
    'Crea este registro TXT en tu proveedor de DNS y después compruébalo. Los registros nuevos pueden tardar entre unos minutos y una hora.',
  'singleSignOn.domains.empty': 'Aún no hay dominios',
  'singleSignOn.domains.empty.text':
    'Añade el dominio de tus direcciones de correo y demuestra con un registro DNS que es tuyo.',
  'singleSignOn.domains.full':
    'Una organización puede tener {limit, plural, one {# dominio} other {# dominios}}. Quita uno para añadir otro.',
  'singleSignOn.domains.inPlace': 'El registro está en su sitio.',
  'singleSignOn.domains.keep': 'Deja este registro TXT en tu proveedor de DNS. Lo consultamos cada semana.',
  'singleSignOn.domains.recordName': 'Nombre',
  'singleSignOn.domains.recordName.note':
    'Algunos proveedores de DNS añaden el dominio por sí mismos: entonces introduce solo {label}.',
  'singleSignOn.domains.recordValue': 'Valor',
  'singleSignOn.domains.remove': 'Quitar',
  'singleSignOn.domains.remove.action': 'Quitar dominio',
  'singleSignOn.domains.remove.done': 'Dominio quitado.',
  'singleSignOn.domains.remove.text':
    'Quienes tengan una dirección de {domain} ya no podrán iniciar sesión con tu proveedor de identidad ni unirse sin invitación. Los miembros se quedan.',
  'singleSignOn.domains.remove.title': '¿Quitar este dominio?',
  'singleSignOn.domains.saved': 'Dominio guardado.',
  'singleSignOn.domains.state.missing': 'Falta el registro',
  'singleSignOn.domains.state.unverified': 'Aún sin verificar',
  'singleSignOn.domains.state.verified': 'Verificado',
  'singleSignOn.domains.verified': 'Dominio verificado.',
  'singleSignOn.domains.verifiedAndChecked': 'Verificado {verified} · Última comprobación: {checked}',
  'singleSignOn.never': 'nunca',

  'singleSignOn.providers': 'Proveedores de identidad',
  'singleSignOn.providers.about':
    'Okta, Entra ID, Google Workspace o cualquier otro que use SAML 2.0 u OpenID Connect.',
  'singleSignOn.providers.add': 'Añadir proveedor',
  'singleSignOn.providers.columns.domains': 'Dominios',
  'singleSignOn.providers.columns.name': 'Nombre',
  'singleSignOn.providers.columns.status': 'Estado',
  'singleSignOn.providers.columns.tested': 'Última prueba superada',
  'singleSignOn.providers.empty': 'Aún no hay proveedores de identidad',
  'singleSignOn.providers.empty.text': 'Añade el tuyo, pruébalo y actívalo cuando supere la prueba.',
  'singleSignOn.providers.full':
    'Una organización puede tener {limit, plural, one {# proveedor de identidad} other {# proveedores de identidad}}. Elimina uno para añadir otro.',
  'singleSignOn.providers.tested': 'Última prueba: {when}',
  'singleSignOn.providers.untested': 'Aún sin probar',

  'singleSignOn.create.action': 'Añadir',
  'singleSignOn.create.name': 'Nombre',
  'singleSignOn.create.nameNote': 'Solo se muestra a los administradores.',
  'singleSignOn.create.oidc': 'Necesita un ID de cliente y un secreto de cliente en lugar de certificados.',
  'singleSignOn.create.protocol': 'Protocolo',
  'singleSignOn.create.protocolNote':
    'No se puede cambiar después. Todos los grandes proveedores de identidad ofrecen ambos.',
  'singleSignOn.create.saml': 'La opción habitual para Okta, Entra ID y Google Workspace.',
  'singleSignOn.create.title': 'Añadir un proveedor de identidad',

  'singleSignOn.provider': 'Proveedor de identidad',
  'singleSignOn.provider.gone': 'Este proveedor de identidad ya no existe.',
  'singleSignOn.next': 'Siguiente paso',
  'singleSignOn.next.domain':
    'Nadie puede iniciar sesión con él hasta que tenga un dominio verificado. Elige uno en Opciones.',
  'singleSignOn.next.domains': 'Elige en Opciones los dominios por los que responde.',
  'singleSignOn.next.enter':
    'Introduce los valores de abajo en tu proveedor de identidad y después, aquí, los que te dé.',
  'singleSignOn.next.test': 'Pruébalo. Inicias sesión allí una vez y no cambia nada para nadie.',
  'singleSignOn.next.turnOn': 'Prueba superada. Actívalo cuando quieras.',
  'singleSignOn.states.noDomain': 'Sin dominio',
  'singleSignOn.states.off': 'Desactivado',
  'singleSignOn.states.on': 'Activado',
  'singleSignOn.states.required': 'Obligatorio',
  'singleSignOn.tabs.options': 'Opciones',
  'singleSignOn.tabs.people': 'Personas',
  'singleSignOn.tabs.setup': 'Configuración',
  'singleSignOn.tabs.test': 'Prueba',

  'singleSignOn.actions.delete': 'Eliminar',
  'singleSignOn.actions.more': 'Más',
  'singleSignOn.actions.release': 'Dejar de exigirlo',
  'singleSignOn.actions.require': 'Exigir',
  'singleSignOn.actions.test': 'Probar',
  'singleSignOn.actions.turnOff': 'Desactivar',
  'singleSignOn.actions.turnOn': 'Activar',
  'singleSignOn.delete.action': 'Eliminar proveedor',
  'singleSignOn.delete.done': 'Proveedor de identidad eliminado.',
  'singleSignOn.delete.text':
    'Se eliminan su configuración y sus vínculos, y nadie podrá iniciar sesión con él. Los miembros se quedan. No se puede deshacer.',
  'singleSignOn.delete.title': '¿Eliminar este proveedor de identidad?',
  'singleSignOn.release.done': 'El inicio de sesión único ya no es obligatorio.',
  'singleSignOn.release.text':
    'Se podrá iniciar sesión con {name} o de cualquier otra forma. Quienes no tengan contraseña pueden establecer una con «¿Olvidaste tu contraseña?».',
  'singleSignOn.release.title': '¿Dejar de exigir el inicio de sesión único?',
  'singleSignOn.turnedOn': 'Proveedor de identidad activado.',
  'singleSignOn.turnOff.done': 'Proveedor de identidad desactivado.',
  'singleSignOn.turnOff.text':
    'Nadie podrá iniciar sesión con {name} hasta que vuelvas a activarlo. Quienes no tengan contraseña pueden establecer una con «¿Olvidaste tu contraseña?». Los vínculos y la configuración se conservan.',
  'singleSignOn.turnOff.title': '¿Desactivar este proveedor de identidad?',

  'singleSignOn.require.action': 'Exigirlo',
  'singleSignOn.require.done': 'El inicio de sesión único es obligatorio.',
  'singleSignOn.require.fails': 'Si falla tu proveedor de identidad',
  'singleSignOn.require.keys':
    'Sus propias claves de API funcionan durante 30 días después de cada inicio de sesión aquí. Las claves de la organización se conservan.',
  'singleSignOn.require.lastResort': 'Como último recurso, quien opera este servicio ejecuta:',
  'singleSignOn.require.needs':
    'Necesitas haber superado una prueba en las últimas 24 horas y haber iniciado sesión con la autenticación en dos pasos, con una llave de acceso o con este proveedor de identidad.',
  'singleSignOn.require.noWayBack': 'Aún no hay otra forma de entrar',
  'singleSignOn.require.noWayBack.text':
    'Si falla tu proveedor de identidad, nadie podrá entrar. Haz primero que un propietario active la autenticación en dos pasos para su contraseña o añada una llave de acceso.',
  'singleSignOn.require.others': 'Las personas con otras direcciones inician sesión como antes.',
  'singleSignOn.require.owners':
    '{owners, plural, one {# propietario aún puede} other {# propietarios aún pueden}} iniciar sesión con contraseña y autenticación en dos pasos, o con una llave de acceso. Se avisa por correo a los demás propietarios.',
  'singleSignOn.require.sessions':
    'Sus otras sesiones se cierran en la próxima solicitud. La que usas ahora continúa.',
  'singleSignOn.require.title': '¿Exigir el inicio de sesión único?',
  'singleSignOn.require.ways':
    'Ya no podrán iniciar sesión con contraseñas, llaves de acceso, códigos por correo ni otros proveedores.',
  'singleSignOn.require.whom':
    'Los miembros con una dirección de {domains} y los miembros vinculados a {name} solo podrán iniciar sesión con él.',

  'singleSignOn.setup.entraIssuer': 'Emisor, con tu {field}',
  'singleSignOn.setup.entraSecret': 'Secreto de cliente (su {column})',
  'singleSignOn.setup.fieldNames': 'Nombres de campos de',
  'singleSignOn.setup.hint.oidc.entra': 'Registra una aplicación solo para cuentas de este directorio.',
  'singleSignOn.setup.hint.oidc.google':
    'En la pantalla de consentimiento, elige Internal como tipo de usuario, para que solo puedan iniciar sesión tus propias cuentas.',
  'singleSignOn.setup.hint.oidc.okta': 'Crea una aplicación web con el tipo de concesión Authorization Code.',
  'singleSignOn.setup.hint.oidc.other': 'Crea una aplicación web con el flujo de código de autorización.',
  'singleSignOn.setup.hint.saml.entra':
    'Conserva los claims que Entra ID envía por sí mismo. Deja desactivado el cifrado de tokens.',
  'singleSignOn.setup.hint.saml.google':
    'Asigna Primary email a email, First name a firstName y Last name a lastName. Google no publica una dirección de metadatos: descarga los metadatos y elige el archivo más abajo.',
  'singleSignOn.setup.hint.saml.okta':
    'Añade los atributos email (user.email), firstName (user.firstName) y lastName (user.lastName) en Attribute Statements. Deja la aserción sin cifrar.',
  'singleSignOn.setup.hint.saml.other':
    'Envía los atributos email, firstName y lastName, firma con SHA-256 y deja la aserción sin cifrar.',
  'singleSignOn.setup.loginUrlNote': 'Opcional. Inicia sesión desde un icono o un marcador.',
  'singleSignOn.setup.metadataNote':
    'Nuestros metadatos también están en esta dirección, por si puedes importarlos.',
  'singleSignOn.setup.other': 'Otro',
  'singleSignOn.setup.other.acsUrl': 'URL del servicio consumidor de aserciones (ACS)',
  'singleSignOn.setup.other.certificate': 'Certificado de firma',
  'singleSignOn.setup.other.clientId': 'ID de cliente',
  'singleSignOn.setup.other.clientSecret': 'Secreto de cliente',
  'singleSignOn.setup.other.entityId': 'ID de entidad o emisor',
  'singleSignOn.setup.other.issuer': 'Emisor',
  'singleSignOn.setup.other.loginUrl': 'URL de acceso',
  'singleSignOn.setup.other.metadataUrl': 'URL de metadatos',
  'singleSignOn.setup.other.ourEntityId': 'Audiencia o ID de entidad del SP',
  'singleSignOn.setup.other.redirectUri': 'URI de redirección o de retorno',
  'singleSignOn.setup.other.signInUrl': 'URL de inicio de sesión (HTTP-Redirect)',
  'singleSignOn.setup.ours': '1. Introduce esto en {provider}',
  'singleSignOn.setup.ours.other': '1. Introduce esto en tu proveedor de identidad',
  'singleSignOn.setup.saved': 'Configuración guardada.',
  'singleSignOn.setup.saveSettings': 'Guardar configuración',
  'singleSignOn.setup.theirs': '2. Introduce aquí lo que te da {provider}',
  'singleSignOn.setup.theirs.other': '2. Introduce aquí lo que te da tu proveedor de identidad',

  'singleSignOn.oidc.example': 'Por ejemplo {address}',
  'singleSignOn.oidc.newSecret':
    'Lo ciframos y no volvemos a mostrarlo. Déjalo vacío para un cliente público.',
  'singleSignOn.oidc.savedSecret':
    'Hay uno guardado. No lo mostramos nunca. Introduce otro para sustituirlo.',

  'singleSignOn.saml.certificates': 'Certificados',
  'singleSignOn.saml.certificates.note':
    'De uno a cuatro, uno debajo de otro, para que uno nuevo pueda tomar el relevo.',
  'singleSignOn.saml.certificates.past': 'Caducado',
  'singleSignOn.saml.certificates.soon': 'Caduca pronto',
  'singleSignOn.saml.certificates.until': 'Certificado hasta el {day}',
  'singleSignOn.saml.certificates.fine': 'Válido',
  'singleSignOn.saml.chooseFile': 'Elegir archivo',
  'singleSignOn.saml.fact': '{field}: {value}',
  'singleSignOn.saml.metadata': 'Metadatos',
  'singleSignOn.saml.metadata.note': 'El contenido del archivo o XML pegado.',
  'singleSignOn.saml.missing': 'Ningún propietario lo ha introducido todavía.',
  'singleSignOn.saml.readDaily': '{address} (se lee cada día)',
  'singleSignOn.saml.source': 'Cómo introducirlos',
  'singleSignOn.saml.source.fields': 'Uno a uno',
  'singleSignOn.saml.source.metadata': 'Archivo o texto de metadatos',
  'singleSignOn.saml.source.replace': 'Sustituir la configuración',
  'singleSignOn.saml.urlNote': 'La leemos ahora y cada día, así los certificados nuevos llegan solos.',

  'singleSignOn.options.adminGroups': 'Grupos de administradores',
  'singleSignOn.options.adminGroups.clear': 'Borrar grupos',
  'singleSignOn.options.adminGroups.note':
    'En cada inicio de sesión, sus integrantes pasan a ser administradores y los demás, miembros. Los propietarios siguen siéndolo. Déjalo vacío para no cambiar los roles.',
  'singleSignOn.options.attribute.email': 'Correo',
  'singleSignOn.options.attribute.firstName': 'Nombre',
  'singleSignOn.options.attribute.groups': 'Grupos',
  'singleSignOn.options.attribute.lastName': 'Apellidos',
  'singleSignOn.options.attributes.oidc': 'Nombres de los claims, si son otros',
  'singleSignOn.options.attributes.saml': 'Nombres de los atributos, si son otros',
  'singleSignOn.options.domains': 'Dominios',
  'singleSignOn.options.domains.choose': 'Elige dominios verificados',
  'singleSignOn.options.domains.note':
    'Solo inician sesión con él las personas con una dirección de uno de estos dominios.',
  'singleSignOn.options.domains.verifyFirst': 'Verifica primero un dominio, al principio de la página.',
  'singleSignOn.options.name': 'Nombre',
  'singleSignOn.options.provisioning': 'Las personas nuevas se unen sin invitación',
  'singleSignOn.options.provisioning.note':
    'Se crea una cuenta para cada persona por la que responde. Desactivado: antes necesitan una invitación.',
  'singleSignOn.options.save': 'Guardar opciones',
  'singleSignOn.options.saved': 'Opciones guardadas.',
  'singleSignOn.options.secondFactor': 'Ya comprueba un segundo factor',
  'singleSignOn.options.secondFactor.note':
    'Entonces no pedimos otro después, salvo que el servicio lo exija a todo el mundo.',
  'singleSignOn.options.sessionHours': 'Duración de las sesiones, en horas',
  'singleSignOn.options.sessionHours.note': 'De 1 a 168. Después se vuelve a iniciar sesión allí.',

  'singleSignOn.people': 'Personas vinculadas',
  'singleSignOn.people.columns.lastSignIn': 'Último acceso',
  'singleSignOn.people.columns.person': 'Persona',
  'singleSignOn.people.empty': 'Aún no hay personas vinculadas',
  'singleSignOn.people.empty.text':
    'Las personas aparecen aquí cuando inician sesión con este proveedor de identidad.',
  'singleSignOn.people.lastSignIn': 'Último acceso: {when}',
  'singleSignOn.people.unlink': 'Desvincular',
  'singleSignOn.people.unlink.done': 'Persona desvinculada.',
  'singleSignOn.people.unlink.person': 'Desvincular a {email}',
  'singleSignOn.people.unlink.text':
    '{email} se vuelve a vincular por su dirección de correo la próxima vez que inicie sesión con este proveedor de identidad. Sigue siendo miembro.',
  'singleSignOn.people.unlink.title': '¿Desvincular a esta persona?',
  'singleSignOn.people.unlinkAll': 'Desvincular a todas las personas',
  'singleSignOn.people.unlinkAll.done': 'Todas las personas están desvinculadas.',
  'singleSignOn.people.unlinkAll.text':
    'Cada persona se vuelve a vincular por su dirección de correo la próxima vez que inicie sesión. Lo necesitas antes de cambiar el emisor o el ID de entidad.',
  'singleSignOn.people.unlinkAll.title': '¿Desvincular a todas las personas?',

  'singleSignOn.test.attributes': 'Atributos',
  'singleSignOn.test.attributes.copy': 'Copiar atributos',
  'singleSignOn.test.claims': 'Claims',
  'singleSignOn.test.claims.copy': 'Copiar claims',
  'singleSignOn.test.empty': 'Ninguna prueba en las últimas 24 horas',
  'singleSignOn.test.empty.text':
    'Elige Probar, arriba. Inicias sesión en tu proveedor de identidad y esta página muestra lo que envió. Una prueba no inicia la sesión de nadie.',
  'singleSignOn.test.failed': 'La prueba falló',
  'singleSignOn.test.message': 'Mensaje',
  'singleSignOn.test.message.copy': 'Copiar mensaje',
  'singleSignOn.test.notSent': 'No enviado',
  'singleSignOn.test.passed': 'Prueba superada',
  'singleSignOn.test.passed.text':
    'Probado {when}. El mensaje y su dirección son correctos. Si una persona puede unirse, se decide cuando inicia sesión.',
  'singleSignOn.test.person.email': 'Correo',
  'singleSignOn.test.person.firstName': 'Nombre',
  'singleSignOn.test.person.groups': 'Grupos',
  'singleSignOn.test.person.lastName': 'Apellidos',
  'singleSignOn.test.person.role': 'Rol aquí',
  'singleSignOn.test.person.roleStays': 'Sigue como está',
  'singleSignOn.test.person.subject': 'Identificador',
  'singleSignOn.test.person.tooManyGroups': 'Demasiados para enviarlos',
  'singleSignOn.test.sent': 'Lo que se envió',
  'singleSignOn.test.understood': 'Lo que entendimos',

  'singleSignOn.test.todo.noAddress':
    'Haz que envíe una, o introduce en Opciones el nombre que usa. Abajo está lo que envió.',
  'singleSignOn.test.todo.noDomain': 'Elige su dominio en Opciones y vuelve a probar.',
  'singleSignOn.test.todo.other': 'Compara la configuración de ambos lados y vuelve a probar.',
  'singleSignOn.test.todo.otherDomain':
    'Inicia sesión allí con otra cuenta, o verifica y elige el dominio de esta dirección.',
  'singleSignOn.test.todo.sso_denied': 'Comprueba que allí tienes asignada la aplicación y vuelve a probar.',
  'singleSignOn.test.todo.sso_failed':
    'Compara los valores de Configuración con los del proveedor de identidad y vuelve a probar.',
  'singleSignOn.test.todo.sso_unavailable':
    'Comprueba el emisor en Configuración y que se puede acceder al proveedor de identidad desde internet.',
  'singleSignOn.test.todo.unverified': 'Verifica allí la dirección y vuelve a probar.',
  'singleSignOn.test.what.noAddress': 'El proveedor de identidad no envió ninguna dirección de correo.',
  'singleSignOn.test.what.noDomain':
    'El mensaje es correcto, pero {email} no está en ninguno de los dominios de este proveedor de identidad.',
  'singleSignOn.test.what.other': 'No se pudo iniciar sesión.',
  'singleSignOn.test.what.otherDomain': 'El mensaje es correcto, pero {email} no está en {domains}.',
  'singleSignOn.test.what.sso_denied':
    'El proveedor de identidad rechazó el inicio de sesión, o lo cancelaste.',
  'singleSignOn.test.what.sso_failed': 'No pudimos verificar lo que envió el proveedor de identidad.',
  'singleSignOn.test.what.sso_unavailable': 'El proveedor de identidad no respondió.',
  'singleSignOn.test.what.unverified':
    'El proveedor de identidad dice que {email} es una dirección sin verificar.',
  'singleSignOn.test.what.unverifiedUnnamed':
    'El proveedor de identidad dice que la dirección no está verificada.',
} as const;
