/** O que muitas páginas depois do acesso têm em comum: listas, diálogos, horários e nomes de funções. */
export const shared = {
  'colorScheme.auto': 'Igual ao sistema',
  'colorScheme.dark': 'Escuro',
  'colorScheme.label': 'Esquema de cores',
  'colorScheme.light': 'Claro',

  'copy.action': 'Copiar',
  'copy.named': 'Copiar {name}',

  'dialog.cancel': 'Cancelar',
  'dialog.done': 'Concluir',
  'dialog.typeToConfirm': 'Digite {text} para confirmar',

  'form.advanced': 'Opções avançadas',

  'list.about': '{first}–{last} de cerca de {total}',
  'list.actions': 'Ações',
  'list.actionsFor': 'Ações para {name}',
  'list.clear': 'Limpar filtros',
  'list.clearFilter': 'Limpar {filter}',
  'list.details': 'Detalhes',
  'list.detailsOf': 'Detalhes de {name}',
  'list.emptyPage': 'Esta página está vazia',
  'list.emptyPageText': 'A lista está mais curta do que antes.',
  'list.firstPage': 'Ir para a primeira página',
  'list.noMatches': 'Nenhum resultado',
  'list.noMatchesText': 'Tente uma busca mais curta ou menos filtros.',
  'list.page': 'página {page}',
  'list.page.first': 'primeira página',
  'list.page.last': 'última página',
  'list.page.next': 'próxima página',
  'list.page.previous': 'página anterior',
  'list.range': '{first}–{last} de {total}',

  'overlap.0': 'Imediatamente',
  'overlap.1': 'Após 1 hora',
  'overlap.168': 'Após 7 dias',
  'overlap.24': 'Após 24 horas',
  'overlap.72': 'Após 3 dias',

  'page.guide': 'Guia desta página (em inglês)',

  'rank.organization.ADMIN': 'Administrador',
  'rank.organization.MEMBER': 'Membro',
  'rank.organization.OWNER': 'Proprietário',
  'rank.system.ADMIN': 'Administrador',
  'rank.system.MODERATOR': 'Moderador',
  'rank.system.USER': 'Usuário',

  'secret.copied': 'Copiado',
  'secret.copy': 'Copiar segredo',
  'secret.copyNow': 'Copie agora',
  'snippet.copy': 'Copiar trecho',

  'time.justNow': 'agora mesmo',
  'time.never': 'Nunca',
  'toast.dismiss': 'Dispensar',
  'list.select': 'Selecionar {name}',
  'list.selectPage': 'Selecionar toda a página',
} as const;
