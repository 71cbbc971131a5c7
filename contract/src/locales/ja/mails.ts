import type { Translation } from '../parts.ts';

export const messages: Translation<'mails'> = {
  'mail.hello': 'こんにちは。',
  'mail.hello-name': '{name} 様',
  'mail.time': '{date} {time} UTC',
  'mail.automated': 'このメールは自動送信です。',
  'mail.copy-link': 'ボタンが機能しない場合は、次の URL をブラウザーに貼り付けてください：',
  'mail.action': '{label}：',
  'mail.works-once': 'リンクはリクエストから {hours, plural, other {# 時間}}以内に一度だけ使用できます。',
  'mail.reclaimed':
    'このアドレスは一度も確認されていないため、他の人がアカウントを作成した可能性があります。その人のアクセスを防ぐため、セッションを終了し、パスワード、API キー、パスキー、プロバイダーとの連携、二要素認証を削除し、他のメンバーがいる組織からは外します。自分だけの組織では、招待とシークレットが失効し、Webhook とアプリケーションが無効になります。',
  'mail.if-you': 'ご自身による操作であれば、このメールは無視してかまいません。',
  'mail.review-security': 'アカウントのセキュリティを確認',
  'mail.reset-password': 'パスワードを再設定',
  'mail.end-sessions':
    '心当たりがない場合は、今すぐパスワードを変更し、見覚えのないセッションを終了してください。',
  'mail.reason.entered': '{product} でこのアドレスが入力されたため、お送りしています。',
  'mail.reason.security': '{product} アカウントに関するセキュリティのお知らせです。',
  'mail.reason.account': '{product} アカウントに関するお知らせです。',
  'mail.reason.owner': '{product} の組織のオーナーの方にお送りしています。',
  'mail.device': '{os} の {browser}',
  'mail.device.browser': '不明なブラウザー',
  'mail.device.system': '不明なシステム',
  'mail.fact.line': '{label}：{value}',
  'mail.fact.code': 'コード',
  'mail.fact.role': 'ロール',
  'mail.fact.valid-until': '有効期限',
  'mail.fact.sent-to': '送信先',
  'mail.fact.turned-off': 'オフになった日時',
  'mail.fact.device': 'デバイス',
  'mail.fact.ip-address': 'IP アドレス',
  'mail.fact.time': '日時',
  'mail.fact.locked-until': 'ロック解除日時',
  'mail.fact.blocked-until': 'ブロック解除日時',
  'mail.fact.last-attempt': '最後の試行元',
  'mail.fact.new-address': '新しいアドレス',
  'mail.fact.passkey': 'パスキー',
  'mail.fact.deleted-on': '削除予定日時',
  'mail.fact.domain': 'ドメイン',
  'mail.fact.type': '種類',
  'mail.fact.name': '名前',
  'mail.fact.value': '値',
  'mail.fact.verified-until': '確認の有効期限',
  'mail.fact.organization': '組織',
  'mail.fact.identity-provider': 'ID プロバイダー',
  'mail.role.OWNER': 'オーナー',
  'mail.role.ADMIN': '管理者',
  'mail.role.MEMBER': 'メンバー',
  'mail.verification.subject': 'メールアドレスを確認してください',
  'mail.verification.preview': '{product} でこのアドレスを使えるようになるまで、あと一歩です。',
  'mail.verification.text':
    'このメールアドレスがご自身の {product} アカウントのものであることを確認してください。',
  'mail.verification.action': 'メールアドレスを確認',
  'mail.verification.proof': '確認には、アカウントにログインしているか、パスワードを入力する必要があります。',
  'mail.verification.not-you':
    'このアドレスを入力した覚えがない場合は、このメールを無視してください。アドレスは未確認のままになります。',
  'mail.password_reset.subject': 'パスワードの再設定',
  'mail.password_reset.preview': '{hours, plural, other {# 時間}}以内に新しいパスワードを設定してください。',
  'mail.password_reset.text': '{product} アカウントのパスワード再設定のリクエストを受け付けました。',
  'mail.password_reset.action': '新しいパスワードを設定',
  'mail.password_reset.ends-two-factor':
    'このアカウントの二要素認証は、組織のシングルサインオンを通じて設定されました。最初のパスワードを設定すると解除され、ご自身で設定し直せます。',
  'mail.password_reset.not-you':
    '心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  'mail.password_reset.reason':
    '{product} でこのアドレスのパスワード再設定がリクエストされたため、お送りしています。',
  'mail.sign_in_code.subject': 'ログインコード',
  'mail.sign_in_code.preview': '{minutes, plural, other {# 分}}以内に入力してください。',
  'mail.sign_in_code.text': '{product} にログインするには、このコードを入力してください。',
  'mail.sign_in_code.action': 'またはこのリンクでログイン',
  'mail.sign_in_code.once':
    'コードとリンクはリクエストから {minutes, plural, other {# 分}}以内に一度だけ使用できます。リンクはリクエストしたブラウザーでのみ使用できます。',
  'mail.sign_in_code.not-you':
    '心当たりがない場合は、このメールを無視してください。コードは誰にも教えないでください。',
  'mail.sign_in_code.reason':
    '{product} でこのアドレスによるログインがリクエストされたため、お送りしています。',
  'mail.registration_code.subject': 'アカウント作成コード',
  'mail.registration_code.text': '{product} のアカウントを作成するには、このコードを入力してください。',
  'mail.registration_code.once':
    'コードはリクエストから {minutes, plural, other {# 分}}以内に、リクエストしたページで一度だけ使用できます。',
  'mail.registration_code.not-you':
    '心当たりがない場合は、このメールを無視してください。コードがなければアカウントは作成されません。コードは誰にも教えないでください。',
  'mail.registration_code.reason':
    '{product} でこのアドレスによるアカウントの作成がリクエストされたため、お送りしています。',

  'mail.account_unlock.subject': 'アカウントのロック解除',
  'mail.account_unlock.preview':
    '{hours, plural, other {# 時間}}以内にロックを解除して、もう一度ログインしてください。',
  'mail.account_unlock.text':
    'このリンクを使って {product} アカウントのロックを解除してください。その後、もう一度ログインできます。',
  'mail.account_unlock.action': 'アカウントのロックを解除',
  'mail.account_unlock.not-you':
    '心当たりがない場合は、このメールを無視してください。ロックはしばらくすると自動的に解除されます。',
  'mail.account_unlock.reason':
    '{product} でこのアドレスのアカウントのロック解除がリクエストされたため、お送りしています。',
  'mail.invite.subject': '{inviter} さんから {organization} への招待',
  'mail.invite.heading': '{organization} に招待されました',
  'mail.invite.preview':
    '{days, plural, other {# 日}}以内に {product} の {organization} に参加してください。',
  'mail.invite.text': '{inviter} さんから、{product} の組織 {organization} への招待が届いています。',
  'mail.invite.action': '招待を承諾',
  'mail.invite.not-you':
    'この招待に心当たりがない場合は、このメールを無視してください。承諾しない限り、参加することはありません。',
  'mail.invite.reason': '{product} の組織のメンバーがこのアドレスを入力したため、お送りしています。',
  'mail.account_created.subject': 'アカウントが作成されました',
  'mail.account_created.preview': '{days, plural, other {# 日}}以内にパスワードを設定してください。',
  'mail.account_created.text':
    '{product} の管理者がこのアドレスのアカウントを作成しました。パスワードを設定するとログインできます。これにより、アドレスがご本人のものであることも確認されます。',
  'mail.account_created.action': 'パスワードを設定',
  'mail.account_created.once':
    'リンクは {days, plural, other {# 日}}以内に一度だけ使用できます。その後は、ログインページの「パスワードを忘れた場合」から新しいリンクをリクエストしてください。',
  'mail.account_created.not-you':
    'このアカウントに心当たりがない場合は、このメールを無視してください。パスワードを設定しない限り、誰もパスワードでログインできません。',
  'mail.account_created.reason': '{product} の管理者がこのアドレスを入力したため、お送りしています。',
  'mail.webhook_disabled.subject': 'Webhook がオフになりました',
  'mail.webhook_disabled.next': '再びオンにするまで、イベントは送信されません。',
  'mail.webhook_disabled.gone':
    '{product} の Webhook をオフにしました。送信先がすでに存在しないという応答が、受信側からありました（ステータス 410）。',
  'mail.webhook_disabled.failing':
    '過去 5 日間の配信がすべて失敗したため、{product} の Webhook をオフにしました。',
  'mail.webhook_disabled.action': 'Webhook を確認',
  'mail.webhook_disabled.replay':
    '受信側を修正し、Webhook をオンにしてから、届かなかったイベントを再送信してください。イベントは 30 日間保存されます。',
  'mail.webhook_disabled.reason': '{product} で Webhook を管理している方にお送りしています。',
  'mail.destination_disabled.subject': 'イベントの送信先がオフになりました',
  'mail.destination_disabled.next': '再びオンにするまで、イベントは送信されません。',
  'mail.destination_disabled.failing':
    '{product} のイベントの送信先をオフにしました。過去 5 日間、何も受け取っていません。',
  'mail.destination_disabled.action': '送信先を確認',
  'mail.destination_disabled.kept':
    '受信側を修正してから、送信先をオンにしてください。止まったところから再開します。イベントは 30 日間保存されます。',
  'mail.destination_disabled.reason': '{product} でイベントの送信先を管理している方にお送りしています。',
  'mail.new_device.subject': '新しいデバイスからのログイン',
  'mail.new_device.preview': '{device}、{time}',
  'mail.new_device.text': '新しいデバイスから {product} アカウントへのログインがありました。',
  'mail.account_locked.subject': 'アカウントがロックされました',
  'mail.account_locked.preview': 'ログインの失敗が続きました。{time} にロックが解除されます。',
  'mail.account_locked.text': 'ログインの失敗が続いたため、{product} アカウントをロックしました。',
  'mail.account_locked.wait':
    'ロックが解除されるまで待つか、すぐに解除するためのリンクをリクエストしてください。',
  'mail.account_locked.action': 'ロック解除リンクをリクエスト',
  'mail.account_locked.not-you':
    '心当たりがない場合、他の人がパスワードを推測しようとしている可能性があります。ログインはされていません。',
  'mail.password_changed.subject': 'パスワードが変更されました',
  'mail.password_changed.preview': '{time} に変更されました。',
  'mail.password_changed.text': '{product} アカウントのパスワードが変更されました。',
  'mail.password_changed.not-you':
    'ご自身による操作であれば、このメールは無視してかまいません。心当たりがない場合は、今すぐパスワードを再設定してください。',
  'mail.email_changed.subject': 'メールアドレスが変更されました',
  'mail.email_changed.subject-pending': 'メールアドレスがまもなく変更されます',
  'mail.email_changed.preview':
    '心当たりがない場合は、変更後 {hours, plural, other {# 時間}}まで取り消せます。',
  'mail.email_changed.preview-admin': '管理者が変更しました。',
  'mail.email_changed.text':
    '{product} アカウントのメールアドレスが変更されました。このアドレスはアカウントで使用されなくなりました。',
  'mail.email_changed.text-pending':
    '{product} アカウントのメールアドレスの変更がリクエストされました。新しいアドレスが確認されると変更されます。',
  'mail.email_changed.not-you':
    'ご自身による操作であれば、このメールは無視してかまいません。心当たりがない場合は、今すぐ変更を取り消してください。',
  'mail.email_changed.by-admin': '管理者による変更です。心当たりがない場合は、管理者にお問い合わせください。',
  'mail.email_changed.action': '変更を取り消す',
  'mail.email_changed.once':
    'リンクは一度だけ使用できます。変更前であれば、変更を取り消します。変更後 {hours, plural, other {# 時間}}以内で、このアドレスが確認済みだった場合は、このアドレスに戻し、すべてのデバイスからログアウトして、新しいパスワードを設定するためのリンクを送信します。',
  'mail.email_changed.secret':
    'このメールは転送しないでください。リンクは、知っている人なら誰でも使用できます。',
  'mail.email_changed.reason':
    '{product} アカウントに関するセキュリティのお知らせです。変更前のアドレスにお送りしています。',
  'mail.email_in_use.subject': 'メールアドレスの使用が試みられました',
  'mail.email_in_use.preview': '何も変更されていません。',
  'mail.email_in_use.text':
    '別の {product} アカウントでこのメールアドレスを使うリクエストがありました。このアドレスはすでにアカウントで使われているため、何も変更されていません。',
  'mail.email_in_use.you':
    'ご自身による操作の場合は、このアドレスのアカウントにログインしてください。作成した覚えがないアカウントであれば、パスワードを再設定すると、ご自身のアカウントになります。',
  'mail.email_in_use.not-you': '心当たりがない場合は、このメールを無視してください。',
  'mail.address_claimed.subject': '新しいパスワードを設定してください',
  'mail.address_claimed.preview': 'コードでログインしました。以前のパスワードは使用できなくなりました。',
  'mail.address_claimed.text':
    '{product} にコードでログインし、このアドレスを確認しました。それまでは、他の人がこのアドレスでアカウントを作成できる状態でした。',
  'mail.address_claimed.removed':
    '安全のため、パスワードとその他すべてのログイン方法を削除し、他のすべてのデバイスからログアウトし、他のメンバーがいる組織からアカウントを外しました。',
  'mail.address_claimed.action': 'パスワードを設定',
  'mail.address_claimed.codes': '引き続きコードでログインすることもできます。',
  'mail.security_alert.subject': 'アカウントのセキュリティ警告',
  'mail.session_guessing.preview':
    'ログイン中の何者かが、パスワードまたはコードを推測しようとしている可能性があります。',
  'mail.session_guessing.text':
    '{product} アカウントにログイン中の何者かが、パスワードまたは二要素認証を変更しようとして、誤ったパスワードまたはコードを {times, plural, other {# 回}}入力しました。',
  'mail.session_guessing.blocked': 'これらの変更を一時的にブロックしました。ログインは引き続き可能です。',
  'mail.session_guessing.you': 'ご自身による操作の場合は、しばらく待ってからもう一度お試しください。',
  'mail.session_guessing.not-you':
    '心当たりがない場合は、今すぐパスワードを再設定してください。すべてのセッションが終了します。',
  'mail.remember_me_theft.preview':
    '保存済みのログイン情報が 2 回使用されたため、すべてのデバイスからログアウトしました。',
  'mail.remember_me_theft.text':
    '{product} アカウントの保存済みのログイン情報（「ログイン状態を保持」）が、更新された後に再び使用されました。お使いのブラウザーからコピーされた可能性があります。',
  'mail.remember_me_theft.ended':
    '安全のため、すべてのセッションを終了しました。続けるにはもう一度ログインしてください。',
  'mail.remember_me_theft.not-you':
    '上記の IP アドレスに見覚えがない場合は、今すぐパスワードを再設定してください。',
  'mail.passkey_added.subject': 'アカウントにパスキーが追加されました',
  'mail.passkey_added.text': '新しいパスキーで {product} アカウントにログインできるようになりました。',
  'mail.passkey_added.not-you':
    '心当たりがない場合は、パスキーを削除し、パスワードを変更して、見覚えのないセッションを終了してください。',
  'mail.passkey_removed.subject': 'アカウントからパスキーが削除されました',
  'mail.passkey_removed.text': 'このパスキーでは {product} アカウントにログインできなくなりました。',
  'mail.passkey.preview': '{name}、{time}',
  'mail.two_factor_enabled.subject': '二要素認証がオンになりました',
  'mail.two_factor_enabled.preview': '今後、ログインにはコードが必要です。',
  'mail.two_factor_enabled.text': '{product} アカウントの二要素認証がオンになりました。',
  'mail.two_factor_enabled.by-admin': '管理者が {product} アカウントの二要素認証をオンにしました。',
  'mail.two_factor_enabled.next': '今後は、パスワードと認証アプリのコードでログインします。',
  'mail.two_factor_disabled.subject': '二要素認証がオフになりました',
  'mail.two_factor_disabled.preview': '今後はパスワードだけでログインします。',
  'mail.two_factor_disabled.text': '{product} アカウントの二要素認証がオフになりました。',
  'mail.two_factor_disabled.by-admin': '管理者が {product} アカウントの二要素認証をオフにしました。',
  'mail.two_factor_disabled.next': '今後は、パスワードだけでログインします。',
  'mail.two_factor.passkeys': 'パスキーも削除されました。',
  'mail.two_factor.ask-admin': '心当たりがない場合は、管理者にお問い合わせください。',
  'mail.two_factor.not-you':
    'ご自身による操作であれば、このメールは無視してかまいません。心当たりがない場合は、今すぐパスワードを変更してください。',
  'mail.data_exported.subject': 'データがダウンロードされました',
  'mail.data_exported.preview': '{time} にダウンロードされました。',
  'mail.data_exported.text': '{product} アカウントに関するすべてのデータのコピーがダウンロードされました。',
  'mail.data_exported.by-admin':
    '管理者が {product} アカウントに関するすべてのデータのコピーをダウンロードしました。',
  'mail.data_exported.ask-admin': '心当たりがない場合は、管理者にお問い合わせください。',
  'mail.data_exported.not-you':
    'ご自身による操作であれば、このメールは無視してかまいません。心当たりがない場合は、今すぐパスワードを変更し、見覚えのないセッションを終了してください。',
  'mail.deletion_scheduled.subject': 'アカウントの削除が予定されています',
  'mail.deletion_scheduled.preview': '{time} までは削除を取り消せます。',
  'mail.deletion_scheduled.preview-soon': '数分以内に削除されます。',
  'mail.deletion_scheduled.text':
    'ログイン中のユーザーから、{product} アカウントの削除がリクエストされました。アカウントは無効になり、すべてのセッションが終了しました。',
  'mail.deletion_scheduled.everything':
    '削除されると、他にメンバーのいない組織を含め、関連するすべてのデータが失われます。元に戻すことはできません。',
  'mail.deletion_scheduled.action': '削除を取り消す',
  'mail.deletion_scheduled.once':
    'リンクは、アカウントが削除されるまでに一度だけ使用できます。使用すると、アカウントは再び有効になります。',
  'mail.deletion_scheduled.not-you':
    '心当たりがない場合は、今すぐリンクを開いて削除を取り消し、その後で新しいパスワードを設定してください。',
  'mail.account_deleted.subject': 'アカウントが削除されました',
  'mail.account_deleted.preview': '関連するすべてのデータが削除されました。',
  'mail.account_deleted.text':
    '{product} アカウントと、関連するすべてのデータが削除されました。このアカウントに関するメールは、これが最後です。',
  'mail.account_deleted.record': '操作の記録は、名前、アドレス、デバイスの情報を除いて残ります。',
  'mail.account_deleted.again': 'このアドレスは新しいアカウントに使用できます。',
  'mail.account_deleted.reason':
    'このアドレスが {product} のアカウントで使用されていたため、お送りしています。',
  'mail.inactivity_warning.subject': 'アカウントはまもなく無効になります',
  'mail.inactivity_warning.preview':
    '引き続き使用するには、{left, plural, other {# 日}}以内にログインしてください。',
  'mail.inactivity_warning.text':
    '{product} アカウントは {days, plural, other {# 日間}}使用されていません。{left, plural, other {# 日}}以内にログインしないと、アカウントは無効になります。',
  'mail.inactivity_warning.action': 'ログイン',
  'mail.inactivity_warning.kept':
    '無効になっても、データは削除されません。管理者がアカウントを再び有効にできます。',
  'mail.domain_check_failed.subject': 'ドメインの DNS レコードが見つかりません',
  'mail.domain_check_failed.preview': '{time} までにもう一度公開してください。',
  'mail.domain_check_failed.text':
    '{product} の組織がドメインを所有していることを証明する DNS レコードが見つかりませんでした。',
  'mail.domain_check_failed.otherwise':
    '見つからない状態が続くと、ドメインの確認は失効し、このドメインによる参加やログインができなくなります。',
  'mail.domain_check_failed.weekly':
    'レコードをもう一度公開してください。レコードは毎週、およびドメインの確認を実行したときに検索されます。',
  'mail.sso_linked.subject': 'シングルサインオンでログインできるようになりました',
  'mail.sso_linked.preview': 'アカウントが {organization} の ID プロバイダーと連携しました。',
  'mail.sso_linked.text':
    '組織の ID プロバイダーを通じて {product} にログインしたため、アカウントが ID プロバイダーと連携しました。',
  'mail.sso_linked.trust': 'ID プロバイダーの管理者は、あなたのアカウントにログインできます。',
  'mail.sso_linked.deleted':
    'アカウントのアドレスは一度も確認されていなかったため、以前に設定された内容を削除し、他にメンバーのいなかった組織 {organization} を削除しました。',
  'mail.sso_linked.not-you': '心当たりがない場合は、組織のオーナーにお問い合わせください。',

  'mail.fact.owner': 'オーナー',
  'mail.fact.fingerprint': 'フィンガープリント',
  'mail.fact.expires': '有効期限',
  'mail.fact.directory-token': 'ディレクトリトークン',
  'mail.fact.api-key': 'API キー',
  'mail.fact.destination': '送信先',
  'mail.fact.more': 'その他',
  'mail.open-organization': '組織を開く',
  'mail.directory_joined.subject': 'アカウントが組織に追加されました',
  'mail.directory_joined.preview': 'アカウントは {organization} に所属するようになりました。',
  'mail.directory_joined.text':
    'お使いのアドレスのドメインを所有する組織のディレクトリが、あなたの {product} アカウントを組織に追加しました。',
  'mail.directory_joined.powers':
    '今後、ディレクトリは名前とアドレスの変更や、アカウントの無効化を行えます。',
  'mail.directory_joined.action': 'プロフィールを開く',
  'mail.directory_joined.not-you': '心当たりがない場合は、組織の管理者にお問い合わせください。',
  'mail.break_glass_used.subject': 'オーナーがシングルサインオンなしでログインしました',
  'mail.break_glass_used.preview': '{email} が別の方法で {organization} にログインしました。',
  'mail.break_glass_used.text':
    '{product} の組織ではシングルサインオンが必須です。オーナーが、パスワードと二要素認証、またはパスキーを使い、シングルサインオンなしでログインしました。',
  'mail.break_glass_used.why': 'ID プロバイダーに接続できないとき、オーナーはこの方法でログインできます。',
  'mail.break_glass_used.not-you':
    '理由がわからない場合は、このオーナーに確認してください。本人による操作でない場合は、このオーナーを組織から削除してください。',
  'mail.certificate_expiring.subject': 'ID プロバイダーの証明書がまもなく期限切れになります',
  'mail.certificate_expiring.preview': '{time} までに次の証明書を追加してください。',
  'mail.certificate_expiring.text':
    '{product} の組織がシングルサインオンで信頼している証明書が、まもなく期限切れになります。',
  'mail.certificate_expiring.next':
    'ID プロバイダーはまもなく別の証明書で署名するようになります。その証明書をここに追加するまで、ユーザーはログインできません。',
  'mail.certificate_expiring.add':
    '切り替えの際に誰もログインできなくなることのないよう、現在の証明書を残したまま、新しい証明書を追加してください。',
  'mail.credentials_to_rotate.subject': '組織の認証情報を置き換えてください',
  'mail.credentials_to_rotate.preview': '作成者には、もう使用する権限がない可能性があります。',
  'mail.credentials_to_rotate.text':
    '{product} の組織 {organization} の認証情報を作成した {person} は、そのためのロールを失いました。認証情報は今も有効で、作成者の手元にコピーが残っている可能性があります。',
  'mail.credentials_to_rotate.text-deleted':
    '{product} の組織 {organization} の認証情報を作成したユーザーは、アカウントが削除されたため、そのためのロールを失いました。認証情報は今も有効で、作成者の手元にコピーが残っている可能性があります。',
  'mail.credentials_to_rotate.replace':
    'それぞれを置き換えてください。新しいものを作成し、古いものの使用箇所をすべて切り替えてから、古いものを取り消します。',
  'mail.credentials_to_rotate.unnamed': '説明なし',
  'mail.credentials_to_rotate.trust':
    '作成者を信頼している場合でも置き換えてください。不要になったコピーは、漏えいする恐れがあります。',
  'mail.test_email.subject': '{product} からメールを送信できます',
  'mail.test_email.text':
    'これは {product} からのテストメールです。届いているので、メールの設定は完了しています。',
  'mail.test_email.action': '設定を開く',
  'mail.test_email.reason': '{product} の設定でテストを依頼したため、このメールをお送りしています。',
};
