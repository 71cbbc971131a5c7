/** A página do diretório que mantém atualizadas as pessoas de uma organização. */
export const directory = {
  'directory.title': 'Diretório',
  'directory.description':
    'Entra ID, Okta e outros sincronizam por SCIM as pessoas de {organization}: quem entra, como se chama e quem sai.',
  'directory.hidden': 'Só proprietários e administradores veem o diretório',
  'directory.hidden.action': 'Abrir sua organização',

  'directory.tokens': 'Tokens',
  'directory.tokens.about':
    'Seu diretório se autentica com eles. Você pode ter {limit}: um em uso e outro para substituí-lo.',
  'directory.tokens.columns.created': 'Criado',
  'directory.tokens.columns.createdBy': 'Criado por',
  'directory.tokens.columns.lastUsed': 'Último uso',
  'directory.tokens.columns.token': 'Token',
  'directory.tokens.create': 'Criar token',
  'directory.tokens.create.description': 'Descrição',
  'directory.tokens.create.descriptionNote': 'Opcional. Onde você o usa, como Entra ID.',
  'directory.tokens.create.made': 'O novo token',
  'directory.tokens.create.note':
    'Insira-o no seu diretório, com a URL base. Não vamos mostrá-lo de novo. Se você o perder, crie outro e revogue este.',
  'directory.tokens.create.text':
    'O token decide quem pertence à sua organização. Ele não expira e funciona até você revogá-lo.',
  'directory.tokens.create.title': 'Criar um token',
  'directory.tokens.deletedAccount': 'Uma conta excluída',
  'directory.tokens.empty': 'Nenhum diretório conectado',
  'directory.tokens.empty.owner': 'Crie um token e siga os passos para o seu diretório abaixo.',
  'directory.tokens.empty.others': 'Um proprietário da organização pode conectar um.',
  'directory.tokens.lastUsed': 'Último uso: {when}',
  'directory.tokens.revoke': 'Revogar',
  'directory.tokens.revoke.action': 'Revogar token',
  'directory.tokens.revoke.done': 'Token revogado.',
  'directory.tokens.revoke.lastText':
    'Um diretório que usa {name} não poderá mais alterar nada aqui, com efeito imediato. Não resta outro token, então o diretório fica desconectado: quem sai da sua empresa mantém o acesso até você remover a pessoa aqui. As pessoas e os grupos que ele criou permanecem. Isso não pode ser desfeito.',
  'directory.tokens.revoke.named': 'Revogar {name}',
  'directory.tokens.revoke.text':
    'Um diretório que usa {name} não poderá mais alterar nada aqui, com efeito imediato. As pessoas e os grupos que ele criou permanecem. Isso não pode ser desfeito.',
  'directory.tokens.revoke.title': 'Revogar este token?',
  'directory.tokens.unnamed': 'Token sem descrição',

  'directory.setup': 'Conecte seu diretório',
  'directory.setup.baseUrl': 'URL base',
  'directory.setup.baseUrl.copy': 'Copiar URL base',
  'directory.setup.entra.1': 'No seu aplicativo empresarial, abra Provisioning e escolha Automatic.',
  'directory.setup.entra.2':
    'Insira a URL base como Tenant URL e um token daqui como Secret Token. Teste a conexão.',
  'directory.setup.entra.3':
    'Nos mapeamentos, associe mail a emails[type eq "work"].value e objectId a externalId.',
  'directory.setup.entra.4': 'Atribua pessoas e grupos ao aplicativo e inicie o provisionamento.',
  'directory.setup.okta.1': 'No seu aplicativo, abra General e ative o provisionamento SCIM.',
  'directory.setup.okta.2':
    'Em Provisioning, insira a URL base, userName como identificador único, HTTP Header como modo de autenticação e um token daqui.',
  'directory.setup.okta.3': 'Ative Create Users, Update User Attributes e Deactivate Users.',
  'directory.setup.okta.4': 'Atribua pessoas ao aplicativo e adicione grupos em Push Groups.',
  'directory.setup.whom':
    'O diretório gerencia as pessoas cujo endereço está em um domínio verificado da sua organização. As demais ficam como estão.',

  'directory.groups': 'Grupos',
  'directory.groups.about':
    'Os grupos que seu diretório enviou. Um grupo não faz nada até você associá-lo: a partir daí, as pessoas são administradoras ou têm funções do aplicativo enquanto estiverem nele.',
  'directory.groups.columns.group': 'Grupo',
  'directory.groups.columns.people': 'Pessoas',
  'directory.groups.columns.role': 'Concede',
  'directory.groups.empty': 'Nenhum grupo ainda',
  'directory.groups.empty.text': 'Eles aparecem aqui assim que seu diretório os envia.',
  'directory.groups.map': 'Tornar administradores',
  'directory.groups.map.done': 'As pessoas do grupo agora são administradoras.',
  'directory.groups.map.named': 'Tornar administradores: {group}',
  'directory.groups.map.text':
    '{count, plural, one {# pessoa em {group} poderá} other {# pessoas em {group} poderão}} gerenciar membros, convites e chaves. A partir daí, o diretório decide quem está no grupo. Proprietários continuam proprietários.',
  'directory.groups.map.title': 'Dar a este grupo a função de administrador?',
  'directory.groups.noRole': 'Nada',
  'directory.groups.people': '{count, plural, one {# pessoa} other {# pessoas}}',
  'directory.groups.unmap': 'Remover função',
  'directory.groups.unmap.done': 'O grupo não concede mais nada.',
  'directory.groups.unmap.named': 'Remover função: {group}',
  'directory.groups.unmap.text':
    'Quem é administrador só por causa de {group} passa a ser membro. Proprietários, e quem você tornou administrador manualmente, continuam como estão.',
  'directory.groups.unmap.title': 'Remover deste grupo a função de administrador?',

  'directory.refusals': 'Solicitações recusadas',
  'directory.refusals.about': 'As mais recentes do seu diretório na última semana.',
  'directory.refusals.columns.what': 'O que foi recusado',
  'directory.refusals.columns.when': 'Quando',
  'directory.refusals.empty': 'Nada foi recusado na última semana',

  'directory.attempt.DELETE.group': 'Remover um grupo',
  'directory.attempt.DELETE.other': 'Remover {path}',
  'directory.attempt.DELETE.person': 'Remover uma pessoa',
  'directory.attempt.GET.group': 'Ler um grupo',
  'directory.attempt.GET.groups': 'Ler grupos',
  'directory.attempt.GET.other': 'Ler {path}',
  'directory.attempt.GET.people': 'Ler pessoas',
  'directory.attempt.GET.person': 'Ler uma pessoa',
  'directory.attempt.PATCH.group': 'Alterar um grupo',
  'directory.attempt.PATCH.other': 'Alterar {path}',
  'directory.attempt.PATCH.person': 'Alterar uma pessoa',
  'directory.attempt.POST.group': 'Criar um grupo',
  'directory.attempt.POST.other': 'Criar {path}',
  'directory.attempt.POST.person': 'Criar uma pessoa',
  'directory.attempt.PUT.group': 'Substituir um grupo',
  'directory.attempt.PUT.other': 'Substituir {path}',
  'directory.attempt.PUT.person': 'Substituir uma pessoa',

  'directory.advice.403':
    'Os endereços devem estar em um domínio verificado da sua organização. Os endereços de proprietários e as contas com uma função no serviço só são alterados aqui.',
  'directory.advice.404':
    'A pessoa ou o grupo não existe mais ou nunca foi do diretório. Faça o diretório sincronizar tudo de novo.',
  'directory.advice.405': 'O diretório usou um método que este endereço não aceita. Confira a URL base.',
  'directory.advice.409':
    'Uma organização precisa de um proprietário ativo. Torne outra pessoa proprietária primeiro.',
  'directory.advice.413': 'A solicitação era grande demais. Faça o diretório enviar menos membros por vez.',
  'directory.advice.415': 'O diretório precisa enviar JSON. Confira se ele usa SCIM 2.0.',
  'directory.advice.invalidFilter':
    'O diretório buscou por algo que não pode ser buscado aqui. Identifique as pessoas por userName ou externalId.',
  'directory.advice.invalidPath':
    'O diretório enviou um atributo que não conhecemos. Remova-o do mapeamento de atributos.',
  'directory.advice.invalidSyntax':
    'Não foi possível ler a solicitação. Confira se o diretório usa SCIM 2.0.',
  'directory.advice.invalidValue':
    'Um valor não serve para o atributo, ou um grupo cita uma pessoa que não está aqui. Confira o mapeamento e atribua também a pessoa.',
  'directory.advice.mutability':
    'O diretório alterou um atributo que nunca muda. Remova-o do mapeamento de atributos.',
  'directory.advice.noTarget': 'O diretório alterou algo que não existe. Faça-o sincronizar tudo de novo.',
  'directory.advice.other': 'Confira o mapeamento de atributos no diretório.',
  'directory.advice.ours': 'A falha é nossa. O diretório tenta de novo sozinho.',
  'directory.advice.uniqueness':
    'O nome ou endereço já está em uso. Se a pessoa pertence a outra organização, convide-a; se for uma segunda entrada da mesma pessoa, remova uma no diretório.',
} as const;
