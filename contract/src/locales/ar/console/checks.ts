/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'الفحوص المحلية',
  'checks.description':
    'عمليات في خوادمك تتحقق من المتصلين بنفسها. ما تغيّره أو تلغيه يسري في كل منها ضمن مهلتها.',
  'checks.confirm': 'التأكيد في كل مكان',
  'checks.waiting': 'بانتظار كل العمليات: عشر ثوانٍ على الأكثر.',
  'checks.done':
    'تم التأكيد: {confirmed}. انتهت المهلة: {expired}. لم تعد أي عملية تجيب بحسب الحالة السابقة.',
  'checks.offer': 'الخوادم التي تتحقق من المتصلين بنفسها تعلم بذلك ضمن مهلتها.',
  'checks.empty.title': 'لا توجد عملية تتحقق من المتصلين بنفسها',
  'checks.empty.text': 'يسأل كل خادم عند كل طلب، لذلك يسري ما تلغيه فورًا.',
  'checks.columns.process': 'العملية',
  'checks.session': 'عبر جلسة',
  'checks.columns.bound': 'المهلة',
  'checks.columns.behind': 'التأخر',
  'checks.columns.asked': 'آخر سؤال',
  'checks.ms': '{ms} م.ث',
} as const;
