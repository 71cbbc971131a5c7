import type { Translation } from '../parts.ts';

export const messages: Translation<'sign-in'> = {
  'action.backToSignIn': 'Volver al inicio de sesión',
  'action.continue': 'Continuar',
  'action.createAccount': 'Crear una cuenta',
  'action.getNewLink': 'Pedir un enlace nuevo',
  'action.newLinkInProfile': 'Pedir un enlace nuevo en tu perfil',
  'action.sendLink': 'Enviar enlace',
  'action.signIn': 'Iniciar sesión',
  'action.startOver': 'Empezar de nuevo',
  'action.toDashboard': 'Ir al panel',
  'action.tryAgain': 'Intentar de nuevo',
  'challenge.failed':
    'La comprobación no se ha cargado. Puede que algo en tu navegador la bloquee. Cierra esta ventana e inténtalo de nuevo.',
  'challenge.solving': 'Comprobamos que no eres un bot.',
  'challenge.title': '¿Eres una persona?',
  'field.code': 'Código',
  'field.email': 'Correo',
  'field.firstName': 'Nombre',
  'field.lastName': 'Apellidos',
  'field.newPassword': 'Contraseña nueva',
  'field.optional': 'Opcional',
  'field.organization': 'Organización',
  'field.password': 'Contraseña',
  'field.togglePassword': 'Mostrar u ocultar la contraseña',
  'field.username': 'Nombre de usuario',

  'colorScheme.toDark': 'Cambiar al modo oscuro',
  'colorScheme.toLight': 'Cambiar al modo claro',
  'dialog.close': 'Cerrar',
  'failure.answer': 'Algo entre tú y el servicio respondió con el estado {status}.',
  'failure.page': 'Algo salió mal en esta página. Recárgala e inténtalo de nuevo.',
  'failure.reference': 'Si sigue ocurriendo, indica este identificador al equipo de soporte: {id}',
  'failure.timeout': 'El servicio no respondió a tiempo. Inténtalo de nuevo en un momento.',
  'failure.title': 'Esta página no se cargó',
  'failure.unreachable': 'No se pudo conectar con el servicio. Revisa tu conexión e inténtalo de nuevo.',
  'language.label': 'Idioma',
  'notFound.text': 'Revisa la dirección o empieza desde el panel.',
  'notFound.title': 'Página no encontrada',
  'waiting.label': 'Cargando',
  'waiting.moment': 'Un momento…',

  'cancelDeletion.about': 'Tu cuenta se va a eliminar. Puedes conservarla, con todo lo que contiene.',
  'cancelDeletion.action': 'Conservar mi cuenta',
  'cancelDeletion.dead':
    'Si ya conservaste la cuenta, inicia sesión. Si el plazo terminó, se eliminó y no se puede recuperar.',
  'cancelDeletion.doneTitle': 'Eliminación cancelada',
  'cancelDeletion.title': 'Conserva tu cuenta',
  'cancelDeletion.unasked':
    'Si no pediste eliminarla, consérvala ahora. Después elige una contraseña nueva: alguien inició sesión en tu cuenta.',

  'code.digit': 'Dígito {at} de 6',

  'confirmAddress.action': 'Cambiar mi correo',
  'confirmAddress.done': 'A partir de ahora, inicias sesión con {email}.',
  'confirmAddress.doneTitle': 'Tu correo ha cambiado',
  'confirmAddress.new': 'Nuevo',
  'confirmAddress.note': 'Iniciarás sesión con la dirección nueva. Aquí tu sesión sigue abierta.',
  'confirmAddress.notNow': 'Ahora no',
  'confirmAddress.now': 'Actual',
  'confirmAddress.title': 'Confirma tu correo nuevo',

  'consent.allow': 'Permitir',
  'consent.app': 'una aplicación de este dispositivo ({name})',
  'consent.deny': 'Denegar',
  'consent.described': 'Se llama a sí misma {name} y se describe en {url}.',
  'consent.invalid': 'Esta solicitud no es válida',
  'consent.invalidText':
    'Está incompleta o se hizo para otra cuenta. Vuelve a la aplicación e inicia sesión de nuevo.',
  'consent.loopback': 'La respuesta va a este equipo',
  'consent.loopbackText':
    'Cualquier programa que haya en él podría recibirla y usar este nombre. Permítelo solo si acabas de empezarlo tú.',
  'consent.next':
    'Continuarás en {place}. Puedes retirar el acceso en cualquier momento en «Aplicaciones conectadas», en tu cuenta.',
  'consent.organization': 'La aplicación trabaja con esta organización y no sabe nada de las demás.',
  'consent.resource': 'Actuar en tu nombre en {host}',
  'consent.selfRegistered': 'Esta aplicación se registró a sí misma',
  'consent.selfRegisteredText':
    'Ningún administrador la ha revisado y eligió su propio nombre. Permítela solo si esto lo empezaste tú.',
  'consent.title': 'Inicia sesión en {name}',
  'consent.wants': 'Quiere usar tu cuenta {email} y podrá:',

  'deadLink.text':
    'Ya se usó, ha caducado o está incompleto. Cada enlace funciona una sola vez, durante un tiempo limitado.',
  'deadLink.title': 'Este enlace ya no funciona',
  'device.title': 'Iniciar sesión en un dispositivo',
  'device.text': 'Introduce el código que muestra tu dispositivo.',
  'device.code': 'Código',
  'device.compare': 'Este código venía en el enlace. Continúa solo si tu dispositivo muestra el mismo.',
  'device.setUp': 'Configurar la verificación en dos pasos',
  'device.otherWay': 'Iniciar sesión de otra forma',
  'device.same':
    'Tu dispositivo debe mostrar este código. Si no lo muestra, o si alguien te envió aquí, rechaza.',
  'device.from': '{device}, en la dirección {address}, lo pidió a las {time}.',
  'device.elsewhere': 'El dispositivo está en otra red',
  'device.elsewhereText':
    'Este dispositivo y tú no compartís la red. Permítelo solo si lo empezaste tú, en un dispositivo que tienes a la vista.',
  'device.back': 'Introducir otro código',
  'device.allowed': 'Tu dispositivo ha iniciado sesión',
  'device.allowedText':
    'Vuelve a él. Puedes retirarle el acceso en cualquier momento en Aplicaciones conectadas, en tu cuenta.',
  'device.denied': 'El dispositivo no obtiene acceso',
  'device.deniedText': 'Si no lo empezaste tú, no tienes que hacer nada.',

  'emailCode.act': 'Recibir un código por correo',
  'emailCode.asked': 'Pediste iniciar sesión en {product} en este navegador.',
  'emailCode.elsewhere':
    'Funciona una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}, y solo en el navegador donde lo pediste. Vuelve allí e introduce los seis dígitos del correo.',
  'emailCode.elsewhereTitle': 'Este enlace no funciona aquí',
  'emailCode.sendNew': 'Enviar un código nuevo',
  'emailCode.sent':
    'Si {email} tiene una cuenta, hay un código en camino. Funciona durante {minutes, plural, one {# minuto} other {# minutos}}. Revisa también la carpeta de spam.',
  'emailCode.sentTitle': 'Revisa tu correo',
  'emailCode.text': 'Te enviaremos por correo seis dígitos para iniciar sesión.',
  'emailCode.title': 'Inicia sesión con un código',

  'expired.text': 'Tardó demasiado, ya había terminado o se empezó en otro navegador.',
  'expired.title': 'Este inicio de sesión ha caducado',

  'forgotPassword.purpose':
    'Introduce tu correo y te enviaremos un enlace para establecer una contraseña nueva.',
  'forgotPassword.sent':
    'Si {email} tiene una cuenta, hay un enlace en camino. Funciona durante {hours, plural, one {# hora} other {# horas}}. Revisa también la carpeta de spam.',
  'forgotPassword.title': '¿Olvidaste tu contraseña?',

  'invite.create': 'Crear una cuenta',
  'invite.expired': 'Esta invitación ha caducado',
  'invite.expiredText':
    'Las invitaciones caducan después de {days, plural, one {# día} other {# días}}. Pide una nueva.',
  'invite.have': 'Ya tengo una cuenta',
  'invite.join': 'Unirme como {email}',
  'invite.keep': 'Sigues perteneciendo a {organization} y puedes cambiar entre las dos.',
  'invite.missing': 'Invitación no encontrada',
  'invite.missingText': 'Ya se usó o se canceló, o el enlace está incompleto. Pide una nueva.',
  'invite.oneOnly':
    'Ya perteneces a {organization}, y solo puedes pertenecer a una organización. Abandónala primero.',
  'invite.otherAccount': 'Usar otra cuenta',
  'invite.someone': 'Alguien',
  'invite.text':
    '{inviter} invitó a {email} a {organization} como {role, select, OWNER {propietario} ADMIN {administrador} other {miembro}}. La invitación caduca el {day}.',
  'invite.title': 'Únete a {organization}',
  'invite.waiting': 'Tienes una invitación',
  'invite.wrongAccount': 'Iniciaste sesión como {email}, pero esta invitación es para {invited}.',

  'login.new': '¿Primera vez aquí? {link}',
  'login.remember': 'Recordarme',
  'login.title': 'Inicia sesión',
  'login.destination': 'Después continuarás en {name}.',
  'login.service': 'Un servicio de {product}',

  'newPassword.atLeast': 'Al menos:',
  'newPassword.met': ', cumplido',
  'newPassword.notMet': ', aún no cumplido',
  'newPassword.rule.bytes': '72 bytes como máximo',
  'newPassword.rule.digit': 'un dígito',
  'newPassword.rule.length': '8 caracteres',
  'newPassword.rule.lowercase': 'una letra minúscula',
  'newPassword.rule.special': 'un carácter especial',
  'newPassword.rule.uppercase': 'una letra mayúscula',
  'newPassword.strength.0': 'Demasiado fácil de adivinar',
  'newPassword.strength.1': 'Fácil de adivinar',
  'newPassword.strength.2': 'Podría ser más segura',
  'newPassword.strength.3': 'Segura',
  'newPassword.strength.4': 'Muy segura',

  'organizationChoice.create': 'Crear una nueva',
  'organizationChoice.from': 'Está en el correo de invitación, o te lo da la persona que te invitó.',
  'organizationChoice.invited': 'Tengo una invitación',
  'organizationChoice.later': 'Opcional. También puedes abrirlo más tarde para unirte a la organización.',
  'organizationChoice.link': 'Enlace de invitación',
  'organizationChoice.name': 'Nombre de la organización',

  'otherAccount.impersonating':
    'Estás actuando en nombre de {email}. Deja de hacerlo antes de verificar {address}.',
  'otherAccount.switch': 'Cambiar de cuenta',
  'otherAccount.text':
    'Iniciaste sesión como {email}, pero enviamos este enlace a {address} para otra cuenta. Cambia a esa cuenta para verificar la dirección.',

  'passkey.address': 'Las llaves de acceso solo funcionan en {domain}. Esta página está en {host}.',
  'passkey.exists': 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  'passkey.insecure':
    'Las llaves de acceso necesitan HTTPS. Con HTTP, los navegadores solo las permiten en localhost.',
  'passkey.use': 'Usar una llave de acceso',
  'passkey.useYours': 'Usar tu llave de acceso',

  'provider.account_inactive': 'Esta cuenta está desactivada. Contacta con un administrador.',
  'provider.complete': 'Crear cuenta',
  'provider.completeTitle': 'Ya casi está',
  'provider.continue': 'Continuar con {provider}',
  'provider.email_not_verified':
    'Tu proveedor no ha verificado tu correo. Verifícalo allí e inténtalo de nuevo.',
  'provider.invalid_state': 'Ese inicio de sesión tardó demasiado o se abrió dos veces. Inténtalo de nuevo.',
  'provider.link': 'Vincular e iniciar sesión',
  'provider.linkText':
    'Ya tienes una cuenta aquí. Introduce su contraseña una vez y, a partir de entonces, también podrás iniciar sesión con:',
  'provider.linkTitle': 'Vincula tu cuenta',
  'provider.names': 'Déjalos vacíos para usar el nombre que indica tu proveedor.',
  'provider.noAddress': 'Una cuenta sin dirección verificada',
  'provider.oauth_denied': 'No aprobaste el inicio de sesión. Inténtalo de nuevo o usa tu contraseña.',
  'provider.or': 'o',
  'provider.organization': 'Elige tu organización. Iniciarás sesión con:',
  'provider.other': 'No se pudo iniciar sesión. Inténtalo de nuevo.',
  'provider.profile_fetch_failed': 'El proveedor no nos dijo quién eres. Inténtalo de nuevo en un momento.',
  'provider.provider_unavailable':
    'Ahora no podemos conectar con el proveedor. Inténtalo más tarde o usa tu contraseña.',
  'provider.sign_in_method_not_allowed':
    'Aquí no se permite iniciar sesión con este proveedor. Elige otra forma.',
  'provider.signInWith': 'Iniciarás sesión con:',
  'provider.token_exchange_failed':
    'El proveedor no confirmó tu inicio de sesión. Inténtalo de nuevo en un momento.',

  'reclaim.code':
    'Si esta dirección nunca se verificó, otra persona pudo crear la cuenta. En ese caso, iniciar sesión con un código también anula sus claves de API, sus llaves de acceso, sus proveedores vinculados, su autenticación en dos pasos, sus permisos a aplicaciones y su pertenencia a una organización compartida. En una organización sin otros miembros, se anulan las invitaciones y las claves, y se desactivan los webhooks y las aplicaciones.',
  'reclaim.password':
    'Si esta dirección nunca se verificó, otra persona pudo crear la cuenta. En ese caso, establecer una contraseña también anula sus claves de API, sus llaves de acceso, sus proveedores vinculados, su autenticación en dos pasos, sus permisos a aplicaciones y su pertenencia a una organización compartida. En una organización sin otros miembros, se anulan las invitaciones y las claves, y se desactivan los webhooks y las aplicaciones. La autenticación en dos pasos configurada mediante el inicio de sesión único de una organización se anula con la primera contraseña.',

  'refusal.attempts': 'Demasiados intentos',
  'refusal.locked': 'Esta cuenta está bloqueada',
  'refusal.lockedNow': 'Demasiados intentos fallidos. Ya puedes intentarlo de nuevo.',
  'refusal.lockedUntil': 'Demasiados intentos fallidos. Se desbloquea en {time}.',
  'refusal.now': 'Ya puedes intentarlo de nuevo.',
  'refusal.unlock': 'Desbloquearla por correo',
  'refusal.until': 'Inténtalo de nuevo en {time}.',

  'register.action': 'Crear cuenta',
  'register.back': 'Cambiar tus datos',
  'register.byPasskey': 'Crear cuenta con una llave de acceso',
  'register.byPassword': 'Usar una contraseña',
  'register.codeSent':
    'Enviamos un código a {email}. Funciona durante {minutes, plural, one {# minuto} other {# minutos}}. Revisa también la carpeta de spam.',
  'register.forAddress': 'La invitación es para esta dirección.',
  'register.have': '¿Ya tienes una cuenta? {link}',
  'register.joining': 'Te vas a unir a {organization}.',
  'register.passkeyText': 'Inicias sesión con tu huella, tu cara o un PIN. No hay contraseña que recordar.',
  'register.ready': 'Tu cuenta está lista. Enviamos un enlace a {email}. Ábrelo para verificar tu dirección.',
  'register.title': 'Crea tu cuenta',
  'register.welcome': 'Te damos la bienvenida a {product}',

  'requestUnlock.purpose':
    'Tras varios intentos fallidos, una cuenta se bloquea durante {minutes, plural, one {# minuto} other {# minutos}}. Podemos enviarte por correo un enlace que la desbloquea ahora.',
  'requestUnlock.sent':
    'Si {email} tiene una cuenta bloqueada, hay un enlace en camino. Funciona durante {hours, plural, one {# hora} other {# horas}}. Revisa también la carpeta de spam.',

  'resetPassword.action': 'Establecer contraseña',
  'resetPassword.done': 'Cerramos tus sesiones en todas partes. Inicia sesión con tu contraseña nueva.',
  'resetPassword.doneTitle': 'Tu contraseña está guardada',
  'resetPassword.repeat': 'Repite la contraseña nueva',
  'resetPassword.title': 'Elige una contraseña nueva',

  'scopes.openid': 'Saber quién eres',
  'scopes.profile': 'Ver tu nombre y tu nombre de usuario',
  'scopes.email': 'Ver tu dirección de correo',
  'scopes.offline_access': 'Conservar este acceso cuando no estés',
  'scopes.organization': 'Ver tu organización, tus roles en ella y lo que permiten',
  'scopes.permissions': 'Ver qué puedes hacer en {product}',
  'scopes.users:list': 'Ver la lista de usuarios de {product}',
  'scopes.users:read': 'Ver los detalles de los usuarios de {product}',
  'scopes.roles:read': 'Ver los roles de {product}',
  'scopes.audit:read': 'Leer la auditoría de {product}',
  'scopes.emails:read': 'Ver qué correos envió {product}',
  'scopes.organizations:read': 'Ver todas las organizaciones de {product}',
  'scopes.policies:read': 'Ver la política de {product}',
  'scopes.applications:read': 'Ver las aplicaciones de {product}',
  'scopes.webhooks:read': 'Ver los webhooks, los destinos y los eventos de {product}',
  'scopes.hooks:read': 'Ver los hooks de {product}',
  'scopes.checks:read': 'Ver los cambios de sesiones y permisos en {product}',
  'scopes.organization:read': 'Ver lo mismo que tú ves de tu organización',
  'scopes.profile:read': 'Ver tu perfil y tus claves de API',

  'setup.action': 'Crear administrador',
  'setup.description':
    '{product} está en marcha y aún no tiene cuentas. Empieza por la tuya: puede administrarlo todo.',
  'setup.development':
    'Esta página solo funciona en desarrollo, en este equipo. En producción, ejecuta {command}.',
  'setup.done': 'Tu cuenta está lista. Inicia sesión como {email}.',
  'setup.doneTitle': 'Ya administras este servicio',
  'setup.exists': 'Ya existe una cuenta',
  'setup.existsText': '¿Es tuya? {link}. También puedes crear un administrador en la línea de comandos.',
  'setup.looking': '¿Solo quieres echar un vistazo? {link}',
  'setup.next': 'Luego la proteges con autenticación en dos pasos.',
  'setup.ordinary': 'Crear una cuenta normal',
  'setup.title': 'Crea el primer administrador',

  'signedOut.again': 'Iniciar sesión de nuevo',
  'signedOut.ask':
    'Una aplicación nos pidió cerrar tu sesión en {product}. Eso también la cierra en las aplicaciones en las que la iniciaste desde aquí.',
  'signedOut.askTitle': '¿Cerrar sesión?',
  'signedOut.signOut': 'Cerrar sesión',
  'signedOut.stay': 'Mantener la sesión',
  'signedOut.text': 'Ya puedes cerrar esta página.',
  'signedOut.title': 'Has cerrado sesión',

  'sso.continue': 'Continuar con SSO',
  'sso.email': 'Correo del trabajo',
  'sso.text':
    'Introduce tu correo del trabajo y te llevaremos a la página de inicio de sesión de tu empresa.',
  'sso.title': 'Inicio de sesión único',
  'sso.unknown': 'Esta dirección no tiene inicio de sesión único',
  'sso.unknownText':
    'Aquí ninguna organización lo ha configurado para {domain}. Revisa la dirección o inicia sesión de otra forma.',
  'sso.failure.sso_conflict':
    'Tu cuenta está vinculada a otra cuenta de la página de inicio de sesión de tu empresa. Pide a un administrador de tu organización que la desvincule.',
  'sso.failure.sso_denied': 'No terminaste de iniciar sesión en la página de tu empresa. Inténtalo de nuevo.',
  'sso.failure.sso_email_not_allowed':
    'La página de inicio de sesión de tu empresa envió una dirección de correo que no es de tu organización. Comprueba qué cuenta usaste allí.',
  'sso.failure.sso_failed':
    'No pudimos verificar la respuesta de la página de inicio de sesión de tu empresa. Inténtalo de nuevo. Si vuelve a fallar, avisa a tu administrador.',
  'sso.failure.sso_not_allowed':
    'Esta cuenta no puede usar el inicio de sesión único por su rol. Inicia sesión de otra forma.',
  'sso.failure.sso_not_member':
    'Tu cuenta pertenece a otra organización o ya no es miembro de esta. Pide una invitación a un administrador.',
  'sso.failure.sso_not_provisioned':
    'Aún no tienes una cuenta aquí. Pide una invitación a un administrador de tu organización.',
  'sso.failure.hook_denied': 'No puedes continuar. Consulta a quienes gestionan este servicio.',
  'sso.failure.hook_unavailable': 'No se puede decidir en este momento. Inténtalo de nuevo en un momento.',
  'sso.failure.sso_required':
    'Tu organización exige el inicio de sesión único. Elige «Continuar con SSO», más abajo.',
  'sso.failure.sso_unavailable':
    'Ahora no se puede acceder a la página de inicio de sesión de tu empresa. Inténtalo en unos minutos o avisa a tu administrador.',

  'twoFactor.backupCode': 'Código de respaldo',
  'twoFactor.by.backup_code':
    'Introduce uno de los códigos de respaldo que guardaste. Cada uno funciona una sola vez.',
  'twoFactor.by.passkey': 'Usa tu llave de acceso para terminar de iniciar sesión.',
  'twoFactor.by.totp': 'Introduce el código de seis dígitos de tu aplicación de autenticación.',
  'twoFactor.done': 'Has iniciado sesión',
  'twoFactor.later': 'Más tarde',
  'twoFactor.left':
    '{left, plural, =0 {Ese era tu último código de respaldo.} one {Queda # código de respaldo.} other {Quedan # códigos de respaldo.}} Crea otros nuevos mientras tienes a mano tu aplicación de autenticación.',
  'twoFactor.newCodes': 'Crear códigos de respaldo nuevos',
  'twoFactor.title': 'Autenticación en dos pasos',
  'twoFactor.use.backup_code': 'Usar un código de respaldo',
  'twoFactor.use.totp': 'Usar tu aplicación de autenticación',

  'undo.action': 'Conservar mi dirección anterior',
  'undo.asked':
    'Alguien pidió cambiar la dirección de correo de tu cuenta. Si no fuiste tú, puedes conservar la que tenías.',
  'undo.canceled':
    'Tu cuenta conserva esta dirección y no se cerró ninguna sesión. Si no lo pediste, puede que otra persona haya iniciado sesión: cambia tu contraseña y cierra tus otras sesiones.',
  'undo.canceledTitle': 'El cambio está cancelado',
  'undo.consequences':
    'Si la dirección nueva aún no está confirmada, esto cancela el cambio. Si lo está, restablece tu dirección anterior, cierra todas las sesiones y elimina las claves de API, las llaves de acceso, los proveedores vinculados, la autenticación en dos pasos y la contraseña que se añadieron desde entonces. Te enviaremos por correo un enlace para elegir una contraseña nueva.',
  'undo.dead':
    'Una dirección que nunca se verificó no se puede restablecer. Si tu cuenta sigue teniendo la dirección equivocada, pide ayuda a tu administrador.',
  'undo.noEmail': '¿No recibiste el correo?',
  'undo.nothing':
    'Este cambio ya había caducado, o se había cancelado o sustituido, así que no había nada que deshacer. Si no lo pediste, puede que otra persona haya iniciado sesión: cambia tu contraseña y cierra tus otras sesiones.',
  'undo.nothingTitle': 'No había nada que deshacer',
  'undo.restored':
    'Se cerraron todas las sesiones y se eliminó lo que se añadió desde la solicitud. Busca en tu correo un enlace para elegir una contraseña nueva y después inicia sesión.',
  'undo.restoredTitle': 'Has recuperado tu dirección anterior',
  'undo.review': 'Revisar la seguridad de la cuenta',
  'undo.title': 'Deshaz el cambio de correo',

  'unlock.done': 'Si no fuiste tú quien intentó iniciar sesión, cambia tu contraseña en cuanto entres.',
  'unlock.doneTitle': 'Tu cuenta está desbloqueada',
  'unlock.title': 'Desbloquea tu cuenta',

  'verify.action': 'Verificar e iniciar sesión',
  'verify.again': '¿Ya está verificado? {link}',
  'verify.already':
    'Ya confirmaste {email}. Si este enlace era para otra dirección, vuelve a cambiar tu correo en tu {link}.',
  'verify.another': 'Iniciar sesión de otra forma',
  'verify.done': 'Gracias. Confirmaste que {email} es tu dirección.',
  'verify.doneSignedIn': 'Gracias. Confirmaste que {email} es tu dirección y has iniciado sesión.',
  'verify.doneTitle': 'Tu correo está verificado',
  'verify.password':
    'Introduce tu contraseña para confirmar que esta dirección es tuya. También iniciarás sesión.',
  'verify.profile': 'perfil',
  'verify.reset': 'Restablece la contraseña',
  'verify.sendNew': 'Enviar un enlace nuevo',
  'verify.sent':
    'Si {email} aún está sin verificar, hay un enlace nuevo en camino. Funciona durante {hours, plural, one {# hora} other {# horas}}. Revisa también la carpeta de spam.',
  'verify.signInForLink': 'Inicia sesión para pedir un enlace nuevo',
  'verify.title': 'Verifica tu correo',
  'verify.unasked':
    '¿No te registraste? Puede que otra persona introdujera tu dirección. {link} para quedarte con la cuenta, o ignora el correo.',
};
