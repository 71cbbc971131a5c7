/** La página del directorio que mantiene al día a las personas de una organización. */
export const directory = {
  'directory.title': 'Directorio',
  'directory.description':
    'Entra ID, Okta y otros actualizan por SCIM la lista de personas de {organization}: quién se une, cómo se llama y quién se va.',
  'directory.hidden': 'Solo los propietarios y administradores ven el directorio',
  'directory.hidden.action': 'Abrir tu organización',

  'directory.tokens': 'Tokens',
  'directory.tokens.about':
    'Con ellos se identifica tu directorio. Puedes tener {limit}: uno en uso y otro para sustituirlo.',
  'directory.tokens.columns.created': 'Creado',
  'directory.tokens.columns.createdBy': 'Creado por',
  'directory.tokens.columns.lastUsed': 'Último uso',
  'directory.tokens.columns.token': 'Token',
  'directory.tokens.create': 'Crear token',
  'directory.tokens.create.description': 'Descripción',
  'directory.tokens.create.descriptionNote': 'Opcional. Dónde lo usas, por ejemplo Entra ID.',
  'directory.tokens.create.made': 'El token nuevo',
  'directory.tokens.create.note':
    'Introdúcelo en tu directorio, con la URL base. No volveremos a mostrarlo. Si se pierde, crea otro y revoca este.',
  'directory.tokens.create.text':
    'El token decide quién pertenece a tu organización. No caduca y funciona hasta que lo revoques.',
  'directory.tokens.create.title': 'Crear un token',
  'directory.tokens.deletedAccount': 'Una cuenta eliminada',
  'directory.tokens.empty': 'No hay ningún directorio conectado',
  'directory.tokens.empty.owner': 'Crea un token y sigue después los pasos de abajo.',
  'directory.tokens.empty.others': 'Un propietario de la organización puede conectar uno.',
  'directory.tokens.lastUsed': 'Último uso: {when}',
  'directory.tokens.revoke': 'Revocar',
  'directory.tokens.revoke.action': 'Revocar token',
  'directory.tokens.revoke.done': 'Token revocado.',
  'directory.tokens.revoke.lastText':
    'Un directorio que use {name} ya no podrá cambiar nada aquí, con efecto inmediato. No queda ningún otro token, así que el directorio se desconecta: quienes dejen tu empresa conservan el acceso hasta que los quites aquí. Las personas y los grupos que creó se conservan. No se puede deshacer.',
  'directory.tokens.revoke.named': 'Revocar {name}',
  'directory.tokens.revoke.text':
    'Un directorio que use {name} ya no podrá cambiar nada aquí, con efecto inmediato. Las personas y los grupos que creó se conservan. No se puede deshacer.',
  'directory.tokens.revoke.title': '¿Revocar este token?',
  'directory.tokens.unnamed': 'Token sin descripción',

  'directory.setup': 'Conecta tu directorio',
  'directory.setup.baseUrl': 'URL base',
  'directory.setup.baseUrl.copy': 'Copiar la URL base',
  'directory.setup.entra.1': 'En tu aplicación empresarial, abre Provisioning y elige Automatic.',
  'directory.setup.entra.2':
    'Introduce la URL base como Tenant URL y un token de aquí como Secret Token. Prueba la conexión.',
  'directory.setup.entra.3':
    'En las asignaciones, asigna mail a emails[type eq "work"].value y objectId a externalId.',
  'directory.setup.entra.4':
    'Asigna personas y grupos a la aplicación y después inicia el aprovisionamiento.',
  'directory.setup.okta.1': 'En tu aplicación, abre General y activa SCIM provisioning.',
  'directory.setup.okta.2':
    'En Provisioning, introduce la URL base, userName como identificador único, HTTP Header como modo de autenticación y un token de aquí.',
  'directory.setup.okta.3': 'Activa Create Users, Update User Attributes y Deactivate Users.',
  'directory.setup.okta.4': 'Asigna personas a la aplicación y añade grupos en Push Groups.',
  'directory.setup.whom':
    'El directorio gestiona a las personas cuya dirección está en un dominio verificado de tu organización. Las demás siguen como están.',

  'directory.groups': 'Grupos',
  'directory.groups.about':
    'Los grupos que envió tu directorio. Un grupo no hace nada hasta que le das algo: entonces sus integrantes son administradores o tienen roles de aplicación mientras estén en él.',
  'directory.groups.columns.group': 'Grupo',
  'directory.groups.columns.people': 'Personas',
  'directory.groups.columns.role': 'Rol que otorga',
  'directory.groups.empty': 'Aún no hay grupos',
  'directory.groups.empty.text': 'Aparecen aquí cuando tu directorio los envía.',
  'directory.groups.map': 'Hacer administradores',
  'directory.groups.map.done': 'Los integrantes del grupo son ahora administradores.',
  'directory.groups.map.named': 'Hacer administradores: {group}',
  'directory.groups.map.text':
    '{count, plural, one {# persona de {group} podrá} other {# personas de {group} podrán}} gestionar miembros, invitaciones y claves. A partir de entonces, el directorio decide quién está en el grupo. Los propietarios siguen siéndolo.',
  'directory.groups.map.title': '¿Dar el rol de administrador a este grupo?',
  'directory.groups.noRole': 'Ninguno',
  'directory.groups.people': '{count, plural, one {# persona} other {# personas}}',
  'directory.groups.unmap': 'Quitar rol',
  'directory.groups.unmap.done': 'El grupo ya no otorga ningún rol.',
  'directory.groups.unmap.named': 'Quitar el rol de administrador: {group}',
  'directory.groups.unmap.text':
    'Quienes son administradores solo por {group} pasan a ser miembros. Los propietarios y quienes nombraste administradores a mano siguen como están.',
  'directory.groups.unmap.title': '¿Quitar el rol de administrador a este grupo?',

  'directory.refusals': 'Solicitudes rechazadas',
  'directory.refusals.about': 'Las últimas de tu directorio. Se guardan una semana.',
  'directory.refusals.columns.what': 'Qué se rechazó',
  'directory.refusals.columns.when': 'Cuándo',
  'directory.refusals.empty': 'No se rechazó nada en la última semana',

  'directory.attempt.DELETE.group': 'Quitar un grupo',
  'directory.attempt.DELETE.other': 'Quitar {path}',
  'directory.attempt.DELETE.person': 'Quitar a una persona',
  'directory.attempt.GET.group': 'Leer un grupo',
  'directory.attempt.GET.groups': 'Leer grupos',
  'directory.attempt.GET.other': 'Leer {path}',
  'directory.attempt.GET.people': 'Leer personas',
  'directory.attempt.GET.person': 'Leer una persona',
  'directory.attempt.PATCH.group': 'Cambiar un grupo',
  'directory.attempt.PATCH.other': 'Cambiar {path}',
  'directory.attempt.PATCH.person': 'Cambiar una persona',
  'directory.attempt.POST.group': 'Crear un grupo',
  'directory.attempt.POST.other': 'Crear {path}',
  'directory.attempt.POST.person': 'Crear una persona',
  'directory.attempt.PUT.group': 'Sustituir un grupo',
  'directory.attempt.PUT.other': 'Sustituir {path}',
  'directory.attempt.PUT.person': 'Sustituir una persona',

  'directory.advice.403':
    'Las direcciones deben estar en un dominio verificado de tu organización. Las direcciones de los propietarios y las personas con un rol en el servicio solo se cambian aquí.',
  'directory.advice.404':
    'La persona o el grupo ya no existe o nunca fue del directorio. Haz que el directorio vuelva a sincronizarlo todo.',
  'directory.advice.405': 'El directorio usó un método que esta dirección no admite. Comprueba la URL base.',
  'directory.advice.409':
    'Una organización necesita un propietario activo. Nombra primero a otro propietario.',
  'directory.advice.413':
    'La solicitud era demasiado grande. Haz que el directorio envíe menos miembros a la vez.',
  'directory.advice.415': 'El directorio debe enviar JSON. Comprueba que usa SCIM 2.0.',
  'directory.advice.invalidFilter':
    'El directorio buscó por un atributo que no admitimos. Identifica a las personas por userName o externalId.',
  'directory.advice.invalidPath':
    'El directorio envió un atributo que no conocemos. Quítalo de la asignación de atributos.',
  'directory.advice.invalidSyntax': 'No se pudo leer la solicitud. Comprueba que el directorio usa SCIM 2.0.',
  'directory.advice.invalidValue':
    'Un valor no corresponde a su atributo, o un grupo nombra a una persona que no está aquí. Comprueba la asignación y asigna también a la persona.',
  'directory.advice.mutability':
    'El directorio cambió un atributo que nunca cambia. Quítalo de la asignación de atributos.',
  'directory.advice.noTarget':
    'El directorio cambió algo que no existe. Haz que vuelva a sincronizarlo todo.',
  'directory.advice.other': 'Comprueba la asignación de atributos en el directorio.',
  'directory.advice.ours': 'El fallo es nuestro. El directorio lo vuelve a intentar solo.',
  'directory.advice.uniqueness':
    'El nombre o la dirección ya está en uso. Si la persona pertenece a otra organización, invítala; si es una segunda entrada de la misma persona, quita una en el directorio.',
} as const;
