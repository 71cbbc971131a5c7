import type { Translation } from '../parts.ts';

export const messages: Translation<'sign-in'> = {
  'action.backToSignIn': 'Voltar ao login',
  'action.continue': 'Continuar',
  'action.createAccount': 'Criar uma conta',
  'action.getNewLink': 'Pedir um novo link',
  'action.newLinkInProfile': 'Pedir um novo link no seu perfil',
  'action.sendLink': 'Enviar link',
  'action.signIn': 'Entrar',
  'action.startOver': 'Recomeçar',
  'action.toDashboard': 'Ir para o painel',
  'action.tryAgain': 'Tentar de novo',
  'challenge.failed':
    'A verificação não foi carregada. Algo no seu navegador pode estar bloqueando. Feche esta janela e tente de novo.',
  'challenge.solving': 'Verificando que você não é um robô.',
  'challenge.title': 'Você é uma pessoa?',
  'field.code': 'Código',
  'field.email': 'E-mail',
  'field.firstName': 'Nome',
  'field.lastName': 'Sobrenome',
  'field.newPassword': 'Nova senha',
  'field.optional': 'Opcional',
  'field.organization': 'Organização',
  'field.password': 'Senha',
  'field.togglePassword': 'Mostrar ou ocultar a senha',
  'field.username': 'Nome de usuário',

  'colorScheme.toDark': 'Mudar para o modo escuro',
  'colorScheme.toLight': 'Mudar para o modo claro',
  'dialog.close': 'Fechar',
  'failure.answer': 'Algo entre você e o serviço respondeu com o status {status}.',
  'failure.page': 'Algo deu errado nesta página. Recarregue-a e tente de novo.',
  'failure.reference': 'Se isso continuar acontecendo, informe este ID ao suporte: {id}',
  'failure.timeout': 'O serviço não respondeu a tempo. Tente de novo em instantes.',
  'failure.title': 'Esta página não carregou',
  'failure.unreachable': 'Não foi possível acessar o serviço. Confira sua conexão e tente de novo.',
  'language.label': 'Idioma',
  'notFound.text': 'Confira o endereço ou comece pelo painel.',
  'notFound.title': 'Página não encontrada',
  'waiting.label': 'Carregando',
  'waiting.moment': 'Um momento…',

  'cancelDeletion.about':
    'Sua conta está prestes a ser excluída. Você pode mantê-la, com tudo o que pertence a ela.',
  'cancelDeletion.action': 'Manter minha conta',
  'cancelDeletion.dead':
    'Se você já escolheu manter a conta, entre. Se o prazo terminou, ela foi excluída e não pode ser restaurada.',
  'cancelDeletion.doneTitle': 'Exclusão cancelada',
  'cancelDeletion.title': 'Mantenha sua conta',
  'cancelDeletion.unasked':
    'Se você não pediu para excluí-la, mantenha-a agora. Depois escolha uma nova senha, porque alguém entrou na sua conta.',

  'code.digit': 'Dígito {at} de 6',

  'confirmAddress.action': 'Alterar meu e-mail',
  'confirmAddress.done': 'De agora em diante, você entra com {email}.',
  'confirmAddress.doneTitle': 'Seu e-mail foi alterado',
  'confirmAddress.new': 'Novo',
  'confirmAddress.note': 'Você vai entrar com o novo endereço. Esta sessão continua.',
  'confirmAddress.notNow': 'Agora não',
  'confirmAddress.now': 'Atual',
  'confirmAddress.title': 'Confirme seu novo e-mail',

  'consent.allow': 'Permitir',
  'consent.app': 'um aplicativo neste dispositivo ({name})',
  'consent.deny': 'Negar',
  'consent.described': 'Ele se chama {name} e se descreve em {url}.',
  'consent.invalid': 'Esta solicitação não é válida',
  'consent.invalidText':
    'Ela está incompleta ou foi feita para outra conta. Volte ao aplicativo e entre de novo.',
  'consent.loopback': 'A resposta vai para este computador',
  'consent.loopbackText':
    'Qualquer programa nele poderia recebê-la e usar este nome. Permita só se você mesmo acabou de começar isto.',
  'consent.next':
    'Você continuará em {place}. Você pode retirar o acesso quando quiser, em “Aplicativos conectados” na sua conta.',
  'consent.organization': 'O aplicativo trabalha com esta e não fica sabendo das outras.',
  'consent.resource': 'Agir como você em {host}',
  'consent.selfRegistered': 'Este aplicativo se registrou sozinho',
  'consent.selfRegisteredText':
    'Nenhum administrador o verificou, e ele escolheu o próprio nome. Permita só se foi você quem começou.',
  'consent.title': 'Entrar em {name}',
  'consent.wants': 'O aplicativo quer usar sua conta {email} e poderá:',

  'deadLink.text':
    'Ele já foi usado, expirou ou está incompleto. Cada link funciona uma única vez, por tempo limitado.',
  'deadLink.title': 'Este link não funciona mais',
  'device.title': 'Entrar em um dispositivo',
  'device.text': 'Digite o código que seu dispositivo mostra.',
  'device.code': 'Código',
  'device.compare': 'Este código veio com o link. Continue só se seu dispositivo mostrar o mesmo.',
  'device.setUp': 'Configurar a verificação em duas etapas',
  'device.otherWay': 'Entrar de outra forma',
  'device.same':
    'Seu dispositivo precisa mostrar este código. Se não mostrar, ou se alguém enviou você para cá, negue.',
  'device.from': '{device}, no endereço {address}, pediu às {time}.',
  'device.elsewhere': 'O dispositivo está em outra rede',
  'device.elsewhereText':
    'Você e este dispositivo não estão na mesma rede. Permita só se você mesmo começou isto, em um dispositivo que está vendo.',
  'device.back': 'Digitar outro código',
  'device.allowed': 'Seu dispositivo está conectado',
  'device.allowedText':
    'Volte para ele. Você pode retirar o acesso a qualquer momento em Aplicativos conectados, na sua conta.',
  'device.denied': 'O dispositivo não recebe acesso',
  'device.deniedText': 'Se não foi você quem começou isto, não precisa fazer nada.',

  'emailCode.act': 'Receber um código por e-mail',
  'emailCode.asked': 'Você pediu para entrar em {product} neste navegador.',
  'emailCode.elsewhere':
    'Ele funciona uma única vez, por {minutes, plural, one {# minuto} other {# minutos}}, e só no navegador em que você o pediu. Volte para lá e digite os seis dígitos do e-mail.',
  'emailCode.elsewhereTitle': 'Este link não funciona aqui',
  'emailCode.sendNew': 'Enviar um novo código',
  'emailCode.sent':
    'Se {email} tiver uma conta, um código está a caminho. Ele funciona por {minutes, plural, one {# minuto} other {# minutos}}. Confira também a pasta de spam.',
  'emailCode.sentTitle': 'Confira seu e-mail',
  'emailCode.text': 'Enviaremos um código de seis dígitos por e-mail.',
  'emailCode.title': 'Entrar com um código',

  'expired.text': 'Demorou demais, já foi concluído ou começou em outro navegador.',
  'expired.title': 'Este acesso expirou',

  'forgotPassword.purpose': 'Digite seu e-mail e enviaremos um link para definir uma nova senha.',
  'forgotPassword.sent':
    'Se {email} tiver uma conta, um link está a caminho. Ele funciona por {hours, plural, one {# hora} other {# horas}}. Confira também a pasta de spam.',
  'forgotPassword.title': 'Esqueceu sua senha?',

  'invite.create': 'Criar uma conta',
  'invite.expired': 'Este convite expirou',
  'invite.expiredText': 'Convites expiram após {days, plural, one {# dia} other {# dias}}. Peça um novo.',
  'invite.have': 'Já tenho uma conta',
  'invite.join': 'Participar como {email}',
  'invite.keep': 'Você continua em {organization} e pode alternar entre as duas.',
  'invite.missing': 'Convite não encontrado',
  'invite.missingText': 'Ele já foi usado ou cancelado, ou o link está incompleto. Peça um novo.',
  'invite.oneOnly':
    'Você já pertence a {organization} e só pode pertencer a uma organização. Saia dela primeiro.',
  'invite.otherAccount': 'Usar outra conta',
  'invite.someone': 'Alguém',
  'invite.text':
    '{inviter} convidou {email} para {organization} como {role, select, OWNER {proprietário} ADMIN {administrador} other {membro}}. O convite expira em {day}.',
  'invite.title': 'Participe de {organization}',
  'invite.waiting': 'Você recebeu um convite',
  'invite.wrongAccount': 'Você entrou como {email}, mas este convite é para {invited}.',

  'login.new': 'Primeira vez aqui? {link}',
  'login.remember': 'Lembrar de mim',
  'login.title': 'Entrar',
  'login.destination': 'Depois você continuará para {name}.',
  'login.service': 'Oferecido por {product}',

  'newPassword.atLeast': 'No mínimo:',
  'newPassword.met': ', requisito cumprido',
  'newPassword.notMet': ', requisito ainda não cumprido',
  'newPassword.rule.bytes': 'No máximo 72 bytes',
  'newPassword.rule.digit': 'um dígito',
  'newPassword.rule.length': '8 caracteres',
  'newPassword.rule.lowercase': 'uma letra minúscula',
  'newPassword.rule.special': 'um caractere especial',
  'newPassword.rule.uppercase': 'uma letra maiúscula',
  'newPassword.strength.0': 'Fácil demais de adivinhar',
  'newPassword.strength.1': 'Fácil de adivinhar',
  'newPassword.strength.2': 'Poderia ser mais forte',
  'newPassword.strength.3': 'Forte',
  'newPassword.strength.4': 'Muito forte',

  'organizationChoice.create': 'Criar uma nova',
  'organizationChoice.from': 'Do e-mail de convite ou da pessoa que convidou você.',
  'organizationChoice.invited': 'Recebi um convite',
  'organizationChoice.later': 'Opcional. Você também pode abri-lo depois para participar da organização.',
  'organizationChoice.link': 'Link do convite',
  'organizationChoice.name': 'Nome da organização',

  'otherAccount.impersonating':
    'Você está agindo em nome de {email}. Volte à sua conta antes de verificar {address}.',
  'otherAccount.switch': 'Trocar de conta',
  'otherAccount.text':
    'Você entrou como {email}, mas enviamos este link a {address} para outra conta. Troque para essa conta para verificar o endereço.',

  'passkey.address': 'Chaves de acesso só funcionam em {domain}. Esta página está em {host}.',
  'passkey.exists': 'Este dispositivo já tem uma chave de acesso da sua conta.',
  'passkey.insecure':
    'Chaves de acesso exigem HTTPS. Com HTTP simples, os navegadores só as permitem em localhost.',
  'passkey.use': 'Usar uma chave de acesso',
  'passkey.useYours': 'Usar sua chave de acesso',

  'provider.account_inactive': 'Esta conta está desativada. Fale com um administrador.',
  'provider.complete': 'Criar a conta',
  'provider.completeTitle': 'Quase lá',
  'provider.continue': 'Continuar com {provider}',
  'provider.email_not_verified': 'Seu provedor não verificou seu e-mail. Verifique-o lá e tente de novo.',
  'provider.invalid_state': 'Esse acesso demorou demais ou foi aberto duas vezes. Tente de novo.',
  'provider.link': 'Vincular e entrar',
  'provider.linkText':
    'Você já tem uma conta aqui. Digite a senha dela uma vez e, a partir daí, você também poderá entrar com:',
  'provider.linkTitle': 'Vincule sua conta',
  'provider.names': 'Deixe nome e sobrenome em branco para usar os que seu provedor informou.',
  'provider.noAddress': 'Uma conta sem endereço verificado',
  'provider.oauth_denied': 'Você não aprovou o acesso. Tente de novo ou use sua senha.',
  'provider.or': 'ou',
  'provider.organization': 'Escolha sua organização. Você vai entrar com:',
  'provider.other': 'Não foi possível entrar. Tente de novo.',
  'provider.profile_fetch_failed': 'O provedor não nos informou quem você é. Tente de novo em instantes.',
  'provider.provider_unavailable':
    'Não conseguimos acessar o provedor agora. Tente de novo mais tarde ou use sua senha.',
  'provider.sign_in_method_not_allowed':
    'Não é permitido entrar com este provedor aqui. Escolha outra forma.',
  'provider.signInWith': 'Você vai entrar com:',
  'provider.token_exchange_failed': 'O provedor não confirmou seu acesso. Tente de novo em instantes.',

  'reclaim.code':
    'Se este endereço nunca foi verificado, outra pessoa pode ter criado a conta. Nesse caso, entrar com um código também remove as chaves de API, as chaves de acesso, os provedores vinculados, a autenticação de dois fatores, as permissões de aplicativos e a participação em uma organização compartilhada. Em uma organização sem outros membros, os convites e as chaves são cancelados, e os webhooks e aplicativos são desativados.',
  'reclaim.password':
    'Se este endereço nunca foi verificado, outra pessoa pode ter criado a conta. Nesse caso, definir uma senha também remove as chaves de API, as chaves de acesso, os provedores vinculados, a autenticação de dois fatores, as permissões de aplicativos e a participação em uma organização compartilhada. Em uma organização sem outros membros, os convites e as chaves são cancelados, e os webhooks e aplicativos são desativados. Uma autenticação de dois fatores configurada pelo login único de uma organização é encerrada com a primeira senha.',

  'refusal.attempts': 'Tentativas demais',
  'refusal.locked': 'Esta conta está bloqueada',
  'refusal.lockedNow': 'Tentativas incorretas demais. Você já pode tentar de novo.',
  'refusal.lockedUntil': 'Tentativas incorretas demais. Ela será desbloqueada em {time}.',
  'refusal.now': 'Você já pode tentar de novo.',
  'refusal.unlock': 'Desbloquear por e-mail',
  'refusal.until': 'Tente de novo em {time}.',

  'register.action': 'Criar conta',
  'register.back': 'Alterar seus dados',
  'register.byPasskey': 'Criar conta com uma chave de acesso',
  'register.byPassword': 'Usar uma senha',
  'register.codeSent':
    'Enviamos um código para {email}. Ele funciona por {minutes, plural, one {# minuto} other {# minutos}}. Confira também a pasta de spam.',
  'register.forAddress': 'O convite é para este endereço.',
  'register.have': 'Já tem uma conta? {link}',
  'register.joining': 'Você vai participar de {organization}.',
  'register.passkeyText': 'Você entra com a impressão digital, o rosto ou um PIN. Não há senha para lembrar.',
  'register.ready':
    'Sua conta está pronta. Enviamos um link para {email}. Abra-o para verificar seu endereço.',
  'register.title': 'Crie sua conta',
  'register.welcome': 'Boas-vindas a {product}',

  'requestUnlock.purpose':
    'Depois de várias tentativas incorretas, uma conta fica bloqueada por {minutes, plural, one {# minuto} other {# minutos}}. Podemos enviar por e-mail um link que a desbloqueia agora.',
  'requestUnlock.sent':
    'Se {email} tiver uma conta bloqueada, um link está a caminho. Ele funciona por {hours, plural, one {# hora} other {# horas}}. Confira também a pasta de spam.',

  'resetPassword.action': 'Definir senha',
  'resetPassword.done': 'Encerramos todas as suas sessões. Entre com sua nova senha.',
  'resetPassword.doneTitle': 'Sua senha foi definida',
  'resetPassword.repeat': 'Repita a nova senha',
  'resetPassword.title': 'Defina uma nova senha',

  'scopes.openid': 'Saber quem você é',
  'scopes.profile': 'Ver seu nome e nome de usuário',
  'scopes.email': 'Ver seu endereço de e-mail',
  'scopes.offline_access': 'Manter este acesso mesmo quando você não estiver usando o aplicativo',
  'scopes.organization': 'Ver sua organização, suas funções nela e o que elas permitem',
  'scopes.permissions': 'Ver o que você pode fazer em {product}',
  'scopes.users:list': 'Ver a lista de usuários de {product}',
  'scopes.users:read': 'Ver os detalhes dos usuários de {product}',
  'scopes.roles:read': 'Ver as funções de {product}',
  'scopes.audit:read': 'Ler o log de auditoria de {product}',
  'scopes.emails:read': 'Ver quais e-mails {product} enviou',
  'scopes.organizations:read': 'Ver todas as organizações de {product}',
  'scopes.policies:read': 'Ver a política de {product}',
  'scopes.applications:read': 'Ver os aplicativos de {product}',
  'scopes.webhooks:read': 'Ver os webhooks, os destinos e os eventos de {product}',
  'scopes.hooks:read': 'Ver os hooks de {product}',
  'scopes.checks:read': 'Ver as mudanças de sessões e permissões em {product}',
  'scopes.organization:read': 'Ver o mesmo que você vê da sua organização',
  'scopes.profile:read': 'Ver seu perfil e suas chaves de API',

  'setup.action': 'Criar administrador',
  'setup.description':
    '{product} está em execução e ainda não tem contas. Comece pela sua: ela pode administrar tudo.',
  'setup.development':
    'Esta página só funciona em desenvolvimento, nesta máquina. Em produção, execute {command}.',
  'setup.done': 'Sua conta está pronta. Entre como {email}.',
  'setup.doneTitle': 'Administrador criado',
  'setup.exists': 'Já existe uma conta',
  'setup.existsText': 'Use essa conta: {link}. Ou crie um administrador na linha de comando.',
  'setup.looking': 'Só quer dar uma olhada? {link}',
  'setup.next': 'Depois, proteja sua conta com a autenticação de dois fatores.',
  'setup.ordinary': 'Criar uma conta comum',
  'setup.title': 'Crie o primeiro administrador',

  'signedOut.again': 'Entrar de novo',
  'signedOut.ask':
    'Um aplicativo pediu que você saia de {product}. Isso também encerra sua sessão nos aplicativos em que você entrou a partir daqui.',
  'signedOut.askTitle': 'Sair?',
  'signedOut.signOut': 'Sair',
  'signedOut.stay': 'Não sair',
  'signedOut.text': 'Você já pode fechar esta página.',
  'signedOut.title': 'Você saiu',

  'sso.continue': 'Continuar com SSO',
  'sso.email': 'E-mail de trabalho',
  'sso.text': 'Digite seu e-mail de trabalho e levaremos você à página de acesso da sua empresa.',
  'sso.title': 'Login único',
  'sso.unknown': 'Não há login único para este endereço',
  'sso.unknownText':
    'Nenhuma organização daqui o configurou para {domain}. Confira o endereço ou entre de outra forma.',
  'sso.failure.sso_conflict':
    'Sua conta já está vinculada a outra conta na página de acesso da sua empresa. Peça a um administrador da sua organização que remova esse vínculo.',
  'sso.failure.sso_denied': 'Você não terminou de entrar na página de acesso da sua empresa. Tente de novo.',
  'sso.failure.sso_email_not_allowed':
    'A página de acesso da sua empresa enviou um endereço de e-mail que não é da sua organização. Confira qual conta você usou lá.',
  'sso.failure.sso_failed':
    'Não conseguimos verificar a resposta da página de acesso da sua empresa. Tente de novo. Se falhar outra vez, avise seu administrador.',
  'sso.failure.sso_not_allowed':
    'Esta conta não pode usar o login único por causa da função dela. Entre de outra forma.',
  'sso.failure.sso_not_member':
    'Sua conta pertence a outra organização ou foi removida desta. Peça um convite a um administrador.',
  'sso.failure.sso_not_provisioned':
    'Você ainda não tem uma conta aqui. Peça um convite a um administrador da sua organização.',
  'sso.failure.hook_denied': 'Você não pode continuar. Fale com quem administra este serviço.',
  'sso.failure.hook_unavailable': 'Não é possível decidir isso agora. Tente de novo em instantes.',
  'sso.failure.sso_required': 'Sua organização exige o login único. Escolha “Continuar com SSO” abaixo.',
  'sso.failure.sso_unavailable':
    'Não é possível acessar a página de acesso da sua empresa agora. Tente de novo em alguns minutos ou avise seu administrador.',

  'twoFactor.backupCode': 'Código de reserva',
  'twoFactor.by.backup_code': 'Digite um dos códigos de reserva que você guardou. Cada um funciona uma vez.',
  'twoFactor.by.passkey': 'Use sua chave de acesso para terminar de entrar.',
  'twoFactor.by.totp': 'Digite o código de seis dígitos do seu aplicativo autenticador.',
  'twoFactor.done': 'Você entrou',
  'twoFactor.later': 'Mais tarde',
  'twoFactor.left':
    '{left, plural, =0 {Esse era seu último código de reserva.} one {Resta # código de reserva.} other {Restam # códigos de reserva.}} Crie novos enquanto está com seu aplicativo autenticador à mão.',
  'twoFactor.newCodes': 'Criar novos códigos de reserva',
  'twoFactor.title': 'Autenticação de dois fatores',
  'twoFactor.use.backup_code': 'Usar um código de reserva',
  'twoFactor.use.totp': 'Usar seu aplicativo autenticador',

  'undo.action': 'Manter meu endereço antigo',
  'undo.asked':
    'Alguém pediu para alterar o endereço de e-mail da sua conta. Se não foi você, pode manter o que tinha.',
  'undo.canceled':
    'Sua conta mantém este endereço, e nenhuma sessão foi encerrada. Se você não pediu a alteração, outra pessoa pode ter entrado: altere sua senha e encerre suas outras sessões.',
  'undo.canceledTitle': 'A alteração foi cancelada',
  'undo.consequences':
    'Se o novo endereço ainda não foi confirmado, isto cancela a alteração. Se já foi, isto restaura seu endereço antigo, encerra todas as sessões e remove as chaves de API, as chaves de acesso, os provedores vinculados, a autenticação de dois fatores e a senha adicionados desde então. Enviaremos por e-mail um link para você escolher uma nova senha.',
  'undo.dead':
    'Um endereço que nunca foi verificado não pode ser restaurado. Se sua conta ainda está com o endereço errado, peça ajuda ao seu administrador.',
  'undo.noEmail': 'Não recebeu o e-mail?',
  'undo.nothing':
    'Esta alteração já tinha expirado ou sido cancelada ou substituída, então não havia nada a desfazer. Se você não a pediu, outra pessoa pode ter entrado: altere sua senha e encerre suas outras sessões.',
  'undo.nothingTitle': 'Não havia nada a desfazer',
  'undo.restored':
    'Todas as sessões foram encerradas, e o que foi adicionado desde o pedido foi removido. Procure no seu e-mail um link para escolher uma nova senha e depois entre.',
  'undo.restoredTitle': 'Seu endereço antigo foi restaurado',
  'undo.review': 'Revisar a segurança da conta',
  'undo.title': 'Desfazer a alteração',

  'unlock.done': 'Se não foi você quem tentou entrar, altere sua senha depois de entrar.',
  'unlock.doneTitle': 'Sua conta foi desbloqueada',
  'unlock.title': 'Desbloqueie sua conta',

  'verify.action': 'Verificar e entrar',
  'verify.again': 'Já verificou? {link}',
  'verify.already':
    'Você já confirmou {email}. Se este link era para outro endereço, altere seu e-mail de novo no seu {link}.',
  'verify.another': 'Entrar de outra forma',
  'verify.done': 'Tudo certo. Você confirmou que {email} é seu.',
  'verify.doneSignedIn': 'Tudo certo. Você confirmou que {email} é seu e entrou na conta.',
  'verify.doneTitle': 'Seu e-mail foi verificado',
  'verify.password': 'Digite sua senha para confirmar que este endereço é seu. Você também entrará na conta.',
  'verify.profile': 'perfil',
  'verify.reset': 'Redefina a senha',
  'verify.sendNew': 'Enviar um novo link',
  'verify.sent':
    'Se {email} ainda precisar ser verificado, um novo link está a caminho. Ele funciona por {hours, plural, one {# hora} other {# horas}}. Confira também a pasta de spam.',
  'verify.signInForLink': 'Entre para pedir um novo link',
  'verify.title': 'Verifique seu e-mail',
  'verify.unasked':
    'Não se cadastrou? Outra pessoa pode ter digitado seu endereço. {link} para assumir a conta ou ignore o e-mail.',
};
