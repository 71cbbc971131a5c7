/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'Comprobaciones locales',
  'checks.description':
    'Procesos de sus backends que comprueban por sí mismos quién llama. Lo que cambie o revoque cuenta en cada uno dentro de su plazo.',
  'checks.confirm': 'Confirmar en todas partes',
  'checks.waiting': 'Esperando a cada proceso: diez segundos como máximo.',
  'checks.done': 'Confirmados: {confirmed}. Vencidos: {expired}. Ningún proceso responde ya con lo anterior.',
  'checks.offer': 'Los backends que comprueban por sí mismos quién llama se enteran dentro de su plazo.',
  'checks.empty.title': 'Ningún proceso comprueba por sí mismo quién llama',
  'checks.empty.text': 'Cada backend pregunta en cada solicitud, así que lo que revoque cuenta de inmediato.',
  'checks.columns.process': 'Proceso',
  'checks.session': 'Por sesión',
  'checks.columns.bound': 'Plazo',
  'checks.columns.behind': 'Retraso',
  'checks.columns.asked': 'Última consulta',
  'checks.ms': '{ms} ms',
} as const;
