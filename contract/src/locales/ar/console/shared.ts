/** Parts that many pages behind the sign-in share: lists, dialogs, times and the names of ranks. */
export const shared = {
  'colorScheme.auto': 'مطابق للنظام',
  'colorScheme.dark': 'داكن',
  'colorScheme.label': 'نظام الألوان',
  'colorScheme.light': 'فاتح',

  'copy.action': 'نسخ',
  'copy.named': 'نسخ {name}',

  'dialog.cancel': 'إلغاء',
  'dialog.done': 'تم',
  'dialog.typeToConfirm': 'يُرجى كتابة {text} للتأكيد',

  'form.advanced': 'خيارات متقدمة',

  'list.about': '{first}–{last} من نحو {total}',
  'list.actions': 'الإجراءات',
  'list.actionsFor': 'إجراءات {name}',
  'list.clear': 'مسح عوامل التصفية',
  'list.clearFilter': 'مسح {filter}',
  'list.details': 'التفاصيل',
  'list.detailsOf': 'تفاصيل {name}',
  'list.emptyPage': 'هذه الصفحة فارغة',
  'list.emptyPageText': 'أصبحت القائمة أقصر مما كانت عليه.',
  'list.firstPage': 'الانتقال إلى الصفحة الأولى',
  'list.noMatches': 'لا توجد نتائج',
  'list.noMatchesText': 'يُرجى تجربة بحث أقصر أو عوامل تصفية أقل.',
  'list.page': 'الصفحة {page}',
  'list.page.first': 'الصفحة الأولى',
  'list.page.last': 'الصفحة الأخيرة',
  'list.page.next': 'الصفحة التالية',
  'list.page.previous': 'الصفحة السابقة',
  'list.range': '{first}–{last} من {total}',

  'overlap.0': 'فورًا',
  'overlap.1': 'بعد ساعة واحدة',
  'overlap.168': 'بعد 7 أيام',
  'overlap.24': 'بعد 24 ساعة',
  'overlap.72': 'بعد 3 أيام',

  'page.guide': 'دليل هذه الصفحة (بالإنجليزية)',

  'rank.organization.ADMIN': 'مسؤول',
  'rank.organization.MEMBER': 'عضو',
  'rank.organization.OWNER': 'مالك',
  'rank.system.ADMIN': 'مسؤول',
  'rank.system.MODERATOR': 'مشرف',
  'rank.system.USER': 'مستخدم',

  'secret.copied': 'تم النسخ',
  'secret.copy': 'نسخ السرّ',
  'secret.copyNow': 'يُرجى نسخه الآن',
  'snippet.copy': 'نسخ المقطع',

  'time.justNow': 'الآن',
  'time.never': 'لا يوجد',
  'toast.dismiss': 'إغلاق',
  'list.select': 'تحديد {name}',
  'list.selectPage': 'تحديد كل ما في هذه الصفحة',
} as const;
