import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'Olá,',
  'mail.hello-name': 'Olá, {name},',
  'mail.time': '{date}, {time} UTC',
  'mail.automated': 'Este é um e-mail automático.',
  'mail.copy-link': 'Se o botão não funcionar, copie e cole este endereço no navegador:',
  'mail.action': '{label}:',
  'mail.works-once':
    'O link funciona uma única vez, em até {hours, plural, one {# hora} other {# horas}} após o pedido.',
  'mail.reclaimed':
    'Este endereço nunca foi confirmado, então outra pessoa pode ter criado a conta. Para impedir o acesso dela, isto também encerra as sessões e remove a senha, as chaves de API, as chaves de acesso, os provedores vinculados, a autenticação de dois fatores e a participação em uma organização com outros membros. Em uma organização só sua, os convites e segredos são cancelados, e os webhooks e aplicativos são desativados.',
  'mail.if-you': 'Se foi você, pode ignorar este e-mail.',
  'mail.review-security': 'Revisar a segurança da conta',
  'mail.reset-password': 'Redefinir sua senha',
  'mail.end-sessions': 'Se não foi, altere sua senha agora e encerre as sessões que você não reconhece.',
  'mail.reason.entered': 'Você o recebeu porque alguém digitou este endereço em {product}.',
  'mail.reason.security': 'É um aviso de segurança sobre sua conta em {product}.',
  'mail.reason.account': 'É um aviso sobre sua conta em {product}.',
  'mail.reason.owner': 'Você o recebeu porque tem a função de proprietário em uma organização em {product}.',
  'mail.device': '{browser} em {os}',
  'mail.device.browser': 'Navegador desconhecido',
  'mail.device.system': 'sistema desconhecido',
  'mail.fact.line': '{label}: {value}',
  'mail.fact.code': 'Código',
  'mail.fact.role': 'Sua função',
  'mail.fact.valid-until': 'Válido até',
  'mail.fact.sent-to': 'Enviado para',
  'mail.fact.turned-off': 'Desativado em',
  'mail.fact.device': 'Dispositivo',
  'mail.fact.ip-address': 'Endereço IP',
  'mail.fact.time': 'Data e hora',
  'mail.fact.locked-until': 'Bloqueada até',
  'mail.fact.blocked-until': 'Bloqueadas até',
  'mail.fact.last-attempt': 'Origem da última tentativa',
  'mail.fact.new-address': 'Novo endereço',
  'mail.fact.passkey': 'Chave de acesso',
  'mail.fact.deleted-on': 'Será excluída em',
  'mail.fact.domain': 'Domínio',
  'mail.fact.type': 'Tipo',
  'mail.fact.name': 'Nome',
  'mail.fact.value': 'Valor',
  'mail.fact.verified-until': 'Verificado até',
  'mail.fact.organization': 'Organização',
  'mail.fact.identity-provider': 'Provedor de identidade',
  'mail.role.OWNER': 'Proprietário',
  'mail.role.ADMIN': 'Administrador',
  'mail.role.MEMBER': 'Membro',
  'mail.verification.subject': 'Confirme seu endereço de e-mail',
  'mail.verification.preview': 'Falta um passo para usar este endereço em {product}.',
  'mail.verification.text': 'Confirme que este endereço de e-mail pertence à sua conta em {product}.',
  'mail.verification.action': 'Confirmar o endereço de e-mail',
  'mail.verification.proof': 'Você precisa ter entrado na conta ou saber a senha dela.',
  'mail.verification.not-you':
    'Se você não digitou este endereço, ignore este e-mail. O endereço continua sem confirmação.',
  'mail.password_reset.subject': 'Redefina sua senha',
  'mail.password_reset.preview':
    'Escolha uma nova senha em até {hours, plural, one {# hora} other {# horas}}.',
  'mail.password_reset.text': 'Recebemos um pedido para redefinir a senha da sua conta em {product}.',
  'mail.password_reset.action': 'Escolher uma nova senha',
  'mail.password_reset.ends-two-factor':
    'A autenticação de dois fatores desta conta foi configurada pelo login único da sua organização. Ela é encerrada com a sua primeira senha, e você pode configurar a sua.',
  'mail.password_reset.not-you': 'Se você não pediu isso, ignore este e-mail. Sua senha continua a mesma.',
  'mail.password_reset.reason':
    'Você o recebeu porque alguém pediu para redefinir a senha deste endereço em {product}.',
  'mail.sign_in_code.subject': 'Seu código de acesso',
  'mail.sign_in_code.preview': 'Digite-o em até {minutes, plural, one {# minuto} other {# minutos}}.',
  'mail.sign_in_code.text': 'Digite este código para entrar em {product}.',
  'mail.sign_in_code.action': 'Ou entre com este link',
  'mail.sign_in_code.once':
    'O código e o link funcionam uma única vez, em até {minutes, plural, one {# minuto} other {# minutos}} após o pedido. O link só funciona no navegador em que você o pediu.',
  'mail.sign_in_code.not-you':
    'Se você não pediu isso, ignore este e-mail. Nunca compartilhe o código com ninguém.',
  'mail.sign_in_code.reason':
    'Você o recebeu porque alguém pediu para entrar com este endereço em {product}.',
  'mail.registration_code.subject': 'Seu código para criar uma conta',
  'mail.registration_code.text': 'Digite este código para criar sua conta em {product}.',
  'mail.registration_code.once':
    'Ele funciona uma única vez, em até {minutes, plural, one {# minuto} other {# minutos}} após o pedido, na página em que você o pediu.',
  'mail.registration_code.not-you':
    'Se você não pediu isso, ignore este e-mail: sem o código, nenhuma conta é criada. Nunca o compartilhe com ninguém.',
  'mail.registration_code.reason':
    'Você o recebeu porque alguém pediu para criar uma conta com este endereço em {product}.',

  'mail.account_unlock.subject': 'Desbloqueie sua conta',
  'mail.account_unlock.preview':
    'Desbloqueie-a em até {hours, plural, one {# hora} other {# horas}} e entre de novo.',
  'mail.account_unlock.text':
    'Use este link para desbloquear sua conta em {product}. Depois você poderá entrar de novo.',
  'mail.account_unlock.action': 'Desbloquear a conta',
  'mail.account_unlock.not-you':
    'Se você não pediu isso, ignore este e-mail. O bloqueio termina sozinho depois de um tempo.',
  'mail.account_unlock.reason':
    'Você o recebeu porque alguém pediu para desbloquear a conta deste endereço em {product}.',
  'mail.invite.subject': '{inviter} convidou você para {organization}',
  'mail.invite.heading': 'Você recebeu um convite para {organization}',
  'mail.invite.preview':
    'Participe de {organization} em {product} em até {days, plural, one {# dia} other {# dias}}.',
  'mail.invite.text': '{inviter} convidou você para participar da organização {organization} em {product}.',
  'mail.invite.action': 'Aceitar o convite',
  'mail.invite.not-you':
    'Se você não esperava este convite, ignore este e-mail. Você só participa se aceitar.',
  'mail.invite.reason':
    'Você o recebeu porque um membro de uma organização em {product} digitou este endereço.',
  'mail.account_created.subject': 'Sua conta está pronta',
  'mail.account_created.preview': 'Escolha uma senha em até {days, plural, one {# dia} other {# dias}}.',
  'mail.account_created.text':
    'Um administrador de {product} criou uma conta para este endereço. Escolha uma senha para entrar. Isso também confirma que o endereço é seu.',
  'mail.account_created.action': 'Escolher uma senha',
  'mail.account_created.once':
    'O link funciona uma única vez, em até {days, plural, one {# dia} other {# dias}}. Depois disso, peça outro em “Esqueci minha senha” na página de login.',
  'mail.account_created.not-you':
    'Se você não esperava esta conta, ignore este e-mail. Sem uma senha, ninguém entra nela com senha.',
  'mail.account_created.reason': 'Você o recebeu porque um administrador de {product} digitou este endereço.',
  'mail.webhook_disabled.subject': 'Um webhook foi desativado',
  'mail.webhook_disabled.next': 'Ele não recebe mais eventos até você ativá-lo de novo.',
  'mail.webhook_disabled.gone':
    'Desativamos um webhook em {product}. O destinatário respondeu que não existe mais (status 410).',
  'mail.webhook_disabled.failing':
    'Desativamos um webhook em {product}. Todas as entregas dos últimos cinco dias falharam.',
  'mail.webhook_disabled.action': 'Revisar os webhooks',
  'mail.webhook_disabled.replay':
    'Corrija o destinatário, ative o webhook e depois reenvie os eventos perdidos. Nós os guardamos por 30 dias.',
  'mail.webhook_disabled.reason': 'Você o recebeu porque gerencia webhooks em {product}.',
  'mail.destination_disabled.subject': 'Um destino de eventos foi desativado',
  'mail.destination_disabled.next': 'Ele não recebe mais eventos até você ativá-lo de novo.',
  'mail.destination_disabled.failing':
    'Desativamos um destino de eventos em {product}. Ele não aceitou nada nos últimos cinco dias.',
  'mail.destination_disabled.action': 'Revisar os destinos',
  'mail.destination_disabled.kept':
    'Corrija o destinatário e depois ative o destino. Ele continua de onde parou. Guardamos os eventos por 30 dias.',
  'mail.destination_disabled.reason': 'Você o recebeu porque gerencia destinos de eventos em {product}.',
  'mail.new_device.subject': 'Novo acesso à sua conta',
  'mail.new_device.preview': '{device}, {time}',
  'mail.new_device.text': 'Alguém entrou na sua conta em {product} com um novo dispositivo.',
  'mail.account_locked.subject': 'Sua conta está bloqueada',
  'mail.account_locked.preview': 'Tentativas incorretas demais. Ela será desbloqueada em {time}.',
  'mail.account_locked.text':
    'Bloqueamos sua conta em {product} depois de muitas tentativas incorretas de entrar.',
  'mail.account_locked.wait': 'Espere o bloqueio terminar ou peça um link para desbloqueá-la agora.',
  'mail.account_locked.action': 'Pedir um link de desbloqueio',
  'mail.account_locked.not-you':
    'Se essas tentativas não foram suas, alguém pode estar tentando adivinhar sua senha. Essa pessoa não conseguiu entrar.',
  'mail.password_changed.subject': 'Sua senha foi alterada',
  'mail.password_changed.preview': 'Alterada em {time}.',
  'mail.password_changed.text': 'A senha da sua conta em {product} foi alterada.',
  'mail.password_changed.not-you':
    'Se foi você, pode ignorar este e-mail. Se não foi, redefina sua senha agora.',
  'mail.email_changed.subject': 'Seu endereço de e-mail foi alterado',
  'mail.email_changed.subject-pending': 'Seu endereço de e-mail está prestes a mudar',
  'mail.email_changed.preview':
    'Não foi você? Você pode desfazer a alteração até {hours, plural, one {# hora} other {# horas}} depois.',
  'mail.email_changed.preview-admin': 'Um administrador o alterou.',
  'mail.email_changed.text':
    'O endereço de e-mail da sua conta em {product} foi alterado. A conta não usa mais este.',
  'mail.email_changed.text-pending':
    'Alguém pediu para alterar o endereço de e-mail da sua conta em {product}. Ele muda assim que o novo for confirmado.',
  'mail.email_changed.not-you':
    'Se foi você, pode ignorar este e-mail. Se não foi, desfaça a alteração agora.',
  'mail.email_changed.by-admin':
    'Um administrador fez isso. Se você não esperava essa alteração, fale com seu administrador.',
  'mail.email_changed.action': 'Desfazer a alteração',
  'mail.email_changed.once':
    'O link funciona uma única vez. Antes da alteração, ele a cancela. Por {hours, plural, one {# hora} other {# horas}} depois dela, se este endereço estava confirmado, ele restaura este endereço, encerra todas as sessões e envia um link para você escolher uma nova senha.',
  'mail.email_changed.secret': 'Não encaminhe este e-mail: qualquer pessoa com o link pode usá-lo.',
  'mail.email_changed.reason':
    'É um aviso de segurança sobre sua conta em {product}. Este era o endereço da conta até a alteração.',
  'mail.email_in_use.subject': 'Alguém tentou usar seu endereço de e-mail',
  'mail.email_in_use.preview': 'Nada mudou.',
  'mail.email_in_use.text':
    'Alguém pediu para usar este endereço de e-mail em outra conta em {product}. Ele já pertence a uma conta, então nada mudou.',
  'mail.email_in_use.you':
    'Se foi você, entre na conta que tem o endereço. Se você não a criou, redefina a senha dela: assim a conta passa a ser sua.',
  'mail.email_in_use.not-you': 'Se não foi você, ignore este e-mail.',
  'mail.address_claimed.subject': 'Escolha uma nova senha',
  'mail.address_claimed.preview': 'Você entrou com um código. A senha antiga não funciona mais.',
  'mail.address_claimed.text':
    'Você confirmou este endereço ao entrar em {product} com um código. Até então, qualquer pessoa poderia ter criado a conta.',
  'mail.address_claimed.removed':
    'Por segurança, removemos a senha e todas as outras formas de entrar na conta, encerramos as outras sessões e retiramos a conta de uma organização com outros membros.',
  'mail.address_claimed.action': 'Escolher uma senha',
  'mail.address_claimed.codes': 'Você também pode continuar entrando com códigos.',
  'mail.security_alert.subject': 'Alerta de segurança da sua conta',
  'mail.session_guessing.preview':
    'Alguém com acesso à conta pode estar tentando adivinhar sua senha ou um código.',
  'mail.session_guessing.text':
    'Alguém com acesso à sua conta em {product} digitou {times, plural, one {# vez} other {# vezes}} uma senha ou um código incorreto ao tentar alterar sua senha ou a autenticação de dois fatores.',
  'mail.session_guessing.blocked': 'Bloqueamos essas alterações por enquanto. Você ainda pode entrar.',
  'mail.session_guessing.you': 'Se foi você, espere e tente de novo.',
  'mail.session_guessing.not-you': 'Se não foi, redefina sua senha agora. Isso encerra todas as sessões.',
  'mail.remember_me_theft.preview':
    'Um acesso salvo foi usado duas vezes, então encerramos todas as suas sessões.',
  'mail.remember_me_theft.text':
    'Um acesso salvo (“Lembrar de mim”) da sua conta em {product} foi usado de novo depois que o substituímos. Alguém pode tê-lo copiado de um dos seus navegadores.',
  'mail.remember_me_theft.ended': 'Por segurança, encerramos todas as sessões. Entre de novo para continuar.',
  'mail.remember_me_theft.not-you': 'Se você não reconhece o endereço IP acima, redefina sua senha agora.',
  'mail.passkey_added.subject': 'Uma chave de acesso foi adicionada à sua conta',
  'mail.passkey_added.text': 'Agora você pode entrar na sua conta em {product} com uma nova chave de acesso.',
  'mail.passkey_added.not-you':
    'Se não foi, remova a chave de acesso, altere sua senha e encerre as sessões que você não reconhece.',
  'mail.passkey_removed.subject': 'Uma chave de acesso foi removida da sua conta',
  'mail.passkey_removed.text':
    'Você não pode mais entrar na sua conta em {product} com esta chave de acesso.',
  'mail.passkey.preview': '{name}, {time}',
  'mail.two_factor_enabled.subject': 'A autenticação de dois fatores está ativada',
  'mail.two_factor_enabled.preview': 'Agora você precisa de um código para entrar.',
  'mail.two_factor_enabled.text': 'A autenticação de dois fatores da sua conta em {product} foi ativada.',
  'mail.two_factor_enabled.by-admin':
    'Um administrador ativou a autenticação de dois fatores da sua conta em {product}.',
  'mail.two_factor_enabled.next':
    'De agora em diante, você entra com sua senha e um código do seu aplicativo autenticador.',
  'mail.two_factor_disabled.subject': 'A autenticação de dois fatores está desativada',
  'mail.two_factor_disabled.preview': 'Agora você entra só com sua senha.',
  'mail.two_factor_disabled.text': 'A autenticação de dois fatores da sua conta em {product} foi desativada.',
  'mail.two_factor_disabled.by-admin':
    'Um administrador desativou a autenticação de dois fatores da sua conta em {product}.',
  'mail.two_factor_disabled.next': 'De agora em diante, você entra só com sua senha.',
  'mail.two_factor.passkeys': 'Suas chaves de acesso também foram removidas.',
  'mail.two_factor.ask-admin': 'Se você não esperava isso, fale com seu administrador.',
  'mail.two_factor.not-you': 'Se foi você, pode ignorar este e-mail. Se não foi, altere sua senha agora.',
  'mail.data_exported.subject': 'Seus dados foram baixados',
  'mail.data_exported.preview': 'Baixados em {time}.',
  'mail.data_exported.text': 'Alguém baixou uma cópia de todos os dados da sua conta em {product}.',
  'mail.data_exported.by-admin':
    'Um administrador baixou uma cópia de todos os dados da sua conta em {product}.',
  'mail.data_exported.ask-admin': 'Se você não pediu isso, fale com seu administrador.',
  'mail.data_exported.not-you':
    'Se foi você, pode ignorar este e-mail. Se não foi, altere sua senha agora e encerre as sessões que você não reconhece.',
  'mail.deletion_scheduled.subject': 'Sua conta será excluída',
  'mail.deletion_scheduled.preview': 'Você pode mantê-la até {time}.',
  'mail.deletion_scheduled.preview-soon': 'Ela será excluída em alguns minutos.',
  'mail.deletion_scheduled.text':
    'Alguém com acesso à sua conta em {product} pediu para excluí-la. Ela está desativada, e todas as sessões foram encerradas.',
  'mail.deletion_scheduled.everything':
    'Quando ela for excluída, todos os dados dela serão apagados, inclusive organizações sem outros membros. Isso não pode ser desfeito.',
  'mail.deletion_scheduled.action': 'Manter a conta',
  'mail.deletion_scheduled.once':
    'O link funciona uma única vez, até a conta ser excluída. Ele reativa a conta.',
  'mail.deletion_scheduled.not-you':
    'Se você não pediu isso, use o link agora e depois escolha uma nova senha.',
  'mail.account_deleted.subject': 'Sua conta foi excluída',
  'mail.account_deleted.preview': 'Todos os dados dela foram apagados.',
  'mail.account_deleted.text':
    'Sua conta em {product} e todos os dados dela foram excluídos. Este é o último e-mail que você recebe sobre ela.',
  'mail.account_deleted.record':
    'O registro do que foi feito permanece, sem seu nome, endereço ou dispositivo.',
  'mail.account_deleted.again': 'Você pode usar este endereço em uma nova conta.',
  'mail.account_deleted.reason': 'Você o recebeu porque este era o endereço de uma conta em {product}.',
  'mail.inactivity_warning.subject': 'Sua conta está prestes a ser desativada',
  'mail.inactivity_warning.preview':
    'Entre em até {left, plural, one {# dia} other {# dias}} para mantê-la ativa.',
  'mail.inactivity_warning.text':
    'Você não usa sua conta em {product} há {days, plural, one {# dia} other {# dias}}. Se você não entrar em até {left, plural, one {# dia} other {# dias}}, ela será desativada.',
  'mail.inactivity_warning.action': 'Entrar',
  'mail.inactivity_warning.kept': 'Nada é excluído. Um administrador pode reativar a conta.',
  'mail.domain_check_failed.subject': 'O registro DNS de um domínio está ausente',
  'mail.domain_check_failed.preview': 'Publique-o de novo antes de {time}.',
  'mail.domain_check_failed.text':
    'Não encontramos o registro DNS que verifica um domínio da sua organização em {product}.',
  'mail.domain_check_failed.otherwise':
    'Se ele continuar ausente, o domínio perde a verificação: ninguém mais poderá participar nem entrar por meio dele.',
  'mail.domain_check_failed.weekly':
    'Publique o registro de novo. Nós o procuramos toda semana e sempre que você verifica o domínio.',
  'mail.sso_linked.subject': 'Agora você pode entrar com o login único',
  'mail.sso_linked.preview': 'Sua conta está vinculada ao provedor de identidade de {organization}.',
  'mail.sso_linked.text':
    'Você entrou em {product} pelo provedor de identidade da sua organização, e sua conta agora está vinculada a ele.',
  'mail.sso_linked.trust': 'As pessoas que gerenciam esse provedor de identidade podem entrar como você.',
  'mail.sso_linked.deleted':
    'O endereço da sua conta nunca foi verificado, então removemos o que tinha sido configurado antes e excluímos a organização {organization}, que não tinha outro membro.',
  'mail.sso_linked.not-you': 'Se não foi você, fale com um proprietário da organização.',

  'mail.fact.owner': 'Proprietário',
  'mail.fact.fingerprint': 'Impressão digital',
  'mail.fact.expires': 'Expira em',
  'mail.fact.directory-token': 'Token do diretório',
  'mail.fact.api-key': 'Chave de API',
  'mail.fact.destination': 'Destino',
  'mail.fact.more': 'Mais',
  'mail.open-organization': 'Abrir sua organização',
  'mail.directory_joined.subject': 'Sua conta foi adicionada a uma organização',
  'mail.directory_joined.preview': 'Sua conta agora pertence a {organization}.',
  'mail.directory_joined.text':
    'O diretório de uma organização adicionou a ela sua conta em {product}, porque o domínio do seu endereço é dessa organização.',
  'mail.directory_joined.powers':
    'Esse diretório agora pode alterar seu nome e endereço e desativar sua conta.',
  'mail.directory_joined.action': 'Abrir seu perfil',
  'mail.directory_joined.not-you': 'Se você não esperava isso, fale com os administradores da organização.',
  'mail.break_glass_used.subject': 'Um proprietário entrou sem o login único',
  'mail.break_glass_used.preview': '{email} entrou em {organization} de outra forma.',
  'mail.break_glass_used.text':
    'Sua organização em {product} exige o login único. Um proprietário entrou sem ele, com senha e dois fatores ou com uma chave de acesso.',
  'mail.break_glass_used.why':
    'Os proprietários podem fazer isso quando o provedor de identidade está inacessível.',
  'mail.break_glass_used.not-you':
    'Se você não sabe o motivo, pergunte a esse proprietário. Se não foi essa pessoa, remova-a da organização.',
  'mail.certificate_expiring.subject': 'Um certificado do seu provedor de identidade expira em breve',
  'mail.certificate_expiring.preview': 'Adicione o próximo antes de {time}.',
  'mail.certificate_expiring.text':
    'Um certificado em que sua organização em {product} confia para o login único expira em breve.',
  'mail.certificate_expiring.next':
    'Seu provedor de identidade passará a assinar com outro. Só será possível entrar depois que esse outro for adicionado aqui.',
  'mail.certificate_expiring.add':
    'Adicione o novo certificado ao lado deste, para que ninguém fique sem acesso nesse meio-tempo.',
  'mail.credentials_to_rotate.subject': 'Substitua as credenciais da sua organização',
  'mail.credentials_to_rotate.preview': 'A pessoa que as criou talvez não possa mais usá-las.',
  'mail.credentials_to_rotate.text':
    '{person} criou credenciais da organização {organization} em {product} e não tem mais a função necessária para isso. As credenciais ainda funcionam, e essa pessoa pode ter guardado uma cópia.',
  'mail.credentials_to_rotate.text-deleted':
    'Uma pessoa cuja conta foi excluída criou credenciais da organização {organization} em {product} e não tem mais a função necessária para isso. As credenciais ainda funcionam, e essa pessoa pode ter guardado uma cópia.',
  'mail.credentials_to_rotate.replace':
    'Substitua cada uma delas: crie uma nova, use-a no lugar da antiga e depois revogue a antiga.',
  'mail.credentials_to_rotate.unnamed': 'sem descrição',
  'mail.credentials_to_rotate.trust':
    'Substitua-as mesmo que você confie na pessoa: uma cópia de que ninguém precisa também pode vazar.',
  'mail.test_email.subject': '{product} consegue enviar e-mails',
  'mail.test_email.text':
    'Este é um e-mail de teste de {product}. Ele chegou, portanto o envio de e-mails está configurado.',
  'mail.test_email.action': 'Abrir as configurações',
  'mail.test_email.reason': 'Você recebeu este e-mail porque pediu um teste nas configurações de {product}.',
};
