import type { Translation } from '../parts.ts';

export const messages: Translation<'sign-in'> = {
  'action.backToSignIn': 'ログインに戻る',
  'action.continue': '続ける',
  'action.createAccount': 'アカウントを作成',
  'action.getNewLink': '新しいリンクを取得',
  'action.newLinkInProfile': 'プロフィールで新しいリンクを取得',
  'action.sendLink': 'リンクを送信',
  'action.signIn': 'ログイン',
  'action.startOver': '最初からやり直す',
  'action.toDashboard': 'ダッシュボードへ',
  'action.tryAgain': 'もう一度試す',
  'challenge.failed':
    '確認を読み込めませんでした。ブラウザーの機能がブロックしている可能性があります。閉じてからもう一度お試しください。',
  'challenge.solving': 'ボットでないことを確認しています。',
  'challenge.title': '人間であることの確認',
  'field.code': 'コード',
  'field.email': 'メールアドレス',
  'field.firstName': '名',
  'field.lastName': '姓',
  'field.newPassword': '新しいパスワード',
  'field.optional': '任意',
  'field.organization': '組織',
  'field.password': 'パスワード',
  'field.togglePassword': 'パスワードの表示を切り替え',
  'field.username': 'ユーザー名',

  'colorScheme.toDark': 'ダークモードに切り替え',
  'colorScheme.toLight': 'ライトモードに切り替え',
  'dialog.close': '閉じる',
  'failure.answer': 'サービスへの通信の途中で、ステータス {status} の応答が返されました。',
  'failure.page': 'このページで問題が発生しました。再読み込みしてもう一度お試しください。',
  'failure.reference': '繰り返し発生する場合は、サポートにこの ID をお伝えください：{id}',
  'failure.timeout': 'サービスが時間内に応答しませんでした。少し待ってからもう一度お試しください。',
  'failure.title': 'このページを読み込めませんでした',
  'failure.unreachable': 'サービスに接続できませんでした。ネットワーク接続を確認してもう一度お試しください。',
  'language.label': '言語',
  'notFound.text': 'URL を確認するか、ダッシュボードから始めてください。',
  'notFound.title': 'ページが見つかりません',
  'waiting.label': '読み込み中',
  'waiting.moment': 'お待ちください…',

  'cancelDeletion.about':
    'アカウントはまもなく削除されます。削除を取り消すと、関連するデータもすべてそのまま残ります。',
  'cancelDeletion.action': '削除を取り消す',
  'cancelDeletion.dead':
    'すでに削除を取り消した場合は、ログインしてください。期限を過ぎた場合、アカウントは削除されており、元に戻せません。',
  'cancelDeletion.doneTitle': 'アカウントの削除を取り消しました',
  'cancelDeletion.title': 'アカウント削除の取り消し',
  'cancelDeletion.unasked':
    '削除をリクエストした覚えがない場合は、他の人がアカウントにログインしていたと考えられます。今すぐ削除を取り消し、その後、新しいパスワードを設定してください。',

  'code.digit': '6 桁中 {at} 桁目',

  'confirmAddress.action': 'メールアドレスを変更',
  'confirmAddress.done': '今後は {email} でログインします。',
  'confirmAddress.doneTitle': 'メールアドレスを変更しました',
  'confirmAddress.new': '変更後',
  'confirmAddress.note': '今後は新しいアドレスでログインします。このブラウザーではログインしたままです。',
  'confirmAddress.notNow': '後で',
  'confirmAddress.now': '現在',
  'confirmAddress.title': '新しいメールアドレスの確認',

  'consent.allow': '許可',
  'consent.app': 'このデバイスのアプリ（{name}）',
  'consent.deny': '拒否',
  'consent.described': 'このアプリケーションは {name} と名乗り、{url} で自身について公開しています。',
  'consent.invalid': 'このリクエストは無効です',
  'consent.invalidText':
    'リクエストが不完全であるか、別のアカウントのものです。アプリケーションに戻ってもう一度ログインしてください。',
  'consent.loopback': '応答はこのコンピューターに送られます',
  'consent.loopbackText':
    'このコンピューター上のどのプログラムでも応答を受け取り、この名前を使用できます。自分で始めた場合にのみ許可してください。',
  'consent.next':
    'この後 {place} に移動します。アクセスは、アカウントの「連携アプリ」でいつでも取り消せます。',
  'consent.organization': 'アプリケーションが扱うのはこの組織だけです。他の組織の情報は渡されません。',
  'consent.resource': '{host} であなたの代わりに操作する',
  'consent.selfRegistered': '自己登録されたアプリケーションです',
  'consent.selfRegisteredText':
    '管理者による確認は行われておらず、名前もアプリケーション自身が決めたものです。ご自身で始めた操作の場合にのみ許可してください。',
  'consent.title': '{name} にログイン',
  'consent.wants': 'アカウント {email} の使用を求めています。許可すると、次のことができるようになります：',

  'deadLink.text': '使用済みか期限切れ、または URL が不完全です。リンクは期限内に一度だけ使用できます。',
  'deadLink.title': 'このリンクは無効になりました',
  'device.title': 'デバイスでログイン',
  'device.text': 'デバイスに表示されているコードを入力してください。',
  'device.code': 'コード',
  'device.compare':
    'このコードはリンクに含まれていたものです。デバイスに同じコードが表示されている場合にのみ続行してください。',
  'device.setUp': '2 要素認証を設定',
  'device.otherWay': '別の方法でログイン',
  'device.same':
    'デバイスにこのコードが表示されている必要があります。表示されていない場合や、誰かにここへ案内された場合は、拒否してください。',
  'device.from': '{device}（{address}）が {time} に要求しました。',
  'device.elsewhere': 'デバイスは別のネットワークにあります',
  'device.elsewhereText':
    'このデバイスは別のネットワークを使用しています。目の前のデバイスで自分が始めた場合にのみ許可してください。',
  'device.back': '別のコードを入力',
  'device.allowed': 'デバイスがログインしました',
  'device.allowedText':
    'デバイスに戻ってください。アクセスは、アカウントの「連携アプリ」でいつでも取り消せます。',
  'device.denied': 'デバイスにアクセスは許可されません',
  'device.deniedText': '自分で始めたものでない場合も、特に何もする必要はありません。',

  'emailCode.act': 'コードをメールで受け取る',
  'emailCode.asked': 'このブラウザーから {product} へのログインがリクエストされました。',
  'emailCode.elsewhere':
    'リンクは {minutes, plural, other {# 分}}以内に一度だけ、リクエストしたブラウザーでのみ使用できます。そのブラウザーに戻り、メールにある 6 桁の数字を入力してください。',
  'emailCode.elsewhereTitle': 'このリンクはここでは使用できません',
  'emailCode.sendNew': '新しいコードを送信',
  'emailCode.sent':
    '{email} のアカウントが存在する場合、コードが届きます。有効期間は {minutes, plural, other {# 分間}}です。迷惑メールフォルダーも確認してください。',
  'emailCode.sentTitle': 'メールを確認してください',
  'emailCode.text': 'ログイン用の 6 桁の数字をメールで送信します。',
  'emailCode.title': 'コードでログイン',

  'expired.text': '時間がかかりすぎたか、すでに完了しているか、別のブラウザーで開始されました。',
  'expired.title': 'このログインは期限切れです',

  'forgotPassword.purpose':
    'メールアドレスを入力してください。新しいパスワードを設定するためのリンクを送信します。',
  'forgotPassword.sent':
    '{email} のアカウントが存在する場合、リンクが届きます。有効期間は {hours, plural, other {# 時間}}です。迷惑メールフォルダーも確認してください。',
  'forgotPassword.title': 'パスワードをお忘れですか？',

  'invite.create': 'アカウントを作成',
  'invite.expired': 'この招待は期限切れです',
  'invite.expiredText':
    '招待の有効期間は {days, plural, other {# 日間}}です。新しい招待を送ってもらってください。',
  'invite.have': 'アカウントを持っている',
  'invite.join': '{email} として参加',
  'invite.keep': '{organization} への所属はそのままで、2 つの組織を切り替えられます。',
  'invite.missing': '招待が見つかりません',
  'invite.missingText':
    '使用済みか取り消し済み、またはリンクが不完全です。新しい招待を送ってもらってください。',
  'invite.oneOnly':
    'すでに {organization} に所属しています。所属できる組織は 1 つだけのため、先に脱退してください。',
  'invite.otherAccount': '別のアカウントを使用',
  'invite.someone': '組織のメンバー',
  'invite.text':
    '{inviter} からの招待です。{email} は{role, select, OWNER {オーナー} ADMIN {管理者} other {メンバー}}として {organization} に参加できます。招待の期限は {day} です。',
  'invite.title': '{organization} に参加',
  'invite.waiting': '招待が届いています',
  'invite.wrongAccount': '{email} としてログインしていますが、この招待は {invited} 宛てです。',

  'login.new': '初めてご利用ですか？ {link}',
  'login.remember': 'ログイン状態を保持',
  'login.title': 'ログイン',
  'login.destination': 'ログイン後、{name} に進みます。',
  'login.service': '提供: {product}',

  'newPassword.atLeast': 'パスワードの条件：',
  'newPassword.met': '、条件を満たしています',
  'newPassword.notMet': '、条件を満たしていません',
  'newPassword.rule.bytes': '72 バイト以内',
  'newPassword.rule.digit': '数字を含む',
  'newPassword.rule.length': '8 文字以上',
  'newPassword.rule.lowercase': '小文字を含む',
  'newPassword.rule.special': '記号を含む',
  'newPassword.rule.uppercase': '大文字を含む',
  'newPassword.strength.0': '非常に推測されやすい',
  'newPassword.strength.1': '推測されやすい',
  'newPassword.strength.2': 'もう少し強くできます',
  'newPassword.strength.3': '強い',
  'newPassword.strength.4': '非常に強い',

  'organizationChoice.create': '新しく作成',
  'organizationChoice.from': '招待メールにあるリンク、または招待した人から受け取ったリンクです。',
  'organizationChoice.invited': '招待で参加',
  'organizationChoice.later': '任意です。後でリンクを開いて組織に参加することもできます。',
  'organizationChoice.link': '招待リンク',
  'organizationChoice.name': '組織名',

  'otherAccount.impersonating':
    '{email} に代理ログインしています。{address} を確認する前に、代理ログインを終了してください。',
  'otherAccount.switch': 'アカウントを切り替え',
  'otherAccount.text':
    '{email} としてログインしていますが、このリンクは別のアカウントのアドレス {address} に送信されたものです。アドレスを確認するには、そのアカウントに切り替えてください。',

  'passkey.address': 'パスキーは {domain} でのみ使用できます。このページのドメインは {host} です。',
  'passkey.exists': 'このデバイスには、このアカウントのパスキーがすでにあります。',
  'passkey.insecure':
    'パスキーには HTTPS が必要です。暗号化されていない HTTP では、ブラウザーは localhost でのみ許可します。',
  'passkey.use': 'パスキーを使用',
  'passkey.useYours': 'パスキーを使用',

  'provider.account_inactive': 'このアカウントは無効です。管理者にお問い合わせください。',
  'provider.complete': 'アカウントを作成',
  'provider.completeTitle': 'あと一歩です',
  'provider.continue': '{provider} で続ける',
  'provider.email_not_verified':
    'プロバイダーでメールアドレスが確認されていません。プロバイダーで確認してから、もう一度お試しください。',
  'provider.invalid_state': 'ログインに時間がかかりすぎたか、2 回開かれました。もう一度お試しください。',
  'provider.link': '連携してログイン',
  'provider.linkText':
    'すでにここにアカウントがあります。一度パスワードを入力すると、今後は次の方法でもログインできます：',
  'provider.linkTitle': 'アカウントを連携',
  'provider.names': '空欄にすると、プロバイダーに登録されている名前を使用します。',
  'provider.noAddress': '確認済みのアドレスがないアカウント',
  'provider.oauth_denied': 'ログインが承認されませんでした。もう一度試すか、パスワードを使用してください。',
  'provider.or': 'または',
  'provider.organization': '組織を選んでください。次の方法でログインします：',
  'provider.other': 'ログインできませんでした。もう一度お試しください。',
  'provider.profile_fetch_failed':
    'プロバイダーからユーザー情報を取得できませんでした。少し待ってからもう一度お試しください。',
  'provider.provider_unavailable':
    '現在プロバイダーに接続できません。後でもう一度試すか、パスワードを使用してください。',
  'provider.sign_in_method_not_allowed':
    'このプロバイダーでのログインはここでは許可されていません。別の方法を選んでください。',
  'provider.signInWith': '次の方法でログインします：',
  'provider.token_exchange_failed':
    'プロバイダーでログインを確認できませんでした。少し待ってからもう一度お試しください。',

  'reclaim.code':
    'このアドレスが一度も確認されていない場合、他の人がアカウントを作成した可能性があります。その場合、コードでログインすると、API キー、パスキー、プロバイダーとの連携、二要素認証、アプリの許可が削除され、他のメンバーがいる組織からは外れます。自分だけの組織では、招待とキーが失効し、Webhook とアプリケーションが無効になります。',
  'reclaim.password':
    'このアドレスが一度も確認されていない場合、他の人がアカウントを作成した可能性があります。その場合、パスワードを設定すると、API キー、パスキー、プロバイダーとの連携、二要素認証、アプリの許可が削除され、他のメンバーがいる組織からは外れます。自分だけの組織では、招待とキーが失効し、Webhook とアプリケーションが無効になります。組織のシングルサインオンを通じて設定された二要素認証は、最初のパスワードの設定時に解除されます。',

  'refusal.attempts': '試行回数が多すぎます',
  'refusal.locked': 'このアカウントはロックされています',
  'refusal.lockedNow': '失敗が続いたため、ロックされていました。もう一度お試しいただけます。',
  'refusal.lockedUntil': '失敗が続いたため、ロックしました。解除まであと {time} です。',
  'refusal.now': 'もう一度お試しいただけます。',
  'refusal.unlock': 'メールでロックを解除',
  'refusal.until': 'あと {time} で、もう一度お試しいただけます。',

  'register.action': 'アカウントを作成',
  'register.back': '入力内容を変更',
  'register.byPasskey': 'パスキーでアカウントを作成',
  'register.byPassword': 'パスワードを使用',
  'register.codeSent':
    '{email} にコードを送信しました。有効期間は {minutes, plural, other {# 分間}}です。迷惑メールフォルダーも確認してください。',
  'register.forAddress': '招待はこのアドレス宛てです。',
  'register.have': 'すでにアカウントをお持ちですか？ {link}',
  'register.joining': '{organization} に参加します。',
  'register.passkeyText': '指紋、顔、PIN でログインできます。パスワードを覚える必要はありません。',
  'register.ready':
    'アカウントの準備ができました。{email} にリンクを送信しました。リンクを開いてアドレスを確認してください。',
  'register.title': 'アカウントを作成',
  'register.welcome': '{product} へようこそ',

  'requestUnlock.purpose':
    'ログインに何度か失敗すると、アカウントは {minutes, plural, other {# 分間}}ロックされます。すぐに解除するためのリンクをメールで送信できます。',
  'requestUnlock.sent':
    '{email} のアカウントがロックされている場合、リンクが届きます。有効期間は {hours, plural, other {# 時間}}です。迷惑メールフォルダーも確認してください。',

  'resetPassword.action': 'パスワードを設定',
  'resetPassword.done': 'すべてのデバイスからログアウトしました。新しいパスワードでログインしてください。',
  'resetPassword.doneTitle': 'パスワードを設定しました',
  'resetPassword.repeat': '新しいパスワード（再入力）',
  'resetPassword.title': '新しいパスワードを設定',

  'scopes.openid': 'あなたを識別する',
  'scopes.profile': '名前とユーザー名を見る',
  'scopes.email': 'メールアドレスを見る',
  'scopes.offline_access': '使用していない間もこのアクセスを維持する',
  'scopes.organization': '組織と、そこでのロールおよび権限を見る',
  'scopes.permissions': '{product} での権限を見る',
  'scopes.users:list': '{product} のユーザー一覧を見る',
  'scopes.users:read': '{product} のユーザーの詳細を見る',
  'scopes.roles:read': '{product} のロールを見る',
  'scopes.audit:read': '{product} の監査ログを読む',
  'scopes.emails:read': '{product} が送信したメールの一覧を見る',
  'scopes.organizations:read': '{product} のすべての組織を見る',
  'scopes.policies:read': '{product} のポリシーを見る',
  'scopes.applications:read': '{product} のアプリケーションを見る',
  'scopes.webhooks:read': '{product} の Webhook、送信先、イベントを見る',
  'scopes.hooks:read': '{product} のフックを見る',
  'scopes.checks:read': '{product} のセッションと権限の変更を見る',
  'scopes.organization:read': '組織について、あなたに見えるものを見る',
  'scopes.profile:read': 'あなたのプロフィールと API キーを見る',

  'setup.action': '管理者を作成',
  'setup.description':
    '{product} は起動していますが、アカウントはまだありません。まず、すべてを管理できるご自身のアカウントを作成してください。',
  'setup.development':
    'このページは、開発環境のこのコンピューターでのみ使用できます。本番環境では {command} を実行してください。',
  'setup.done': 'アカウントの準備ができました。{email} としてログインしてください。',
  'setup.doneTitle': 'あなたが管理者です',
  'setup.exists': 'アカウントがすでに存在します',
  'setup.existsText': 'そのアカウントで{link}するか、コマンドラインで管理者を作成してください。',
  'setup.looking': 'まずはお試しですか？ {link}',
  'setup.next': '次に、二要素認証でアカウントを保護します。',
  'setup.ordinary': '通常のアカウントを作成',
  'setup.title': '最初の管理者を作成',

  'signedOut.again': 'もう一度ログイン',
  'signedOut.ask':
    'アプリケーションが {product} からのログアウトを求めています。ここからログインしたアプリケーションのセッションも終了します。',
  'signedOut.askTitle': 'ログアウトしますか？',
  'signedOut.signOut': 'ログアウト',
  'signedOut.stay': 'ログインしたままにする',
  'signedOut.text': 'このページは閉じてかまいません。',
  'signedOut.title': 'ログアウトしました',

  'sso.continue': 'SSO で続ける',
  'sso.email': '勤務先のメールアドレス',
  'sso.text': '勤務先のメールアドレスを入力してください。会社のログインページに移動します。',
  'sso.title': 'シングルサインオン',
  'sso.unknown': 'このアドレスではシングルサインオンを使用できません',
  'sso.unknownText':
    '{domain} のシングルサインオンを設定した組織はありません。アドレスを確認するか、別の方法でログインしてください。',
  'sso.failure.sso_conflict':
    'このアカウントは、会社のログインページの別のアカウントと連携しています。連携の解除を組織の管理者に依頼してください。',
  'sso.failure.sso_denied': '会社のログインページでのログインが完了しませんでした。もう一度お試しください。',
  'sso.failure.sso_email_not_allowed':
    '会社のログインページから、組織のものではないメールアドレスが送信されました。使用したアカウントを確認してください。',
  'sso.failure.sso_failed':
    '会社のログインページからの応答を検証できませんでした。もう一度お試しください。再び失敗する場合は、管理者にお知らせください。',
  'sso.failure.sso_not_allowed':
    'このアカウントのロールでは、シングルサインオンを使用できません。別の方法でログインしてください。',
  'sso.failure.sso_not_member':
    'アカウントは別の組織に所属しているか、この組織から外されています。管理者に招待を依頼してください。',
  'sso.failure.sso_not_provisioned':
    'ここにはまだアカウントがありません。組織の管理者に招待を依頼してください。',
  'sso.failure.hook_denied': '続行できません。このサービスの運営者にお問い合わせください。',
  'sso.failure.hook_unavailable': '現在は判断できません。少し待ってからもう一度お試しください。',
  'sso.failure.sso_required':
    'この組織ではシングルサインオンが必須です。下の「SSO で続ける」を選んでください。',
  'sso.failure.sso_unavailable':
    '現在、会社のログインページに接続できません。数分後にもう一度試すか、管理者にお知らせください。',

  'twoFactor.backupCode': 'バックアップコード',
  'twoFactor.by.backup_code':
    '保存したバックアップコードを 1 つ入力してください。各コードは一度だけ使用できます。',
  'twoFactor.by.passkey': 'パスキーを使用してログインを完了してください。',
  'twoFactor.by.totp': '認証アプリの 6 桁のコードを入力してください。',
  'twoFactor.done': 'ログインしました',
  'twoFactor.later': '後で',
  'twoFactor.left':
    '{left, plural, =0 {最後のバックアップコードでした。} other {バックアップコードは残り # 個です。}}認証アプリが手元にあるうちに、新しいコードを作成してください。',
  'twoFactor.newCodes': '新しいバックアップコードを作成',
  'twoFactor.title': '二要素認証',
  'twoFactor.use.backup_code': 'バックアップコードを使用',
  'twoFactor.use.totp': '認証アプリを使用',

  'undo.action': '以前のアドレスを使い続ける',
  'undo.asked':
    'アカウントのメールアドレスの変更がリクエストされました。心当たりがない場合は、以前のアドレスを使い続けることができます。',
  'undo.canceled':
    'アカウントのアドレスは変わらず、ログアウトも行っていません。変更をリクエストした覚えがない場合、他の人がログインしている可能性があります。パスワードを変更し、他のセッションを終了してください。',
  'undo.canceledTitle': '変更を取り消しました',
  'undo.consequences':
    '新しいアドレスがまだ確認されていない場合は、変更を取り消します。確認済みの場合は、以前のアドレスに戻し、すべてのデバイスからログアウトし、その後に追加された API キー、パスキー、プロバイダーとの連携、二要素認証、パスワードを削除します。新しいパスワードを設定するためのリンクをメールで送信します。',
  'undo.dead':
    '一度も確認されていないアドレスには戻せません。アカウントのアドレスが誤ったままの場合は、管理者にお問い合わせください。',
  'undo.noEmail': 'メールが届きませんか？',
  'undo.nothing':
    'この変更はすでに期限切れか、取り消し済み、または別の変更に置き換えられていたため、取り消すものはありませんでした。変更をリクエストした覚えがない場合、他の人がログインしている可能性があります。パスワードを変更し、他のセッションを終了してください。',
  'undo.nothingTitle': '取り消すものはありませんでした',
  'undo.restored':
    'すべてのデバイスからログアウトし、リクエスト以降に追加されたものを削除しました。メールにあるリンクで新しいパスワードを設定し、ログインしてください。',
  'undo.restoredTitle': '以前のアドレスに戻しました',
  'undo.review': 'アカウントのセキュリティを確認',
  'undo.title': 'アドレスの変更を取り消す',

  'unlock.done': 'ログインの試行に心当たりがない場合は、ログインした後でパスワードを変更してください。',
  'unlock.doneTitle': 'アカウントのロックを解除しました',
  'unlock.title': 'アカウントのロックを解除',

  'verify.action': '確認してログイン',
  'verify.again': 'すでに確認済みですか？ {link}',
  'verify.already':
    '{email} はすでに確認済みです。このリンクが別のアドレス宛てだった場合は、{link}でもう一度メールアドレスを変更してください。',
  'verify.another': '別の方法でログイン',
  'verify.done': 'ありがとうございます。{email} がご自身のものであることを確認しました。',
  'verify.doneSignedIn': 'ありがとうございます。{email} がご自身のものであることを確認し、ログインしました。',
  'verify.doneTitle': 'メールアドレスを確認しました',
  'verify.password':
    'このアドレスがご自身のものであることを確認するため、パスワードを入力してください。同時にログインします。',
  'verify.profile': 'プロフィール',
  'verify.reset': 'パスワードを再設定',
  'verify.sendNew': '新しいリンクを送信',
  'verify.sent':
    '{email} の確認がまだの場合、新しいリンクが届きます。有効期間は {hours, plural, other {# 時間}}です。迷惑メールフォルダーも確認してください。',
  'verify.signInForLink': 'ログインして新しいリンクを取得',
  'verify.title': 'メールアドレスの確認',
  'verify.unasked':
    '登録した覚えがない場合、他の人がこのアドレスを入力した可能性があります。{link}してアカウントを引き継ぐか、メールを無視してください。',
};
