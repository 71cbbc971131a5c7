/** The page of the directory that keeps an organization's people up to date. */
export const directory = {
  'directory.title': 'الدليل',
  'directory.description':
    'يُبقي Entra ID وOkta وغيرهما بيانات أعضاء {organization} محدَّثة عبر SCIM: من ينضم، وما اسمه، ومن يغادر.',
  'directory.hidden': 'لا يرى الدليل إلا المالكون والمسؤولون',
  'directory.hidden.action': 'فتح مؤسستك',

  'directory.tokens': 'الرموز المميزة',
  'directory.tokens.about':
    'ما يسجّل به دليلك الدخول. الحد الأقصى {limit}: رمز مميز قيد الاستخدام، وآخر ليحل محله.',
  'directory.tokens.columns.created': 'تاريخ الإنشاء',
  'directory.tokens.columns.createdBy': 'المُنشئ',
  'directory.tokens.columns.lastUsed': 'آخر استخدام',
  'directory.tokens.columns.token': 'الرمز المميز',
  'directory.tokens.create': 'إنشاء رمز مميز',
  'directory.tokens.create.description': 'الوصف',
  'directory.tokens.create.descriptionNote': 'اختياري. مكان استخدامه، مثل Entra ID.',
  'directory.tokens.create.made': 'الرمز المميز الجديد',
  'directory.tokens.create.note':
    'يُرجى إدخاله في دليلك مع عنوان URL الأساسي. لن نعرضه مرة أخرى. في حال فقدانه، يجب إنشاء رمز مميز آخر وإبطال هذا.',
  'directory.tokens.create.text':
    'يحدد الرمز المميز من ينتمي إلى مؤسستك. ليس له تاريخ انتهاء، ويعمل حتى إبطاله.',
  'directory.tokens.create.title': 'إنشاء رمز مميز',
  'directory.tokens.deletedAccount': 'حساب محذوف',
  'directory.tokens.empty': 'لا يوجد دليل متصل',
  'directory.tokens.empty.owner': 'يُرجى إنشاء رمز مميز، ثم اتباع الخطوات الخاصة بدليلك أدناه.',
  'directory.tokens.empty.others': 'يمكن لأحد مالكي المؤسسة توصيل دليل.',
  'directory.tokens.lastUsed': 'آخر استخدام: {when}',
  'directory.tokens.revoke': 'إبطال',
  'directory.tokens.revoke.action': 'إبطال الرمز المميز',
  'directory.tokens.revoke.done': 'تم إبطال الرمز المميز.',
  'directory.tokens.revoke.lastText':
    'لن يتمكن الدليل الذي يستخدم {name} من تغيير أي شيء هنا ابتداءً من الآن. ولا يبقى رمز مميز آخر، لذا ينقطع اتصال الدليل: يحتفظ من يغادر شركتك بوصوله حتى تتم إزالته هنا. ويبقى الأشخاص والمجموعات الذين أنشأهم. لا يمكن التراجع عن ذلك.',
  'directory.tokens.revoke.named': 'إبطال {name}',
  'directory.tokens.revoke.text':
    'لن يتمكن الدليل الذي يستخدم {name} من تغيير أي شيء هنا ابتداءً من الآن. ويبقى الأشخاص والمجموعات الذين أنشأهم. لا يمكن التراجع عن ذلك.',
  'directory.tokens.revoke.title': 'إبطال هذا الرمز المميز؟',
  'directory.tokens.unnamed': 'رمز مميز من دون وصف',

  'directory.setup': 'توصيل دليلك',
  'directory.setup.baseUrl': 'عنوان URL الأساسي',
  'directory.setup.baseUrl.copy': 'نسخ عنوان URL الأساسي',
  'directory.setup.entra.1': 'في تطبيقك ضمن Enterprise applications، يُفتح Provisioning ويُختار Automatic.',
  'directory.setup.entra.2':
    'يُدخَل عنوان URL الأساسي في Tenant URL، ورمز مميز من هنا في Secret token، ثم يُختبر الاتصال.',
  'directory.setup.entra.3':
    'في Mappings، يُعيَّن mail إلى emails[type eq "work"].value وobjectId إلى externalId.',
  'directory.setup.entra.4': 'يُعيَّن الأشخاص والمجموعات للتطبيق، ثم تُبدأ المزامنة.',
  'directory.setup.okta.1': 'في تطبيقك، يُفتح General وتُفعَّل مزامنة SCIM.',
  'directory.setup.okta.2':
    'في Provisioning، يُدخَل عنوان URL الأساسي، وuserName كمعرّف فريد، وHTTP Header كطريقة مصادقة، ورمز مميز من هنا.',
  'directory.setup.okta.3': 'تُفعَّل Create Users وUpdate User Attributes وDeactivate Users.',
  'directory.setup.okta.4': 'يُعيَّن الأشخاص للتطبيق، وتُضاف المجموعات في Push Groups.',
  'directory.setup.whom': 'يدير الدليل من له عنوان في نطاق أثبتت مؤسستك ملكيته. ويبقى غيرهم كما هم.',

  'directory.groups': 'المجموعات',
  'directory.groups.about':
    'المجموعات التي أرسلها دليلك. لا أثر للمجموعة حتى تُمنح دورًا: عندها يكون أفرادها مسؤولين أو تكون لهم أدوار التطبيق ما داموا فيها.',
  'directory.groups.columns.group': 'المجموعة',
  'directory.groups.columns.people': 'الأشخاص',
  'directory.groups.columns.role': 'الدور الممنوح',
  'directory.groups.empty': 'لا توجد مجموعات بعد',
  'directory.groups.empty.text': 'تظهر هنا بعد أن يرسلها دليلك.',
  'directory.groups.map': 'جعلهم مسؤولين',
  'directory.groups.map.done': 'أصبح أفراد المجموعة مسؤولين.',
  'directory.groups.map.named': 'جعلهم مسؤولين: {group}',
  'directory.groups.map.text':
    'يمكن لأفراد {group} ({count, plural, zero {لا أحد} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}) إدارة الأعضاء والدعوات والمفاتيح. ومن الآن فصاعدًا، يحدد الدليل من في المجموعة. ويبقى المالكون مالكين.',
  'directory.groups.map.title': 'جعل أفراد هذه المجموعة مسؤولين؟',
  'directory.groups.noRole': 'لا دور',
  'directory.groups.people':
    '{count, plural, zero {لا أحد} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}',
  'directory.groups.unmap': 'سحب دور المسؤول',
  'directory.groups.unmap.done': 'لم تعد المجموعة تمنح أي دور.',
  'directory.groups.unmap.named': 'سحب دور المسؤول: {group}',
  'directory.groups.unmap.text':
    'يصبح عضوًا من كان مسؤولًا بسبب {group} فقط. ويبقى المالكون، ومن عُيّن مسؤولًا يدويًا، كما هم.',
  'directory.groups.unmap.title': 'سحب دور المسؤول من هذه المجموعة؟',

  'directory.refusals': 'الطلبات المرفوضة',
  'directory.refusals.about': 'آخر الطلبات المرفوضة من دليلك، خلال أسبوع.',
  'directory.refusals.columns.what': 'الطلب المرفوض',
  'directory.refusals.columns.when': 'الوقت',
  'directory.refusals.empty': 'لم يُرفض أي طلب في الأسبوع الماضي',

  'directory.attempt.DELETE.group': 'إزالة مجموعة',
  'directory.attempt.DELETE.other': 'إزالة {path}',
  'directory.attempt.DELETE.person': 'إزالة شخص',
  'directory.attempt.GET.group': 'قراءة مجموعة',
  'directory.attempt.GET.groups': 'قراءة المجموعات',
  'directory.attempt.GET.other': 'قراءة {path}',
  'directory.attempt.GET.people': 'قراءة الأشخاص',
  'directory.attempt.GET.person': 'قراءة شخص',
  'directory.attempt.PATCH.group': 'تغيير مجموعة',
  'directory.attempt.PATCH.other': 'تغيير {path}',
  'directory.attempt.PATCH.person': 'تغيير شخص',
  'directory.attempt.POST.group': 'إنشاء مجموعة',
  'directory.attempt.POST.other': 'إنشاء {path}',
  'directory.attempt.POST.person': 'إنشاء شخص',
  'directory.attempt.PUT.group': 'استبدال مجموعة',
  'directory.attempt.PUT.other': 'استبدال {path}',
  'directory.attempt.PUT.person': 'استبدال شخص',

  'directory.advice.403':
    'يجب أن تكون العناوين في نطاق أثبتت مؤسستك ملكيته. عناوين المالكين، ومن لهم دور في الخدمة، لا تُغيَّر إلا هنا.',
  'directory.advice.404':
    'لم يعد الشخص أو المجموعة موجودًا، أو لم يكن تابعًا للدليل قط. يجب أن يعيد الدليل مزامنة كل شيء.',
  'directory.advice.405': 'استخدم الدليل طريقة لا يقبلها هذا العنوان. يجب التحقق من عنوان URL الأساسي.',
  'directory.advice.409': 'تحتاج المؤسسة إلى مالك نشط. يجب تعيين مالك آخر أولًا.',
  'directory.advice.413': 'كان الطلب كبيرًا جدًا. يجب أن يرسل الدليل عددًا أقل من الأعضاء في كل مرة.',
  'directory.advice.415': 'يجب أن يرسل الدليل JSON. يُرجى التحقق من أنه يدعم SCIM 2.0.',
  'directory.advice.invalidFilter':
    'استخدم الدليل معيار بحث غير مدعوم. يجب مطابقة الأشخاص حسب userName أو externalId.',
  'directory.advice.invalidPath': 'أرسل الدليل سمة لا نعرفها. يجب إزالتها من تعيين السمات.',
  'directory.advice.invalidSyntax': 'تعذّرت قراءة الطلب. يُرجى التحقق من أن الدليل يدعم SCIM 2.0.',
  'directory.advice.invalidValue':
    'قيمة لا تناسب سمتها، أو مجموعة تذكر شخصًا غير موجود هنا. يجب التحقق من تعيين السمات، وتعيين الشخص للتطبيق أيضًا.',
  'directory.advice.mutability': 'غيّر الدليل سمة لا تتغيّر أبدًا. يجب إزالتها من تعيين السمات.',
  'directory.advice.noTarget': 'غيّر الدليل شيئًا غير موجود. يجب أن يعيد مزامنة كل شيء.',
  'directory.advice.other': 'يُرجى التحقق من تعيين السمات في الدليل.',
  'directory.advice.ours': 'الخطأ من جانبنا. يعيد الدليل المحاولة تلقائيًا.',
  'directory.advice.uniqueness':
    'الاسم أو العنوان مستخدَم. إذا كان الشخص ينتمي إلى مؤسسة أخرى، فيجب دعوته بدلًا من ذلك؛ وإذا كان إدخالًا ثانيًا للشخص نفسه، فيجب إزالة أحدهما في الدليل.',
} as const;
