/** What administrators decide by. */
export const dashboard = {
  'dashboard.about': 'نحو {count}',
  'dashboard.activeUsers': 'المستخدمون النشطون',
  'dashboard.allWell': 'لا شيء يفشل، ولا شيء ينتهي خلال 30 يومًا.',
  'dashboard.at': 'في {organization}، مقارنةً بالفترة السابقة.',
  'dashboard.attention': 'يحتاج إلى انتباه',
  'dashboard.change': '{change} عن {before}',
  'dashboard.days':
    '{days, plural, zero {# يوم} one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
  'dashboard.entries': 'عرض السجل',
  'dashboard.entriesOf': 'عرض السجل: {title}',
  'dashboard.everywhere': 'في جميع المؤسسات، مقارنةً بالفترة السابقة.',
  'dashboard.hours':
    '{hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}',
  'dashboard.methods': 'طرق تسجيل الدخول',
  'dashboard.none': 'لا شيء في هذه الفترة',
  'dashboard.noneBefore': 'لا شيء قبلها',
  'dashboard.of': '{count} من {all}',
  'dashboard.ofAbout': '{count} من نحو {all}',
  'dashboard.passkeys': 'مفاتيح المرور',
  'dashboard.period': 'الفترة',
  'dashboard.reasons': 'أسباب فشل تسجيل الدخول',
  'dashboard.secondFactors': 'العوامل الثانية',
  'dashboard.withBefore': '{count} (قبلها: {before})',
} as const;
