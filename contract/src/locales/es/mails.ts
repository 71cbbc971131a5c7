import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'Hola:',
  'mail.hello-name': 'Hola, {name}:',
  'mail.time': '{date}, {time} UTC',
  'mail.automated': 'Este es un correo automático.',
  'mail.copy-link': 'Si el botón no funciona, copia esta dirección en tu navegador:',
  'mail.action': '{label}:',
  'mail.works-once':
    'El enlace funciona una sola vez y caduca {hours, plural, one {# hora} other {# horas}} después de la solicitud.',
  'mail.reclaimed':
    'Esta dirección nunca se confirmó, así que otra persona pudo crear la cuenta. Para impedirle el acceso, esto también anula sus sesiones, su contraseña, sus claves de API, sus llaves de acceso, sus proveedores vinculados, su autenticación en dos pasos y su pertenencia a una organización con otros miembros. En una organización propia, se anulan las invitaciones y los secretos, y se desactivan los webhooks y las aplicaciones.',
  'mail.if-you': 'Si fuiste tú, puedes ignorar este correo.',
  'mail.review-security': 'Revisar la seguridad de la cuenta',
  'mail.reset-password': 'Restablecer tu contraseña',
  'mail.end-sessions': 'Si no, cambia tu contraseña ahora y cierra las sesiones que no reconozcas.',
  'mail.reason.entered': 'Lo recibes porque alguien introdujo esta dirección en {product}.',
  'mail.reason.security': 'Es un aviso de seguridad sobre tu cuenta de {product}.',
  'mail.reason.account': 'Es un aviso sobre tu cuenta de {product}.',
  'mail.reason.owner': 'Lo recibes porque eres propietario de una organización en {product}.',
  'mail.device': '{browser} en {os}',
  'mail.device.browser': 'Navegador desconocido',
  'mail.device.system': 'sistema desconocido',
  'mail.fact.line': '{label}: {value}',
  'mail.fact.code': 'Código',
  'mail.fact.role': 'Tu rol',
  'mail.fact.valid-until': 'Válida hasta',
  'mail.fact.sent-to': 'Enviado a',
  'mail.fact.turned-off': 'Desactivado',
  'mail.fact.device': 'Dispositivo',
  'mail.fact.ip-address': 'Dirección IP',
  'mail.fact.time': 'Fecha y hora',
  'mail.fact.locked-until': 'Bloqueada hasta',
  'mail.fact.blocked-until': 'Bloqueado hasta',
  'mail.fact.last-attempt': 'Último intento desde',
  'mail.fact.new-address': 'Dirección nueva',
  'mail.fact.passkey': 'Llave de acceso',
  'mail.fact.deleted-on': 'Se eliminará',
  'mail.fact.domain': 'Dominio',
  'mail.fact.type': 'Tipo',
  'mail.fact.name': 'Nombre',
  'mail.fact.value': 'Valor',
  'mail.fact.verified-until': 'Verificado hasta',
  'mail.fact.organization': 'Organización',
  'mail.fact.identity-provider': 'Proveedor de identidad',
  'mail.role.OWNER': 'Propietario',
  'mail.role.ADMIN': 'Administrador',
  'mail.role.MEMBER': 'Miembro',
  'mail.verification.subject': 'Confirma tu dirección de correo',
  'mail.verification.preview': 'Un paso más para usar esta dirección en {product}.',
  'mail.verification.text': 'Confirma que esta dirección de correo pertenece a tu cuenta de {product}.',
  'mail.verification.action': 'Confirmar la dirección de correo',
  'mail.verification.proof': 'Tienes que haber iniciado sesión en la cuenta o conocer su contraseña.',
  'mail.verification.not-you':
    'Si no introdujiste esta dirección, ignora este correo. La dirección seguirá sin confirmar.',
  'mail.password_reset.subject': 'Restablece tu contraseña',
  'mail.password_reset.preview':
    'Elige una contraseña nueva en el plazo de {hours, plural, one {# hora} other {# horas}}.',
  'mail.password_reset.text':
    'Recibimos una solicitud para restablecer la contraseña de tu cuenta de {product}.',
  'mail.password_reset.action': 'Elegir una contraseña nueva',
  'mail.password_reset.ends-two-factor':
    'La autenticación en dos pasos de esta cuenta se configuró mediante el inicio de sesión único de tu organización. Se anula con tu primera contraseña, y puedes configurar la tuya.',
  'mail.password_reset.not-you': 'Si no lo pediste, ignora este correo. Tu contraseña sigue igual.',
  'mail.password_reset.reason':
    'Lo recibes porque alguien pidió restablecer la contraseña de esta dirección en {product}.',
  'mail.sign_in_code.subject': 'Tu código de inicio de sesión',
  'mail.sign_in_code.preview':
    'Introdúcelo en el plazo de {minutes, plural, one {# minuto} other {# minutos}}.',
  'mail.sign_in_code.text': 'Introduce este código para iniciar sesión en {product}.',
  'mail.sign_in_code.action': 'O inicia sesión con este enlace',
  'mail.sign_in_code.once':
    'El código y el enlace funcionan una sola vez y caducan {minutes, plural, one {# minuto} other {# minutos}} después de la solicitud. El enlace solo funciona en el navegador donde lo pediste.',
  'mail.sign_in_code.not-you': 'Si no lo pediste, ignora este correo. No des nunca el código a nadie.',
  'mail.sign_in_code.reason':
    'Lo recibes porque alguien pidió iniciar sesión con esta dirección en {product}.',
  'mail.registration_code.subject': 'Tu código para crear una cuenta',
  'mail.registration_code.text': 'Introduce este código para crear tu cuenta en {product}.',
  'mail.registration_code.once':
    'Funciona una sola vez y caduca {minutes, plural, one {# minuto} other {# minutos}} después de la solicitud, en la página donde lo pediste.',
  'mail.registration_code.not-you':
    'Si no lo pediste, ignora este correo: sin el código no se crea ninguna cuenta. No se lo des nunca a nadie.',
  'mail.registration_code.reason':
    'Lo recibes porque alguien pidió crear una cuenta con esta dirección en {product}.',

  'mail.account_unlock.subject': 'Desbloquea tu cuenta',
  'mail.account_unlock.preview':
    'Desbloquéala en el plazo de {hours, plural, one {# hora} other {# horas}} e inicia sesión de nuevo.',
  'mail.account_unlock.text':
    'Usa este enlace para desbloquear tu cuenta de {product}. Después podrás iniciar sesión de nuevo.',
  'mail.account_unlock.action': 'Desbloquear la cuenta',
  'mail.account_unlock.not-you':
    'Si no lo pediste, ignora este correo. El bloqueo termina solo al cabo de un rato.',
  'mail.account_unlock.reason':
    'Lo recibes porque alguien pidió desbloquear la cuenta de esta dirección en {product}.',
  'mail.invite.subject': '{inviter} te invitó a {organization}',
  'mail.invite.heading': 'Te han invitado a {organization}',
  'mail.invite.preview':
    'Únete a {organization} en {product} en el plazo de {days, plural, one {# día} other {# días}}.',
  'mail.invite.text': '{inviter} te invitó a unirte a la organización {organization} en {product}.',
  'mail.invite.action': 'Aceptar la invitación',
  'mail.invite.not-you':
    'Si no esperabas esta invitación, ignora este correo. No te unirás si no la aceptas.',
  'mail.invite.reason':
    'Lo recibes porque un miembro de una organización en {product} introdujo esta dirección.',
  'mail.account_created.subject': 'Tu cuenta está lista',
  'mail.account_created.preview':
    'Elige una contraseña en el plazo de {days, plural, one {# día} other {# días}}.',
  'mail.account_created.text':
    'Un administrador de {product} creó una cuenta para esta dirección. Elige una contraseña para iniciar sesión. Con ello confirmas también que la dirección es tuya.',
  'mail.account_created.action': 'Elegir una contraseña',
  'mail.account_created.once':
    'El enlace funciona una sola vez y caduca en {days, plural, one {# día} other {# días}}. Después, pide uno nuevo con «¿Olvidaste tu contraseña?» en la página de inicio de sesión.',
  'mail.account_created.not-you':
    'Si no esperabas esta cuenta, ignora este correo. Sin contraseña, nadie puede iniciar sesión en ella con una.',
  'mail.account_created.reason': 'Lo recibes porque un administrador de {product} introdujo esta dirección.',
  'mail.webhook_disabled.subject': 'Se desactivó un webhook',
  'mail.webhook_disabled.next': 'No recibirá más eventos hasta que vuelvas a activarlo.',
  'mail.webhook_disabled.gone':
    'Desactivamos un webhook de {product}. El receptor respondió que ya no existe (estado 410).',
  'mail.webhook_disabled.failing':
    'Desactivamos un webhook de {product}. Fallaron todas las entregas de los últimos cinco días.',
  'mail.webhook_disabled.action': 'Revisar los webhooks',
  'mail.webhook_disabled.replay':
    'Arregla el receptor, activa el webhook y después reenvía los eventos que no recibió. Los guardamos durante 30 días.',
  'mail.webhook_disabled.reason': 'Lo recibes porque gestionas webhooks en {product}.',
  'mail.destination_disabled.subject': 'Se desactivó un destino de eventos',
  'mail.destination_disabled.next': 'No recibirá más eventos hasta que vuelvas a activarlo.',
  'mail.destination_disabled.failing':
    'Desactivamos un destino de eventos de {product}. No ha aceptado nada en los últimos cinco días.',
  'mail.destination_disabled.action': 'Revisar los destinos',
  'mail.destination_disabled.kept':
    'Arregla el receptor y después activa el destino. Continuará donde se detuvo. Guardamos los eventos durante 30 días.',
  'mail.destination_disabled.reason': 'Lo recibes porque gestionas destinos de eventos en {product}.',
  'mail.new_device.subject': 'Nuevo inicio de sesión en tu cuenta',
  'mail.new_device.preview': '{device}, {time}',
  'mail.new_device.text': 'Alguien inició sesión en tu cuenta de {product} desde un dispositivo nuevo.',
  'mail.account_locked.subject': 'Tu cuenta está bloqueada',
  'mail.account_locked.preview': 'Demasiados inicios de sesión fallidos. Se desbloquea el {time}.',
  'mail.account_locked.text':
    'Bloqueamos tu cuenta de {product} tras demasiados intentos fallidos de iniciar sesión.',
  'mail.account_locked.wait': 'Espera a que termine el bloqueo o pide un enlace para desbloquearla ahora.',
  'mail.account_locked.action': 'Pedir un enlace de desbloqueo',
  'mail.account_locked.not-you':
    'Si estos intentos no fueron tuyos, puede que alguien esté intentando adivinar tu contraseña. No lo consiguió.',
  'mail.password_changed.subject': 'Tu contraseña ha cambiado',
  'mail.password_changed.preview': 'Cambiada el {time}.',
  'mail.password_changed.text': 'Se cambió la contraseña de tu cuenta de {product}.',
  'mail.password_changed.not-you':
    'Si fuiste tú, puedes ignorar este correo. Si no, restablece tu contraseña ahora.',
  'mail.email_changed.subject': 'Tu dirección de correo ha cambiado',
  'mail.email_changed.subject-pending': 'Tu dirección de correo está a punto de cambiar',
  'mail.email_changed.preview':
    '¿No fuiste tú? Puedes deshacer el cambio hasta {hours, plural, one {# hora} other {# horas}} después.',
  'mail.email_changed.preview-admin': 'La cambió un administrador.',
  'mail.email_changed.text':
    'Se cambió la dirección de correo de tu cuenta de {product}. La cuenta ya no usa esta.',
  'mail.email_changed.text-pending':
    'Alguien pidió cambiar la dirección de correo de tu cuenta de {product}. Cambiará en cuanto se confirme la nueva.',
  'mail.email_changed.not-you': 'Si fuiste tú, puedes ignorar este correo. Si no, deshaz el cambio ahora.',
  'mail.email_changed.by-admin': 'Lo hizo un administrador. Si no lo esperabas, pregúntale.',
  'mail.email_changed.action': 'Deshacer el cambio',
  'mail.email_changed.once':
    'El enlace funciona una sola vez. Antes del cambio, lo cancela. Durante {hours, plural, one {# hora} other {# horas}} después, si esta dirección estaba confirmada, la restablece, cierra todas las sesiones y te envía un enlace para elegir una contraseña nueva.',
  'mail.email_changed.secret': 'No reenvíes este correo: cualquiera que tenga el enlace puede usarlo.',
  'mail.email_changed.reason':
    'Es un aviso de seguridad sobre tu cuenta de {product}. Esta era la dirección de la cuenta hasta el cambio.',
  'mail.email_in_use.subject': 'Alguien intentó usar tu dirección de correo',
  'mail.email_in_use.preview': 'No ha cambiado nada.',
  'mail.email_in_use.text':
    'Alguien pidió usar esta dirección de correo para otra cuenta de {product}. Ya pertenece a una cuenta, así que no ha cambiado nada.',
  'mail.email_in_use.you':
    'Si fuiste tú, inicia sesión en la cuenta que tiene la dirección. Si no la creaste, restablece su contraseña: así la cuenta será tuya.',
  'mail.email_in_use.not-you': 'Si no fuiste tú, ignora este correo.',
  'mail.address_claimed.subject': 'Elige una contraseña nueva',
  'mail.address_claimed.preview': 'Iniciaste sesión con un código. La contraseña anterior ya no funciona.',
  'mail.address_claimed.text':
    'Confirmaste esta dirección al iniciar sesión en {product} con un código. Hasta entonces, cualquiera podría haber creado la cuenta.',
  'mail.address_claimed.removed':
    'Por seguridad, quitamos la contraseña y todas las demás formas de iniciar sesión de esa cuenta, cerramos las sesiones de otras personas y sacamos la cuenta de una organización con otros miembros.',
  'mail.address_claimed.action': 'Elegir una contraseña',
  'mail.address_claimed.codes': 'También puedes seguir iniciando sesión con códigos.',
  'mail.security_alert.subject': 'Alerta de seguridad de tu cuenta',
  'mail.session_guessing.preview':
    'Puede que alguien con la sesión iniciada esté intentando adivinar tu contraseña o un código.',
  'mail.session_guessing.text':
    'Alguien con la sesión iniciada en tu cuenta de {product} introdujo {times, plural, one {# vez} other {# veces}} una contraseña o un código incorrectos al intentar cambiar tu contraseña o la autenticación en dos pasos.',
  'mail.session_guessing.blocked': 'Hemos bloqueado estos cambios por ahora. Puedes seguir iniciando sesión.',
  'mail.session_guessing.you': 'Si fuiste tú, espera e inténtalo de nuevo.',
  'mail.session_guessing.not-you': 'Si no, restablece tu contraseña ahora. Eso cierra todas las sesiones.',
  'mail.remember_me_theft.preview':
    'Un inicio de sesión guardado se usó dos veces, así que cerramos tus sesiones en todas partes.',
  'mail.remember_me_theft.text':
    'Un inicio de sesión guardado («Recordarme») de tu cuenta de {product} se usó otra vez después de que lo sustituyéramos. Puede que alguien lo copiara de uno de tus navegadores.',
  'mail.remember_me_theft.ended':
    'Por seguridad, cerramos todas las sesiones. Inicia sesión de nuevo para continuar.',
  'mail.remember_me_theft.not-you':
    'Si no reconoces la dirección IP de arriba, restablece tu contraseña ahora.',
  'mail.passkey_added.subject': 'Se añadió una llave de acceso a tu cuenta',
  'mail.passkey_added.text':
    'Ya puedes iniciar sesión en tu cuenta de {product} con una llave de acceso nueva.',
  'mail.passkey_added.not-you':
    'Si no, elimina la llave de acceso, cambia tu contraseña y cierra las sesiones que no reconozcas.',
  'mail.passkey_removed.subject': 'Se eliminó una llave de acceso de tu cuenta',
  'mail.passkey_removed.text':
    'Ya no puedes iniciar sesión en tu cuenta de {product} con esta llave de acceso.',
  'mail.passkey.preview': '{name}, {time}',
  'mail.two_factor_enabled.subject': 'La autenticación en dos pasos está activada',
  'mail.two_factor_enabled.preview': 'Ahora necesitas un código para iniciar sesión.',
  'mail.two_factor_enabled.text': 'Se activó la autenticación en dos pasos de tu cuenta de {product}.',
  'mail.two_factor_enabled.by-admin':
    'Un administrador activó la autenticación en dos pasos de tu cuenta de {product}.',
  'mail.two_factor_enabled.next':
    'A partir de ahora, inicias sesión con tu contraseña y un código de tu aplicación de autenticación.',
  'mail.two_factor_disabled.subject': 'La autenticación en dos pasos está desactivada',
  'mail.two_factor_disabled.preview': 'Ahora inicias sesión solo con tu contraseña.',
  'mail.two_factor_disabled.text': 'Se desactivó la autenticación en dos pasos de tu cuenta de {product}.',
  'mail.two_factor_disabled.by-admin':
    'Un administrador desactivó la autenticación en dos pasos de tu cuenta de {product}.',
  'mail.two_factor_disabled.next': 'A partir de ahora, inicias sesión solo con tu contraseña.',
  'mail.two_factor.passkeys': 'También se eliminaron tus llaves de acceso.',
  'mail.two_factor.ask-admin': 'Si no lo esperabas, pregunta a tu administrador.',
  'mail.two_factor.not-you': 'Si fuiste tú, puedes ignorar este correo. Si no, cambia tu contraseña ahora.',
  'mail.data_exported.subject': 'Se descargaron tus datos',
  'mail.data_exported.preview': 'Descargados el {time}.',
  'mail.data_exported.text': 'Alguien descargó una copia de todo lo relativo a tu cuenta de {product}.',
  'mail.data_exported.by-admin':
    'Un administrador descargó una copia de todo lo relativo a tu cuenta de {product}.',
  'mail.data_exported.ask-admin': 'Si no lo pediste, pregunta a tu administrador.',
  'mail.data_exported.not-you':
    'Si fuiste tú, puedes ignorar este correo. Si no, cambia tu contraseña ahora y cierra las sesiones que no reconozcas.',
  'mail.deletion_scheduled.subject': 'Tu cuenta se va a eliminar',
  'mail.deletion_scheduled.preview': 'Puedes conservarla hasta el {time}.',
  'mail.deletion_scheduled.preview-soon': 'Se eliminará en unos minutos.',
  'mail.deletion_scheduled.text':
    'Alguien con la sesión iniciada pidió eliminar tu cuenta de {product}. Está desactivada y todas las sesiones están cerradas.',
  'mail.deletion_scheduled.everything':
    'Al eliminarla, desaparece todo lo relativo a ella, incluidas las organizaciones sin otros miembros. No se puede deshacer.',
  'mail.deletion_scheduled.action': 'Conservar la cuenta',
  'mail.deletion_scheduled.once':
    'El enlace vuelve a activar la cuenta. Funciona una sola vez, hasta que se elimine la cuenta.',
  'mail.deletion_scheduled.not-you':
    'Si no lo pediste, usa el enlace ahora y después elige una contraseña nueva.',
  'mail.account_deleted.subject': 'Tu cuenta se ha eliminado',
  'mail.account_deleted.preview': 'Se eliminó todo lo relativo a ella.',
  'mail.account_deleted.text':
    'Se eliminaron tu cuenta de {product} y todo lo relativo a ella. Este es el último correo que recibirás sobre ella.',
  'mail.account_deleted.record':
    'El registro de lo que se hizo se conserva, sin tu nombre, dirección ni dispositivo.',
  'mail.account_deleted.again': 'Puedes usar esta dirección para una cuenta nueva.',
  'mail.account_deleted.reason': 'Lo recibes porque esta era la dirección de una cuenta en {product}.',
  'mail.inactivity_warning.subject': 'Tu cuenta está a punto de desactivarse',
  'mail.inactivity_warning.preview':
    'Inicia sesión en el plazo de {left, plural, one {# día} other {# días}} para que siga activa.',
  'mail.inactivity_warning.text':
    'Llevas {days, plural, one {# día} other {# días}} sin usar tu cuenta de {product}. Si no inicias sesión en el plazo de {left, plural, one {# día} other {# días}}, se desactivará.',
  'mail.inactivity_warning.action': 'Iniciar sesión',
  'mail.inactivity_warning.kept': 'No se elimina nada. Un administrador puede volver a activar la cuenta.',
  'mail.domain_check_failed.subject': 'Falta el registro DNS de un dominio',
  'mail.domain_check_failed.preview': 'Vuelve a publicarlo antes del {time}.',
  'mail.domain_check_failed.text':
    'No encontramos el registro DNS que demuestra que un dominio es de tu organización en {product}.',
  'mail.domain_check_failed.otherwise':
    'Si sigue faltando, el dominio dejará de estar verificado: nadie podrá unirse ni iniciar sesión a través de él.',
  'mail.domain_check_failed.weekly':
    'Vuelve a publicar el registro. Lo buscamos cada semana y siempre que verificas el dominio.',
  'mail.sso_linked.subject': 'Ya puedes usar el inicio de sesión único',
  'mail.sso_linked.preview': 'Tu cuenta está vinculada al proveedor de identidad de {organization}.',
  'mail.sso_linked.text':
    'Iniciaste sesión en {product} mediante el proveedor de identidad de tu organización, y tu cuenta está ahora vinculada a él.',
  'mail.sso_linked.trust': 'Quienes gestionan ese proveedor de identidad pueden iniciar sesión en tu nombre.',
  'mail.sso_linked.deleted':
    'La dirección de tu cuenta nunca se verificó, así que quitamos lo que se había configurado antes y eliminamos la organización {organization}, que no tenía otros miembros.',
  'mail.sso_linked.not-you': 'Si no fuiste tú, contacta con un propietario de la organización.',

  'mail.fact.owner': 'Propietario',
  'mail.fact.fingerprint': 'Huella digital',
  'mail.fact.expires': 'Caduca',
  'mail.fact.directory-token': 'Token del directorio',
  'mail.fact.api-key': 'Clave de API',
  'mail.fact.destination': 'Destino',
  'mail.fact.more': 'Más',
  'mail.open-organization': 'Abrir tu organización',
  'mail.directory_joined.subject': 'Tu cuenta se añadió a una organización',
  'mail.directory_joined.preview': 'Tu cuenta pertenece ahora a {organization}.',
  'mail.directory_joined.text':
    'El directorio de una organización añadió tu cuenta de {product}, porque el dominio de tu dirección es de esa organización.',
  'mail.directory_joined.powers':
    'Ahora el directorio puede cambiar tu nombre y tu dirección, y desactivar tu cuenta.',
  'mail.directory_joined.action': 'Abrir tu perfil',
  'mail.directory_joined.not-you': 'Si no lo esperabas, contacta con los administradores de la organización.',
  'mail.break_glass_used.subject': 'Un propietario entró sin inicio de sesión único',
  'mail.break_glass_used.preview': '{email} inició sesión en {organization} de otra forma.',
  'mail.break_glass_used.text':
    'Tu organización en {product} exige el inicio de sesión único. Un propietario inició sesión sin él, con contraseña y autenticación en dos pasos o con una llave de acceso.',
  'mail.break_glass_used.why':
    'Los propietarios pueden hacerlo cuando no se puede acceder al proveedor de identidad.',
  'mail.break_glass_used.not-you':
    'Si no sabes por qué, pregunta a ese propietario. Si no fue esa persona, quítala de la organización.',
  'mail.certificate_expiring.subject': 'Un certificado de tu proveedor de identidad caduca pronto',
  'mail.certificate_expiring.preview': 'Añade el siguiente antes del {time}.',
  'mail.certificate_expiring.text':
    'Pronto caduca un certificado en el que tu organización en {product} confía para el inicio de sesión único.',
  'mail.certificate_expiring.next':
    'Tu proveedor de identidad firmará con otro. Solo se podrá iniciar sesión con él cuando se añada aquí.',
  'mail.certificate_expiring.add':
    'Añade el certificado nuevo junto a este, para que nadie se quede fuera mientras tanto.',
  'mail.credentials_to_rotate.subject': 'Hay credenciales de tu organización por sustituir',
  'mail.credentials_to_rotate.preview': 'Puede que la persona que las creó ya no deba usarlas.',
  'mail.credentials_to_rotate.text':
    '{person} creó credenciales de la organización {organization} en {product} y ya no tiene el rol para ello. Las credenciales siguen funcionando, y puede que esa persona conserve una copia.',
  'mail.credentials_to_rotate.text-deleted':
    'Una persona cuya cuenta se eliminó creó credenciales de la organización {organization} en {product} y ya no tiene el rol para ello. Las credenciales siguen funcionando, y puede que esa persona conserve una copia.',
  'mail.credentials_to_rotate.replace':
    'Sustituye cada una: crea una nueva, úsala donde se usa la anterior y después revoca la anterior.',
  'mail.credentials_to_rotate.unnamed': 'sin descripción',
  'mail.credentials_to_rotate.trust':
    'Sustitúyelas aunque confíes en esa persona: también se puede perder una copia que ya nadie necesita.',
  'mail.test_email.subject': '{product} puede enviar correos',
  'mail.test_email.text':
    'Este es un correo de prueba de {product}. Ha llegado, así que el envío de correos está configurado.',
  'mail.test_email.action': 'Abrir la configuración',
  'mail.test_email.reason': 'Recibes este correo porque pediste una prueba en la configuración de {product}.',
};
