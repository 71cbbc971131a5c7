/** A página dos domínios e provedores de identidade de uma organização. */
export const singleSignOn = {
  'singleSignOn.title': 'Login único',
  'singleSignOn.description':
    'Verifique seus domínios de e-mail e permita entrar com seu próprio provedor de identidade.',
  'singleSignOn.hidden': 'Só proprietários e administradores veem isto',
  'singleSignOn.hidden.impersonating': 'Você não pode ver esta página enquanto age em nome de outra pessoa.',
  'singleSignOn.hidden.member': 'Fale com um proprietário ou administrador da sua organização.',

  'singleSignOn.domains': 'Domínios',
  'singleSignOn.domains.about':
    'Um provedor de identidade só responde por endereços em domínios que você verificou.',
  'singleSignOn.domains.add': 'Adicionar domínio',
  'singleSignOn.domains.add.field': 'Domínio',
  'singleSignOn.domains.add.note':
    'O que vem depois do @ nos seus endereços de e-mail. Subdomínios contam como outros domínios.',
  'singleSignOn.domains.add.title': 'Adicionar um domínio',
  'singleSignOn.domains.autoJoin': 'Permitir participar sem convite',
  'singleSignOn.domains.autoJoin.on': 'Participação aberta',
  'singleSignOn.domains.autoJoin.text':
    'Quem verifica um endereço em {domain} e não pertence a nenhuma organização passa a ser membro.',
  'singleSignOn.domains.autoJoin.verifyFirst': 'Verifique o domínio primeiro.',
  'singleSignOn.domains.check': 'Verificar agora',
  'singleSignOn.domains.checked': 'Última consulta: {when}',
  'singleSignOn.domains.unchecked': 'Ainda não verificado',
  'singleSignOn.domains.foundNone': 'Consultamos os registros TXT de {name} e não encontramos nenhum.',
  'singleSignOn.domains.foundOnly': 'Consultamos os registros TXT de {name} e encontramos apenas:',
  'singleSignOn.domains.create':
    'Crie este registro TXT no seu provedor de DNS e depois verifique-o. Novos registros podem levar de alguns minutos a uma hora.',
  'singleSignOn.domains.empty': 'Nenhum domínio ainda',
  'singleSignOn.domains.empty.text':
    'Adicione o domínio dos seus endereços de e-mail e comprove com um registro DNS que ele é seu.',
  'singleSignOn.domains.full':
    'Uma organização pode ter {limit, plural, one {# domínio} other {# domínios}}. Remova um para adicionar outro.',
  'singleSignOn.domains.inPlace': 'O registro está publicado.',
  'singleSignOn.domains.keep':
    'Mantenha este registro TXT no seu provedor de DNS. Nós o procuramos toda semana.',
  'singleSignOn.domains.recordName': 'Nome',
  'singleSignOn.domains.recordName.note':
    'Alguns provedores de DNS acrescentam o domínio automaticamente: nesse caso, insira só {label}.',
  'singleSignOn.domains.recordValue': 'Valor',
  'singleSignOn.domains.remove': 'Remover',
  'singleSignOn.domains.remove.action': 'Remover domínio',
  'singleSignOn.domains.remove.done': 'Domínio removido.',
  'singleSignOn.domains.remove.text':
    'Quem tem um endereço em {domain} não poderá mais entrar com seu provedor de identidade nem participar sem convite. Os membros permanecem.',
  'singleSignOn.domains.remove.title': 'Remover este domínio?',
  'singleSignOn.domains.saved': 'Domínio salvo.',
  'singleSignOn.domains.state.missing': 'Registro ausente',
  'singleSignOn.domains.state.unverified': 'Ainda não verificado',
  'singleSignOn.domains.state.verified': 'Verificado',
  'singleSignOn.domains.verified': 'Domínio verificado.',
  'singleSignOn.domains.verifiedAndChecked': 'Verificado: {verified} · Última consulta: {checked}',
  'singleSignOn.never': 'nunca',

  'singleSignOn.providers': 'Provedores de identidade',
  'singleSignOn.providers.about':
    'Okta, Entra ID, Google Workspace ou qualquer outro que use SAML 2.0 ou OpenID Connect.',
  'singleSignOn.providers.add': 'Adicionar provedor de identidade',
  'singleSignOn.providers.columns.domains': 'Domínios',
  'singleSignOn.providers.columns.name': 'Nome',
  'singleSignOn.providers.columns.status': 'Status',
  'singleSignOn.providers.columns.tested': 'Último teste bem-sucedido',
  'singleSignOn.providers.empty': 'Nenhum provedor de identidade ainda',
  'singleSignOn.providers.empty.text': 'Adicione o seu, teste-o e ative-o quando o teste for bem-sucedido.',
  'singleSignOn.providers.full':
    'Uma organização pode ter {limit, plural, one {# provedor de identidade} other {# provedores de identidade}}. Exclua um para adicionar outro.',
  'singleSignOn.providers.tested': 'Testado: {when}',
  'singleSignOn.providers.untested': 'Ainda não testado',

  'singleSignOn.create.action': 'Adicionar',
  'singleSignOn.create.name': 'Nome',
  'singleSignOn.create.nameNote': 'Só você e outros administradores o veem.',
  'singleSignOn.create.oidc': 'Usa um ID do cliente e um segredo do cliente em vez de certificados.',
  'singleSignOn.create.protocol': 'Protocolo',
  'singleSignOn.create.protocolNote':
    'Não pode ser alterado depois. Todos os grandes provedores de identidade aceitam os dois.',
  'singleSignOn.create.saml': 'A escolha habitual para Okta, Entra ID e Google Workspace.',
  'singleSignOn.create.title': 'Adicionar um provedor de identidade',

  'singleSignOn.provider': 'Provedor de identidade',
  'singleSignOn.provider.gone': 'Este provedor de identidade não existe mais.',
  'singleSignOn.next': 'A seguir',
  'singleSignOn.next.domain':
    'Ninguém entra com ele até ele ter um domínio verificado. Escolha um em “Opções”.',
  'singleSignOn.next.domains': 'Escolha em “Opções” os domínios pelos quais ele responde.',
  'singleSignOn.next.enter':
    'Insira os valores abaixo no seu provedor de identidade e depois, aqui, o que ele fornece.',
  'singleSignOn.next.test': 'Teste-o. Você entra lá uma vez, e nada muda para ninguém.',
  'singleSignOn.next.turnOn': 'O teste foi bem-sucedido. Ative-o quando quiser.',
  'singleSignOn.states.noDomain': 'Sem domínio',
  'singleSignOn.states.off': 'Desativado',
  'singleSignOn.states.on': 'Ativado',
  'singleSignOn.states.required': 'Exigido',
  'singleSignOn.tabs.options': 'Opções',
  'singleSignOn.tabs.people': 'Pessoas',
  'singleSignOn.tabs.setup': 'Configuração',
  'singleSignOn.tabs.test': 'Último teste',

  'singleSignOn.actions.delete': 'Excluir',
  'singleSignOn.actions.more': 'Mais',
  'singleSignOn.actions.release': 'Deixar de exigir',
  'singleSignOn.actions.require': 'Exigir',
  'singleSignOn.actions.test': 'Testar',
  'singleSignOn.actions.turnOff': 'Desativar',
  'singleSignOn.actions.turnOn': 'Ativar',
  'singleSignOn.delete.action': 'Excluir provedor de identidade',
  'singleSignOn.delete.done': 'Provedor de identidade excluído.',
  'singleSignOn.delete.text':
    'As configurações e os vínculos são excluídos, e ninguém mais pode entrar com ele. Os membros permanecem. Isso não pode ser desfeito.',
  'singleSignOn.delete.title': 'Excluir este provedor de identidade?',
  'singleSignOn.release.done': 'O login único não é mais exigido.',
  'singleSignOn.release.text':
    'As pessoas podem voltar a entrar com {name} ou de qualquer outra forma. Quem não tem senha pode definir uma em “Esqueceu sua senha?”.',
  'singleSignOn.release.title': 'Deixar de exigir o login único?',
  'singleSignOn.turnedOn': 'Provedor de identidade ativado.',
  'singleSignOn.turnOff.done': 'Provedor de identidade desativado.',
  'singleSignOn.turnOff.text':
    'Ninguém pode entrar com {name} até você ativá-lo de novo. Quem não tem senha pode definir uma em “Esqueceu sua senha?”. Os vínculos e as configurações permanecem.',
  'singleSignOn.turnOff.title': 'Desativar este provedor de identidade?',

  'singleSignOn.require.action': 'Exigir',
  'singleSignOn.require.done': 'O login único agora é exigido.',
  'singleSignOn.require.fails': 'Se seu provedor de identidade falhar',
  'singleSignOn.require.keys':
    'As chaves de API dessas pessoas funcionam por 30 dias após cada acesso aqui. As chaves da organização permanecem.',
  'singleSignOn.require.lastResort': 'Em último caso, quem opera este serviço executa:',
  'singleSignOn.require.needs':
    'Você precisa ter feito um teste bem-sucedido nas últimas 24 horas e ter entrado com dois fatores, uma chave de acesso ou este provedor de identidade.',
  'singleSignOn.require.noWayBack': 'Ainda não há alternativa',
  'singleSignOn.require.noWayBack.text':
    'Se seu provedor de identidade falhar, ninguém conseguirá entrar. Primeiro, um proprietário precisa ativar a autenticação de dois fatores para a senha ou adicionar uma chave de acesso.',
  'singleSignOn.require.others': 'Pessoas com outros endereços entram como antes.',
  'singleSignOn.require.owners':
    '{owners, plural, one {# proprietário ainda pode} other {# proprietários ainda podem}} entrar com senha e segundo fator ou com uma chave de acesso. Os outros proprietários são avisados por e-mail.',
  'singleSignOn.require.sessions':
    'As outras sessões dessas pessoas terminam na próxima solicitação. A que você usa agora continua.',
  'singleSignOn.require.title': 'Exigir o login único?',
  'singleSignOn.require.ways':
    'Senhas, chaves de acesso, códigos por e-mail e outros provedores deixam de servir para entrar.',
  'singleSignOn.require.whom':
    'Membros com um endereço em {domains} e membros vinculados a {name} só poderão entrar com ele.',

  'singleSignOn.setup.entraIssuer': 'Emissor, com seu {field}',
  'singleSignOn.setup.entraSecret': 'Segredo do cliente (coluna {column})',
  'singleSignOn.setup.fieldNames': 'Nomes dos campos de',
  'singleSignOn.setup.hint.oidc.entra': 'Registre um aplicativo só para contas neste diretório.',
  'singleSignOn.setup.hint.oidc.google':
    'Na tela de consentimento, defina o tipo de usuário como Internal, para que só suas próprias contas possam entrar.',
  'singleSignOn.setup.hint.oidc.okta': 'Crie um aplicativo web com o tipo de concessão Authorization Code.',
  'singleSignOn.setup.hint.oidc.other': 'Crie um aplicativo web com o fluxo de código de autorização.',
  'singleSignOn.setup.hint.saml.entra':
    'Mantenha as declarações que o Entra ID envia por padrão. Deixe a criptografia de tokens desativada.',
  'singleSignOn.setup.hint.saml.google':
    'Associe Primary email a email, First name a firstName e Last name a lastName. O Google não publica um endereço de metadados: baixe os metadados e escolha o arquivo abaixo.',
  'singleSignOn.setup.hint.saml.okta':
    'Adicione as declarações de atributos email (user.email), firstName (user.firstName) e lastName (user.lastName). Deixe a asserção sem criptografia.',
  'singleSignOn.setup.hint.saml.other':
    'Envie os atributos email, firstName e lastName, assine com SHA-256 e deixe a asserção sem criptografia.',
  'singleSignOn.setup.loginUrlNote': 'Opcional. Inicia um acesso a partir de um ícone do portal ou favorito.',
  'singleSignOn.setup.metadataNote':
    'Nossos metadados também estão neste endereço, se você puder importá-los.',
  'singleSignOn.setup.other': 'Outro',
  'singleSignOn.setup.other.acsUrl': 'URL do serviço consumidor de asserções (ACS)',
  'singleSignOn.setup.other.certificate': 'Certificado de assinatura',
  'singleSignOn.setup.other.clientId': 'ID do cliente',
  'singleSignOn.setup.other.clientSecret': 'Segredo do cliente',
  'singleSignOn.setup.other.entityId': 'ID da entidade ou emissor',
  'singleSignOn.setup.other.issuer': 'Emissor',
  'singleSignOn.setup.other.loginUrl': 'URL de login',
  'singleSignOn.setup.other.metadataUrl': 'URL dos metadados',
  'singleSignOn.setup.other.ourEntityId': 'Público-alvo ou ID da entidade do SP',
  'singleSignOn.setup.other.redirectUri': 'URI de redirecionamento ou retorno',
  'singleSignOn.setup.other.signInUrl': 'URL de acesso (HTTP-Redirect)',
  'singleSignOn.setup.ours': '1. Insira no {provider}',
  'singleSignOn.setup.ours.other': '1. Insira no seu provedor de identidade',
  'singleSignOn.setup.saved': 'Configurações salvas.',
  'singleSignOn.setup.saveSettings': 'Salvar configurações',
  'singleSignOn.setup.theirs': '2. Insira aqui o que o {provider} fornece',
  'singleSignOn.setup.theirs.other': '2. Insira aqui o que seu provedor de identidade fornece',

  'singleSignOn.oidc.example': 'Por exemplo, {address}',
  'singleSignOn.oidc.newSecret':
    'Nós o criptografamos e nunca o mostramos de novo. Deixe em branco para um cliente público.',
  'singleSignOn.oidc.savedSecret': 'Há um salvo. Nunca o mostramos. Digite outro para substituí-lo.',

  'singleSignOn.saml.certificates': 'Certificados',
  'singleSignOn.saml.certificates.note':
    'De um a quatro, um abaixo do outro, para que um novo possa assumir.',
  'singleSignOn.saml.certificates.past': 'Expirado',
  'singleSignOn.saml.certificates.soon': 'Expira em breve',
  'singleSignOn.saml.certificates.until': 'Certificado até {day}',
  'singleSignOn.saml.certificates.fine': 'Válido',
  'singleSignOn.saml.chooseFile': 'Escolher arquivo',
  'singleSignOn.saml.fact': '{field}: {value}',
  'singleSignOn.saml.metadata': 'Metadados',
  'singleSignOn.saml.metadata.note': 'O conteúdo do arquivo ou o XML colado.',
  'singleSignOn.saml.missing': 'Nenhum proprietário preencheu isto ainda.',
  'singleSignOn.saml.readDaily': '{address} (lida todos os dias)',
  'singleSignOn.saml.source': 'Como preencher',
  'singleSignOn.saml.source.fields': 'Um a um',
  'singleSignOn.saml.source.metadata': 'Arquivo ou texto de metadados',
  'singleSignOn.saml.source.replace': 'Substituir as configurações',
  'singleSignOn.saml.urlNote':
    'Nós a lemos agora e todos os dias, para receber novos certificados automaticamente.',

  'singleSignOn.options.adminGroups': 'Grupos de administradores',
  'singleSignOn.options.adminGroups.clear': 'Limpar grupos',
  'singleSignOn.options.adminGroups.note':
    'A cada acesso, quem está neles passa a ser administrador, e os demais, membros. Proprietários continuam proprietários. Deixe em branco para manter as funções como estão.',
  'singleSignOn.options.attribute.email': 'E-mail',
  'singleSignOn.options.attribute.firstName': 'Nome',
  'singleSignOn.options.attribute.groups': 'Grupos',
  'singleSignOn.options.attribute.lastName': 'Sobrenome',
  'singleSignOn.options.attributes.oidc': 'Nomes das declarações, se forem diferentes',
  'singleSignOn.options.attributes.saml': 'Nomes dos atributos, se forem diferentes',
  'singleSignOn.options.domains': 'Domínios',
  'singleSignOn.options.domains.choose': 'Escolher domínios verificados',
  'singleSignOn.options.domains.note': 'Só entra com ele quem tem um endereço em um destes.',
  'singleSignOn.options.domains.verifyFirst': 'Verifique primeiro um domínio, no topo da página.',
  'singleSignOn.options.name': 'Nome',
  'singleSignOn.options.provisioning': 'Novas pessoas participam sem convite',
  'singleSignOn.options.provisioning.note':
    'Todos por quem ele responde recebem uma conta. Se desativado, precisam antes de um convite.',
  'singleSignOn.options.save': 'Salvar opções',
  'singleSignOn.options.saved': 'Opções salvas.',
  'singleSignOn.options.secondFactor': 'Ele verifica um segundo fator',
  'singleSignOn.options.secondFactor.note':
    'Nesse caso, não pedimos outro depois dele, a menos que o serviço exija um de todos.',
  'singleSignOn.options.sessionHours': 'Duração das sessões, em horas',
  'singleSignOn.options.sessionHours.note': 'De 1 a 168. Depois disso, as pessoas entram lá de novo.',

  'singleSignOn.people': 'Pessoas vinculadas',
  'singleSignOn.people.columns.lastSignIn': 'Último acesso',
  'singleSignOn.people.columns.person': 'Pessoa',
  'singleSignOn.people.empty': 'Ninguém está vinculado ainda',
  'singleSignOn.people.empty.text':
    'As pessoas aparecem aqui depois de entrar com este provedor de identidade.',
  'singleSignOn.people.lastSignIn': 'Último acesso: {when}',
  'singleSignOn.people.unlink': 'Desvincular',
  'singleSignOn.people.unlink.done': 'Vínculo removido.',
  'singleSignOn.people.unlink.person': 'Desvincular {email}',
  'singleSignOn.people.unlink.text':
    '{email} volta a ser vinculado pelo endereço de e-mail no próximo acesso com este provedor de identidade. A pessoa continua membro.',
  'singleSignOn.people.unlink.title': 'Desvincular esta pessoa?',
  'singleSignOn.people.unlinkAll': 'Remover todos os vínculos',
  'singleSignOn.people.unlinkAll.done': 'Todos os vínculos foram removidos.',
  'singleSignOn.people.unlinkAll.text':
    'Cada pessoa volta a ser vinculada pelo endereço de e-mail no próximo acesso. Isto é necessário antes de alterar o emissor ou o ID da entidade.',
  'singleSignOn.people.unlinkAll.title': 'Remover todos os vínculos?',

  'singleSignOn.test.attributes': 'Atributos',
  'singleSignOn.test.attributes.copy': 'Copiar atributos',
  'singleSignOn.test.claims': 'Declarações',
  'singleSignOn.test.claims.copy': 'Copiar declarações',
  'singleSignOn.test.empty': 'Nenhum teste nas últimas 24 horas',
  'singleSignOn.test.empty.text':
    'Escolha “Testar” acima. Você entra no seu provedor de identidade, e esta página mostra o que ele enviou. Um teste não inicia nenhuma sessão.',
  'singleSignOn.test.failed': 'O teste falhou',
  'singleSignOn.test.message': 'Mensagem',
  'singleSignOn.test.message.copy': 'Copiar mensagem',
  'singleSignOn.test.notSent': 'Não enviado',
  'singleSignOn.test.passed': 'O teste foi bem-sucedido',
  'singleSignOn.test.passed.text':
    'Mensagem recebida {when}. Ela e o endereço estão corretos. Só quando a pessoa entra é que se decide se ela pode participar.',
  'singleSignOn.test.person.email': 'E-mail',
  'singleSignOn.test.person.firstName': 'Nome',
  'singleSignOn.test.person.groups': 'Grupos',
  'singleSignOn.test.person.lastName': 'Sobrenome',
  'singleSignOn.test.person.role': 'Função aqui',
  'singleSignOn.test.person.roleStays': 'Continua como está',
  'singleSignOn.test.person.subject': 'Identificador',
  'singleSignOn.test.person.tooManyGroups': 'Grupos demais para enviar',
  'singleSignOn.test.sent': 'O que foi enviado',
  'singleSignOn.test.understood': 'O que entendemos',

  'singleSignOn.test.todo.noAddress':
    'Faça-o enviar um ou digite em “Opções” o nome que ele usa. O que ele enviou está abaixo.',
  'singleSignOn.test.todo.noDomain': 'Escolha o domínio em “Opções” e teste de novo.',
  'singleSignOn.test.todo.other': 'Compare as configurações dos dois lados e teste de novo.',
  'singleSignOn.test.todo.otherDomain':
    'Entre lá com outra conta, ou verifique e escolha o domínio deste endereço.',
  'singleSignOn.test.todo.sso_denied': 'Confira se o aplicativo está atribuído a você lá e teste de novo.',
  'singleSignOn.test.todo.sso_failed':
    'Compare os valores em “Configuração” com os do provedor de identidade e teste de novo.',
  'singleSignOn.test.todo.sso_unavailable':
    'Confira o emissor em “Configuração” e se o provedor de identidade pode ser acessado pela internet.',
  'singleSignOn.test.todo.unverified': 'Verifique o endereço lá e teste de novo.',
  'singleSignOn.test.what.noAddress': 'O provedor de identidade não enviou um endereço de e-mail.',
  'singleSignOn.test.what.noDomain':
    'A mensagem está correta, mas {email} não está em nenhum domínio desta conexão.',
  'singleSignOn.test.what.other': 'Não foi possível entrar.',
  'singleSignOn.test.what.otherDomain': 'A mensagem está correta, mas {email} não está em {domains}.',
  'singleSignOn.test.what.sso_denied': 'O provedor de identidade recusou o acesso, ou você o cancelou.',
  'singleSignOn.test.what.sso_failed': 'Não conseguimos verificar o que o provedor de identidade enviou.',
  'singleSignOn.test.what.sso_unavailable': 'O provedor de identidade não respondeu.',
  'singleSignOn.test.what.unverified': 'O provedor de identidade informa que {email} não está verificado.',
  'singleSignOn.test.what.unverifiedUnnamed':
    'O provedor de identidade informa que o endereço não está verificado.',
} as const;
