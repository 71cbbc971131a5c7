/** Partes que comparten muchas páginas con sesión: listas, diálogos, tiempos y nombres de los rangos. */
export const shared = {
  'colorScheme.auto': 'Como el sistema',
  'colorScheme.dark': 'Oscuro',
  'colorScheme.label': 'Modo de color',
  'colorScheme.light': 'Claro',

  'copy.action': 'Copiar',
  'copy.named': 'Copiar: {name}',

  'dialog.cancel': 'Cancelar',
  'dialog.done': 'Listo',
  'dialog.typeToConfirm': 'Escribe {text} para confirmar',

  'form.advanced': 'Opciones avanzadas',

  'list.about': '{first}–{last} de unos {total}',
  'list.actions': 'Acciones',
  'list.actionsFor': 'Acciones para {name}',
  'list.clear': 'Borrar filtros',
  'list.clearFilter': 'Borrar {filter}',
  'list.details': 'Detalles',
  'list.detailsOf': 'Detalles de {name}',
  'list.emptyPage': 'Esta página está vacía',
  'list.emptyPageText': 'La lista es más corta que antes.',
  'list.firstPage': 'Ir a la primera página',
  'list.noMatches': 'Sin resultados',
  'list.noMatchesText': 'Prueba con una búsqueda más corta o con menos filtros.',
  'list.page': 'página {page}',
  'list.page.first': 'primera página',
  'list.page.last': 'última página',
  'list.page.next': 'página siguiente',
  'list.page.previous': 'página anterior',
  'list.range': '{first}–{last} de {total}',

  'overlap.0': 'De inmediato',
  'overlap.1': 'Después de 1 hora',
  'overlap.168': 'Después de 7 días',
  'overlap.24': 'Después de 24 horas',
  'overlap.72': 'Después de 3 días',

  'page.guide': 'Guía de esta página (en inglés)',

  'rank.organization.ADMIN': 'Administrador',
  'rank.organization.MEMBER': 'Miembro',
  'rank.organization.OWNER': 'Propietario',
  'rank.system.ADMIN': 'Administrador',
  'rank.system.MODERATOR': 'Moderador',
  'rank.system.USER': 'Usuario',

  'secret.copied': 'Copiado',
  'secret.copy': 'Copiar secreto',
  'secret.copyNow': 'Cópialo ahora',
  'snippet.copy': 'Copiar fragmento',

  'time.justNow': 'ahora mismo',
  'time.never': 'Nunca',
  'toast.dismiss': 'Descartar',
  'list.select': 'Seleccionar {name}',
  'list.selectPage': 'Seleccionar toda la página',
} as const;
