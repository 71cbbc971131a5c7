/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'Verificações locais',
  'checks.description':
    'Processos dos seus backends que verificam por conta própria quem chama. O que você altera ou revoga vale em cada um dentro do prazo dele.',
  'checks.confirm': 'Confirmar em todos',
  'checks.waiting': 'Aguardando cada processo: dez segundos no máximo.',
  'checks.done':
    'Confirmados: {confirmed}. Expirados: {expired}. Nenhum processo responde mais com o estado anterior.',
  'checks.offer':
    'Os backends que verificam por conta própria quem chama ficam sabendo dentro do prazo deles.',
  'checks.empty.title': 'Nenhum processo verifica por conta própria quem chama',
  'checks.empty.text': 'Cada backend pergunta a cada requisição, então o que você revoga vale na hora.',
  'checks.columns.process': 'Processo',
  'checks.session': 'Por sessão',
  'checks.columns.bound': 'Prazo',
  'checks.columns.behind': 'Atraso',
  'checks.columns.asked': 'Última consulta',
  'checks.ms': '{ms} ms',
} as const;
