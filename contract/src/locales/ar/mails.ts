import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'مرحبًا،',
  'mail.hello-name': 'مرحبًا {name}،',
  'mail.time': '{date}، {time} بالتوقيت العالمي (UTC)',
  'mail.automated': 'هذه رسالة آلية.',
  'mail.copy-link': 'إذا لم يعمل الزر، فيمكنك نسخ هذا العنوان إلى المتصفح:',
  'mail.action': '{label}:',
  'mail.works-once':
    'يعمل الرابط مرة واحدة، خلال {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}} من الطلب.',
  'mail.reclaimed':
    'لم يُؤكَّد هذا العنوان قط، لذا قد يكون شخص آخر قد أنشأ الحساب. ولمنعه من الدخول، ينهي هذا أيضًا جلسات الحساب وكلمة مروره ومفاتيح API ومفاتيح المرور والموفّرين المرتبطين والمصادقة الثنائية وعضويته في مؤسسة تضم أعضاء آخرين. وفي مؤسسة لا تضم أعضاء آخرين، تنتهي الدعوات والأسرار، وتتوقف خطافات الويب والتطبيقات.',
  'mail.if-you': 'إذا كنت أنت من فعل ذلك، فيمكنك تجاهل هذه الرسالة.',
  'mail.review-security': 'مراجعة أمان الحساب',
  'mail.reset-password': 'إعادة تعيين كلمة المرور',
  'mail.end-sessions': 'وإلا، فيُرجى تغيير كلمة المرور الآن وإنهاء أي جلسة غير معروفة لك.',
  'mail.reason.entered': 'وصلتك لأن أحدهم أدخل هذا العنوان في {product}.',
  'mail.reason.security': 'وهي إشعار أمني بشأن حسابك في {product}.',
  'mail.reason.account': 'وهي إشعار بشأن حسابك في {product}.',
  'mail.reason.owner': 'وصلتك لأنك من مالكي مؤسسة في {product}.',
  'mail.device': '{browser} على {os}',
  'mail.device.browser': 'متصفح غير معروف',
  'mail.device.system': 'نظام غير معروف',
  'mail.fact.line': '{label}: {value}',
  'mail.fact.code': 'الرمز',
  'mail.fact.role': 'دورك',
  'mail.fact.valid-until': 'صالحة حتى',
  'mail.fact.sent-to': 'أُرسل إلى',
  'mail.fact.turned-off': 'وقت الإيقاف',
  'mail.fact.device': 'الجهاز',
  'mail.fact.ip-address': 'عنوان IP',
  'mail.fact.time': 'الوقت',
  'mail.fact.locked-until': 'مقفل حتى',
  'mail.fact.blocked-until': 'محظور حتى',
  'mail.fact.last-attempt': 'آخر محاولة من',
  'mail.fact.new-address': 'العنوان الجديد',
  'mail.fact.passkey': 'مفتاح المرور',
  'mail.fact.deleted-on': 'موعد الحذف',
  'mail.fact.domain': 'النطاق',
  'mail.fact.type': 'النوع',
  'mail.fact.name': 'الاسم',
  'mail.fact.value': 'القيمة',
  'mail.fact.verified-until': 'موثَّق حتى',
  'mail.fact.organization': 'المؤسسة',
  'mail.fact.identity-provider': 'موفّر الهوية',
  'mail.role.OWNER': 'مالك',
  'mail.role.ADMIN': 'مسؤول',
  'mail.role.MEMBER': 'عضو',
  'mail.verification.subject': 'تأكيد بريدك الإلكتروني',
  'mail.verification.preview': 'خطوة واحدة متبقية لاستخدام هذا العنوان مع {product}.',
  'mail.verification.text': 'يُرجى تأكيد أن هذا البريد الإلكتروني يخص حسابك في {product}.',
  'mail.verification.action': 'تأكيد البريد الإلكتروني',
  'mail.verification.proof': 'يلزم تسجيل الدخول إلى الحساب أو معرفة كلمة مروره.',
  'mail.verification.not-you':
    'إذا لم يكن إدخال هذا العنوان منك، فيمكنك تجاهل هذه الرسالة. ويبقى العنوان غير مؤكَّد.',
  'mail.password_reset.subject': 'إعادة تعيين كلمة مرورك',
  'mail.password_reset.preview':
    'يُرجى اختيار كلمة مرور جديدة خلال {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}.',
  'mail.password_reset.text': 'تلقّينا طلبًا لإعادة تعيين كلمة مرور حسابك في {product}.',
  'mail.password_reset.action': 'اختيار كلمة مرور جديدة',
  'mail.password_reset.ends-two-factor':
    'أُعدّت المصادقة الثنائية لهذا الحساب عبر الدخول الموحّد لمؤسستك. تنتهي مع أول كلمة مرور تعيّنها، ويمكنك إعداد مصادقة خاصة بك.',
  'mail.password_reset.not-you':
    'إذا لم يكن هذا الطلب منك، فيمكنك تجاهل هذه الرسالة. تبقى كلمة مرورك كما هي.',
  'mail.password_reset.reason': 'وصلتك لأن أحدهم طلب إعادة تعيين كلمة المرور لهذا العنوان في {product}.',
  'mail.sign_in_code.subject': 'رمز تسجيل الدخول',
  'mail.sign_in_code.preview':
    'يُرجى إدخاله خلال {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}.',
  'mail.sign_in_code.text': 'يُرجى إدخال هذا الرمز لتسجيل الدخول إلى {product}.',
  'mail.sign_in_code.action': 'أو تسجيل الدخول بهذا الرابط',
  'mail.sign_in_code.once':
    'يعمل الرمز والرابط مرة واحدة، خلال {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}} من الطلب. ولا يعمل الرابط إلا في المتصفح الذي طلبته فيه.',
  'mail.sign_in_code.not-you':
    'إذا لم يكن هذا الطلب منك، فيمكنك تجاهل هذه الرسالة. يجب عدم إعطاء الرمز لأي شخص.',
  'mail.sign_in_code.reason': 'وصلتك لأن أحدهم طلب تسجيل الدخول بهذا العنوان في {product}.',
  'mail.registration_code.subject': 'رمز إنشاء الحساب',
  'mail.registration_code.text': 'يُرجى إدخال هذا الرمز لإنشاء حسابك في {product}.',
  'mail.registration_code.once':
    'يعمل الرمز مرة واحدة، خلال {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}} من الطلب، في الصفحة التي طلبته فيها.',
  'mail.registration_code.not-you':
    'إذا لم يكن هذا الطلب منك، فيمكنك تجاهل هذه الرسالة: لا يُنشأ أي حساب من دون الرمز. يجب عدم إعطائه لأي شخص.',
  'mail.registration_code.reason': 'وصلتك لأن أحدهم طلب إنشاء حساب بهذا العنوان في {product}.',

  'mail.account_unlock.subject': 'إلغاء قفل حسابك',
  'mail.account_unlock.preview':
    'يمكنك إلغاء القفل خلال {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}} ثم تسجيل الدخول مرة أخرى.',
  'mail.account_unlock.text': 'يلغي هذا الرابط قفل حسابك في {product}، ويمكنك بعدها تسجيل الدخول مرة أخرى.',
  'mail.account_unlock.action': 'إلغاء قفل الحساب',
  'mail.account_unlock.not-you':
    'إذا لم يكن هذا الطلب منك، فيمكنك تجاهل هذه الرسالة. ينتهي القفل تلقائيًا بعد مدة.',
  'mail.account_unlock.reason': 'وصلتك لأن أحدهم طلب إلغاء قفل الحساب الخاص بهذا العنوان في {product}.',
  'mail.invite.subject': 'دعوة من {inviter} إلى {organization}',
  'mail.invite.heading': 'دعوة للانضمام إلى {organization}',
  'mail.invite.preview':
    'يمكنك الانضمام إلى {organization} في {product} خلال {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}.',
  'mail.invite.text': 'وصلتك دعوة من {inviter} للانضمام إلى المؤسسة {organization} في {product}.',
  'mail.invite.action': 'قبول الدعوة',
  'mail.invite.not-you':
    'إذا لم تكن هذه الدعوة متوقعة، فيمكنك تجاهل هذه الرسالة. لن تصبح العضوية سارية إلا بقبول الدعوة.',
  'mail.invite.reason': 'وصلتك لأن أحد أعضاء مؤسسة في {product} أدخل هذا العنوان.',
  'mail.account_created.subject': 'حسابك جاهز',
  'mail.account_created.preview':
    'يُرجى اختيار كلمة مرور خلال {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}.',
  'mail.account_created.text':
    'أنشأ أحد مسؤولي {product} حسابًا لهذا العنوان. اختيار كلمة مرور يتيح لك تسجيل الدخول، ويؤكد أيضًا أن العنوان لك.',
  'mail.account_created.action': 'اختيار كلمة مرور',
  'mail.account_created.once':
    'يعمل الرابط مرة واحدة، خلال {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}. بعد ذلك، يمكنك طلب رابط جديد من «نسيت كلمة المرور» في صفحة تسجيل الدخول.',
  'mail.account_created.not-you':
    'إذا لم يكن هذا الحساب متوقعًا، فيمكنك تجاهل هذه الرسالة. لا يمكن لأحد الدخول إليه بكلمة مرور ما لم تُعيَّن واحدة.',
  'mail.account_created.reason': 'وصلتك لأن أحد مسؤولي {product} أدخل هذا العنوان.',
  'mail.webhook_disabled.subject': 'تم إيقاف خطاف ويب',
  'mail.webhook_disabled.next': 'لن يتلقى مزيدًا من الأحداث حتى يُفعَّل من جديد.',
  'mail.webhook_disabled.gone': 'أوقفنا خطاف ويب في {product}. ردّ المستقبِل بأنه لم يعد موجودًا (الحالة 410).',
  'mail.webhook_disabled.failing':
    'أوقفنا خطاف ويب في {product}. فشلت جميع عمليات التسليم خلال الأيام الخمسة الماضية.',
  'mail.webhook_disabled.action': 'مراجعة خطافات الويب',
  'mail.webhook_disabled.replay':
    'يُرجى إصلاح المستقبِل وتفعيل خطاف الويب، ثم إعادة إرسال الأحداث التي فاتته. نحتفظ بها 30 يومًا.',
  'mail.webhook_disabled.reason': 'وصلتك لأنك من مديري خطافات الويب في {product}.',
  'mail.destination_disabled.subject': 'تم إيقاف وجهة أحداث',
  'mail.destination_disabled.next': 'لن تتلقى مزيدًا من الأحداث حتى تُفعَّل من جديد.',
  'mail.destination_disabled.failing':
    'أوقفنا وجهة أحداث في {product}. لم تقبل شيئًا خلال الأيام الخمسة الماضية.',
  'mail.destination_disabled.action': 'مراجعة الوجهات',
  'mail.destination_disabled.kept':
    'يُرجى إصلاح المستقبِل ثم تفعيل الوجهة. ستواصل من حيث توقفت. نحتفظ بالأحداث 30 يومًا.',
  'mail.destination_disabled.reason': 'وصلتك لأنك من مديري وجهات الأحداث في {product}.',
  'mail.new_device.subject': 'تسجيل دخول جديد إلى حسابك',
  'mail.new_device.preview': '{device}، {time}',
  'mail.new_device.text': 'سجّل أحدهم الدخول إلى حسابك في {product} من جهاز جديد.',
  'mail.account_locked.subject': 'حسابك مقفل',
  'mail.account_locked.preview': 'محاولات دخول فاشلة كثيرة جدًا. ينتهي القفل في {time}.',
  'mail.account_locked.text': 'قفلنا حسابك في {product} بعد محاولات فاشلة كثيرة لتسجيل الدخول.',
  'mail.account_locked.wait': 'يمكنك الانتظار حتى ينتهي القفل، أو طلب رابط لإلغائه الآن.',
  'mail.account_locked.action': 'طلب رابط إلغاء القفل',
  'mail.account_locked.not-you':
    'إذا لم تكن هذه المحاولات منك، فربما يحاول أحدهم تخمين كلمة مرورك. لكنه لم يتمكن من الدخول.',
  'mail.password_changed.subject': 'تم تغيير كلمة مرورك',
  'mail.password_changed.preview': 'تم التغيير في {time}.',
  'mail.password_changed.text': 'تم تغيير كلمة مرور حسابك في {product}.',
  'mail.password_changed.not-you':
    'إذا كنت أنت من فعل ذلك، فيمكنك تجاهل هذه الرسالة. وإلا، فيُرجى إعادة تعيين كلمة المرور الآن.',
  'mail.email_changed.subject': 'تم تغيير بريدك الإلكتروني',
  'mail.email_changed.subject-pending': 'سيتغيّر بريدك الإلكتروني قريبًا',
  'mail.email_changed.preview':
    'لم يكن هذا منك؟ يمكنك التراجع عن التغيير خلال {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}} بعده.',
  'mail.email_changed.preview-admin': 'غيّره أحد المسؤولين.',
  'mail.email_changed.text':
    'تم تغيير البريد الإلكتروني لحسابك في {product}. لم يعد الحساب يستخدم هذا العنوان.',
  'mail.email_changed.text-pending':
    'طلب أحدهم تغيير البريد الإلكتروني لحسابك في {product}. وسيتغيّر بمجرد تأكيد العنوان الجديد.',
  'mail.email_changed.not-you':
    'إذا كنت أنت من فعل ذلك، فيمكنك تجاهل هذه الرسالة. وإلا، فيُرجى التراجع عن التغيير الآن.',
  'mail.email_changed.by-admin': 'قام بذلك أحد المسؤولين. إذا لم يكن ذلك متوقعًا، فيُرجى الاستفسار منه.',
  'mail.email_changed.action': 'التراجع عن التغيير',
  'mail.email_changed.once':
    'يعمل الرابط مرة واحدة. قبل التغيير، يلغيه. وخلال {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}} بعده، إذا كان هذا العنوان مؤكَّدًا، يستعيده ويسجّل خروج الجميع ويرسل إليك رابطًا لاختيار كلمة مرور جديدة.',
  'mail.email_changed.secret': 'يجب عدم إعادة توجيه هذه الرسالة: يمكن لأي شخص لديه الرابط استخدامه.',
  'mail.email_changed.reason': 'وهي إشعار أمني بشأن حسابك في {product}. كان هذا عنوان الحساب حتى التغيير.',
  'mail.email_in_use.subject': 'حاول أحدهم استخدام بريدك الإلكتروني',
  'mail.email_in_use.preview': 'لم يتغيّر شيء.',
  'mail.email_in_use.text':
    'طلب أحدهم استخدام هذا البريد الإلكتروني لحساب آخر في {product}. وهو يخص حسابًا بالفعل، لذا لم يتغيّر شيء.',
  'mail.email_in_use.you':
    'إذا كنت أنت من فعل ذلك، فيُرجى تسجيل الدخول إلى الحساب الذي يحمل هذا العنوان. وإذا لم يكن إنشاء الحساب منك، فيمكنك إعادة تعيين كلمة مروره: عندها يصبح الحساب لك.',
  'mail.email_in_use.not-you': 'إذا لم يكن ذلك منك، فيمكنك تجاهل هذه الرسالة.',
  'mail.address_claimed.subject': 'اختيار كلمة مرور جديدة',
  'mail.address_claimed.preview': 'سجّلت الدخول برمز. لم تعد كلمة المرور القديمة تعمل.',
  'mail.address_claimed.text':
    'أكّدت هذا العنوان عند تسجيل دخولك إلى {product} برمز. وحتى ذلك الحين، كان بإمكان أي شخص إنشاء الحساب.',
  'mail.address_claimed.removed':
    'حرصًا على الأمان، أزلنا كلمة مرور الحساب وجميع طرق الدخول الأخرى إليه، وسجّلنا خروج جميع الآخرين، وأخرجناه من مؤسسة تضم أعضاء آخرين.',
  'mail.address_claimed.action': 'اختيار كلمة مرور',
  'mail.address_claimed.codes': 'يمكنك أيضًا مواصلة تسجيل الدخول بالرموز.',
  'mail.security_alert.subject': 'تنبيه أمني بشأن حسابك',
  'mail.session_guessing.preview': 'ربما يحاول شخص مسجَّل الدخول تخمين كلمة مرورك أو أحد الرموز.',
  'mail.session_guessing.text':
    'أدخل شخص مسجَّل الدخول إلى حسابك في {product} كلمة مرور أو رمزًا غير صحيح {times, plural, zero {# مرة} one {مرة واحدة} two {مرتين} few {# مرات} many {# مرة} other {# مرة}} أثناء محاولة تغيير كلمة المرور أو المصادقة الثنائية.',
  'mail.session_guessing.blocked': 'حظرنا هذه التغييرات مؤقتًا. لا يزال بإمكانك تسجيل الدخول.',
  'mail.session_guessing.you': 'إذا كنت أنت من فعل ذلك، فيُرجى الانتظار ثم المحاولة مرة أخرى.',
  'mail.session_guessing.not-you': 'وإلا، فيُرجى إعادة تعيين كلمة المرور الآن. ينهي ذلك جميع الجلسات.',
  'mail.remember_me_theft.preview': 'استُخدم تسجيل دخول محفوظ مرتين، لذا سجّلنا خروجك من كل مكان.',
  'mail.remember_me_theft.text':
    'استُخدم تسجيل دخول محفوظ («تذكّرني») إلى حسابك في {product} مرة أخرى بعد أن استبدلناه. ربما نسخه أحدهم من أحد متصفحاتك.',
  'mail.remember_me_theft.ended':
    'حرصًا على الأمان، أنهينا جميع الجلسات. يُرجى تسجيل الدخول مرة أخرى للمتابعة.',
  'mail.remember_me_theft.not-you':
    'إذا لم يكن عنوان IP أعلاه معروفًا لك، فيُرجى إعادة تعيين كلمة المرور الآن.',
  'mail.passkey_added.subject': 'تمت إضافة مفتاح مرور إلى حسابك',
  'mail.passkey_added.text': 'يمكنك الآن تسجيل الدخول إلى حسابك في {product} بمفتاح مرور جديد.',
  'mail.passkey_added.not-you':
    'وإلا، فيُرجى حذف مفتاح المرور وتغيير كلمة المرور وإنهاء أي جلسة غير معروفة لك.',
  'mail.passkey_removed.subject': 'تم حذف مفتاح مرور من حسابك',
  'mail.passkey_removed.text': 'لم يعد بإمكانك تسجيل الدخول إلى حسابك في {product} بمفتاح المرور هذا.',
  'mail.passkey.preview': '{name}، {time}',
  'mail.two_factor_enabled.subject': 'تم تفعيل المصادقة الثنائية',
  'mail.two_factor_enabled.preview': 'يتطلب تسجيل دخولك الآن رمزًا.',
  'mail.two_factor_enabled.text': 'تم تفعيل المصادقة الثنائية لحسابك في {product}.',
  'mail.two_factor_enabled.by-admin': 'فعّل أحد المسؤولين المصادقة الثنائية لحسابك في {product}.',
  'mail.two_factor_enabled.next': 'من الآن فصاعدًا، يكون تسجيل دخولك بكلمة المرور ورمز من تطبيق المصادقة.',
  'mail.two_factor_disabled.subject': 'تم إيقاف المصادقة الثنائية',
  'mail.two_factor_disabled.preview': 'يكون تسجيل دخولك الآن بكلمة المرور وحدها.',
  'mail.two_factor_disabled.text': 'تم إيقاف المصادقة الثنائية لحسابك في {product}.',
  'mail.two_factor_disabled.by-admin': 'أوقف أحد المسؤولين المصادقة الثنائية لحسابك في {product}.',
  'mail.two_factor_disabled.next': 'من الآن فصاعدًا، يكون تسجيل دخولك بكلمة المرور وحدها.',
  'mail.two_factor.passkeys': 'وحُذفت مفاتيح المرور الخاصة بك أيضًا.',
  'mail.two_factor.ask-admin': 'إذا لم يكن ذلك متوقعًا، فيُرجى التواصل مع المسؤول.',
  'mail.two_factor.not-you':
    'إذا كنت أنت من فعل ذلك، فيمكنك تجاهل هذه الرسالة. وإلا، فيُرجى تغيير كلمة المرور الآن.',
  'mail.data_exported.subject': 'تم تنزيل بياناتك',
  'mail.data_exported.preview': 'تم التنزيل في {time}.',
  'mail.data_exported.text': 'نزّل أحدهم نسخة من كل ما يتعلق بحسابك في {product}.',
  'mail.data_exported.by-admin': 'نزّل أحد المسؤولين نسخة من كل ما يتعلق بحسابك في {product}.',
  'mail.data_exported.ask-admin': 'إذا لم يكن هذا الطلب منك، فيُرجى التواصل مع المسؤول.',
  'mail.data_exported.not-you':
    'إذا كنت أنت من فعل ذلك، فيمكنك تجاهل هذه الرسالة. وإلا، فيُرجى تغيير كلمة المرور الآن وإنهاء أي جلسة غير معروفة لك.',
  'mail.deletion_scheduled.subject': 'سيُحذف حسابك',
  'mail.deletion_scheduled.preview': 'يمكنك الاحتفاظ به حتى {time}.',
  'mail.deletion_scheduled.preview-soon': 'سيُحذف خلال دقائق.',
  'mail.deletion_scheduled.text':
    'طلب شخص مسجَّل الدخول حذف حسابك في {product}. عطّلنا الحساب وأنهينا جميع الجلسات.',
  'mail.deletion_scheduled.everything':
    'عند حذفه، يُحذف كل ما يتعلق به، بما في ذلك المؤسسات التي لا تضم أعضاء آخرين. ولا يمكن التراجع عن ذلك.',
  'mail.deletion_scheduled.action': 'الاحتفاظ بالحساب',
  'mail.deletion_scheduled.once': 'يعمل الرابط مرة واحدة، حتى يُحذف الحساب. وهو يعيد تنشيط الحساب.',
  'mail.deletion_scheduled.not-you':
    'إذا لم يكن هذا الطلب منك، فيُرجى استخدام الرابط الآن ثم اختيار كلمة مرور جديدة.',
  'mail.account_deleted.subject': 'تم حذف حسابك',
  'mail.account_deleted.preview': 'حُذف كل ما يتعلق به.',
  'mail.account_deleted.text': 'تم حذف حسابك في {product} وكل ما يتعلق به. هذه آخر رسالة تصلك بشأنه.',
  'mail.account_deleted.record': 'يبقى سجل ما جرى، من دون اسمك أو عنوانك أو جهازك.',
  'mail.account_deleted.again': 'يمكنك استخدام هذا العنوان لحساب جديد.',
  'mail.account_deleted.reason': 'وصلتك لأن هذا كان عنوان حساب في {product}.',
  'mail.inactivity_warning.subject': 'سيُعطَّل حسابك قريبًا',
  'mail.inactivity_warning.preview':
    'يُرجى تسجيل الدخول خلال {left, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}} ليبقى نشطًا.',
  'mail.inactivity_warning.text':
    'لم يُستخدم حسابك في {product} منذ {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}. إذا لم يتم تسجيل الدخول خلال {left, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، فسيُعطَّل.',
  'mail.inactivity_warning.action': 'تسجيل الدخول',
  'mail.inactivity_warning.kept': 'لن يُحذف شيء. يمكن لأحد المسؤولين إعادة تنشيط الحساب.',
  'mail.domain_check_failed.subject': 'سجل DNS لأحد النطاقات مفقود',
  'mail.domain_check_failed.preview': 'يجب نشره من جديد قبل {time}.',
  'mail.domain_check_failed.text': 'لم نعثر على سجل DNS الذي يثبت ملكية مؤسستك في {product} لأحد نطاقاتها.',
  'mail.domain_check_failed.otherwise':
    'إذا بقي مفقودًا، فلن يعود النطاق موثَّقًا: لن يتمكن أحد من الانضمام أو تسجيل الدخول عبره.',
  'mail.domain_check_failed.weekly': 'يُرجى نشر السجل من جديد. نبحث عنه كل أسبوع، وعند كل طلب لتوثيق النطاق.',
  'mail.sso_linked.subject': 'يمكنك الآن استخدام تسجيل الدخول الموحّد',
  'mail.sso_linked.preview': 'حسابك مرتبط بموفّر الهوية الخاص بـ {organization}.',
  'mail.sso_linked.text': 'سجّلت الدخول إلى {product} عبر موفّر الهوية الخاص بمؤسستك، وأصبح حسابك مرتبطًا به.',
  'mail.sso_linked.trust': 'يمكن لمن يدير موفّر الهوية هذا تسجيل الدخول باسمك.',
  'mail.sso_linked.deleted':
    'لم يُوثَّق عنوان حسابك قط، لذا أزلنا ما أُعدّ له سابقًا، وحذفنا المؤسسة {organization} التي لم تضم عضوًا آخر.',
  'mail.sso_linked.not-you': 'إذا لم يكن هذا منك، فيُرجى التواصل مع أحد مالكي المؤسسة.',

  'mail.fact.owner': 'المالك',
  'mail.fact.fingerprint': 'البصمة',
  'mail.fact.expires': 'تاريخ الانتهاء',
  'mail.fact.directory-token': 'رمز مميز للدليل',
  'mail.fact.api-key': 'مفتاح API',
  'mail.fact.destination': 'الوجهة',
  'mail.fact.more': 'غيرها',
  'mail.open-organization': 'فتح مؤسستك',
  'mail.directory_joined.subject': 'تمت إضافة حسابك إلى مؤسسة',
  'mail.directory_joined.preview': 'ينتمي حسابك الآن إلى {organization}.',
  'mail.directory_joined.text': 'أضاف دليل إحدى المؤسسات حسابك في {product} إليها، لأنها تملك نطاق عنوانك.',
  'mail.directory_joined.powers': 'يمكن للدليل الآن تغيير اسمك وعنوانك وتعطيل حسابك.',
  'mail.directory_joined.action': 'فتح ملفك الشخصي',
  'mail.directory_joined.not-you': 'إذا لم يكن ذلك متوقعًا، فيُرجى التواصل مع مسؤولي المؤسسة.',
  'mail.break_glass_used.subject': 'أحد المالكين سجّل الدخول من دون تسجيل الدخول الموحّد',
  'mail.break_glass_used.preview': 'تم تسجيل دخول {email} إلى {organization} بطريقة أخرى.',
  'mail.break_glass_used.text':
    'تشترط مؤسستك في {product} تسجيل الدخول الموحّد. وقد سجّل أحد المالكين الدخول من دونه، بكلمة مرور ومصادقة ثنائية أو بمفتاح مرور.',
  'mail.break_glass_used.why': 'يمكن للمالكين القيام بذلك عندما يتعذّر الوصول إلى موفّر الهوية.',
  'mail.break_glass_used.not-you':
    'إذا لم يكن السبب معروفًا لك، فيُرجى سؤال هذا المالك. وإن لم يكن هو من فعل ذلك، فيجب إزالته من المؤسسة.',
  'mail.certificate_expiring.subject': 'ستنتهي صلاحية شهادة لموفّر الهوية قريبًا',
  'mail.certificate_expiring.preview': 'يجب إضافة الشهادة التالية قبل {time}.',
  'mail.certificate_expiring.text':
    'ستنتهي قريبًا صلاحية شهادة تثق بها مؤسستك في {product} لتسجيل الدخول الموحّد.',
  'mail.certificate_expiring.next':
    'سيوقّع موفّر الهوية بشهادة أخرى، ولن يمكن تسجيل الدخول بها إلا بعد إضافتها هنا.',
  'mail.certificate_expiring.add':
    'يُرجى إضافة الشهادة الجديدة إلى جانب هذه، حتى لا يُمنع أحد من الدخول في هذه الأثناء.',
  'mail.credentials_to_rotate.subject': 'يجب استبدال بيانات اعتماد لمؤسستك',
  'mail.credentials_to_rotate.preview': 'ربما لم يعد لمن أنشأها الحق في استخدامها.',
  'mail.credentials_to_rotate.text':
    'أُنشئت بيانات اعتماد للمؤسسة {organization} في {product} بواسطة {person}، لكن هذا الشخص لم يعد له الدور اللازم لذلك. لا تزال بيانات الاعتماد تعمل، وربما لديه نسخة منها.',
  'mail.credentials_to_rotate.text-deleted':
    'أُنشئت بيانات اعتماد للمؤسسة {organization} في {product} بواسطة شخص حُذف حسابه، ولم يعد له الدور اللازم لذلك. لا تزال بيانات الاعتماد تعمل، وربما لديه نسخة منها.',
  'mail.credentials_to_rotate.replace':
    'يُرجى استبدال كل منها: إنشاء بيانات جديدة واستخدامها بدل القديمة، ثم إبطال القديمة.',
  'mail.credentials_to_rotate.unnamed': 'من دون وصف',
  'mail.credentials_to_rotate.trust':
    'يُرجى استبدالها حتى مع الثقة بهذا الشخص: قد تضيع النسخة ممن لا يحتاج إليها.',
  'mail.test_email.subject': 'يستطيع {product} إرسال البريد الإلكتروني',
  'mail.test_email.text': 'هذه رسالة اختبار من {product}. لقد وصلت، إذن إرسال البريد مُعدّ.',
  'mail.test_email.action': 'فتح الإعدادات',
  'mail.test_email.reason': 'وصلتك هذه الرسالة لأنك طلبت اختبارًا في إعدادات {product}.',
};
