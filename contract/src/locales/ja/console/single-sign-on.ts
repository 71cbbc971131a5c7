/** The page of an organization's domains and identity providers. */
export const singleSignOn = {
  'singleSignOn.title': 'シングルサインオン',
  'singleSignOn.description':
    'メールドメインの所有を証明し、自社の ID プロバイダーでログインできるようにします。',
  'singleSignOn.hidden': 'このページを見られるのはオーナーと管理者だけです',
  'singleSignOn.hidden.impersonating': '代理ログイン中は、このページを表示できません。',
  'singleSignOn.hidden.member': '組織のオーナーまたは管理者にお問い合わせください。',

  'singleSignOn.domains': 'ドメイン',
  'singleSignOn.domains.about':
    'ID プロバイダーでログインできるのは、確認済みのドメインのアドレスを持つユーザーだけです。',
  'singleSignOn.domains.add': 'ドメインを追加',
  'singleSignOn.domains.add.field': 'ドメイン',
  'singleSignOn.domains.add.note':
    'メールアドレスの @ より後の部分です。サブドメインは別のドメインとして扱われます。',
  'singleSignOn.domains.add.title': 'ドメインを追加',
  'singleSignOn.domains.autoJoin': '招待なしで参加できるようにする',
  'singleSignOn.domains.autoJoin.on': '招待なしで参加可能',
  'singleSignOn.domains.autoJoin.text':
    '{domain} のアドレスを確認し、どの組織にも所属していないユーザーは、全員メンバーになります。',
  'singleSignOn.domains.autoJoin.verifyFirst': '先にドメインを確認してください。',
  'singleSignOn.domains.check': '今すぐチェック',
  'singleSignOn.domains.checked': '最終チェック：{when}',
  'singleSignOn.domains.unchecked': '未チェック',
  'singleSignOn.domains.foundNone': '{name} の TXT レコードを照会しましたが、見つかりませんでした。',
  'singleSignOn.domains.foundOnly': '{name} の TXT レコードを照会し、見つかったのは次のものだけでした：',
  'singleSignOn.domains.create':
    'DNS プロバイダーでこの TXT レコードを作成してから、チェックしてください。新しいレコードの反映には数分から 1 時間かかることがあります。',
  'singleSignOn.domains.empty': 'ドメインはまだありません',
  'singleSignOn.domains.empty.text':
    'メールアドレスのドメインを追加し、DNS レコードで所有を証明してください。',
  'singleSignOn.domains.full':
    '組織のドメインは {limit, plural, other {# 個}}までです。追加するには 1 つ削除してください。',
  'singleSignOn.domains.inPlace': 'レコードが見つかりました。',
  'singleSignOn.domains.keep': 'この TXT レコードを DNS プロバイダーに残してください。毎週チェックします。',
  'singleSignOn.domains.recordName': '名前',
  'singleSignOn.domains.recordName.note':
    'ドメインを自動的に追加する DNS プロバイダーでは、{label} だけを入力してください。',
  'singleSignOn.domains.recordValue': '値',
  'singleSignOn.domains.remove': '削除',
  'singleSignOn.domains.remove.action': 'ドメインを削除',
  'singleSignOn.domains.remove.done': 'ドメインを削除しました。',
  'singleSignOn.domains.remove.text':
    '{domain} のアドレスを持つユーザーは、ID プロバイダーでのログインも、招待なしでの参加もできなくなります。メンバーは残ります。',
  'singleSignOn.domains.remove.title': 'このドメインを削除しますか？',
  'singleSignOn.domains.saved': 'ドメインを保存しました。',
  'singleSignOn.domains.state.missing': 'レコードなし',
  'singleSignOn.domains.state.unverified': '未確認',
  'singleSignOn.domains.state.verified': '確認済み',
  'singleSignOn.domains.verified': 'ドメインを確認しました。',
  'singleSignOn.domains.verifiedAndChecked': '確認：{verified} · 最終チェック：{checked}',
  'singleSignOn.never': 'なし',

  'singleSignOn.providers': 'ID プロバイダー',
  'singleSignOn.providers.about':
    'Okta、Entra ID、Google Workspace など、SAML 2.0 または OpenID Connect に対応したものを使用できます。',
  'singleSignOn.providers.add': 'ID プロバイダーを追加',
  'singleSignOn.providers.columns.domains': 'ドメイン',
  'singleSignOn.providers.columns.name': '名前',
  'singleSignOn.providers.columns.status': '状態',
  'singleSignOn.providers.columns.tested': '最後に成功したテスト',
  'singleSignOn.providers.empty': 'ID プロバイダーはまだありません',
  'singleSignOn.providers.empty.text': '追加してテストし、成功したらオンにしてください。',
  'singleSignOn.providers.full':
    '組織の ID プロバイダーは {limit, plural, other {# 個}}までです。追加するには 1 つ削除してください。',
  'singleSignOn.providers.tested': 'テスト：{when}',
  'singleSignOn.providers.untested': '未テスト',

  'singleSignOn.create.action': '追加',
  'singleSignOn.create.name': '名前',
  'singleSignOn.create.nameNote': '自分と他の管理者だけに表示されます。',
  'singleSignOn.create.oidc': '証明書の代わりに、クライアント ID とクライアントシークレットが必要です。',
  'singleSignOn.create.protocol': 'プロトコル',
  'singleSignOn.create.protocolNote': '後から変更できません。主要な ID プロバイダーは両方に対応しています。',
  'singleSignOn.create.saml': 'Okta、Entra ID、Google Workspace での一般的な選択です。',
  'singleSignOn.create.title': 'ID プロバイダーを追加',

  'singleSignOn.provider': 'ID プロバイダー',
  'singleSignOn.provider.gone': 'この ID プロバイダーはもう存在しません。',
  'singleSignOn.next': '次の手順',
  'singleSignOn.next.domain':
    '確認済みのドメインがないと、誰もログインできません。「オプション」で選んでください。',
  'singleSignOn.next.domains': '「オプション」で、対象のドメインを選んでください。',
  'singleSignOn.next.enter':
    '下の値を ID プロバイダーに入力し、次に ID プロバイダーの値をここに入力してください。',
  'singleSignOn.next.test':
    'テストしてください。ID プロバイダーで一度ログインするだけで、誰にも影響はありません。',
  'singleSignOn.next.turnOn': 'テストに成功しました。準備ができたらオンにしてください。',
  'singleSignOn.states.noDomain': 'ドメインなし',
  'singleSignOn.states.off': 'オフ',
  'singleSignOn.states.on': 'オン',
  'singleSignOn.states.required': '必須',
  'singleSignOn.tabs.options': 'オプション',
  'singleSignOn.tabs.people': 'ユーザー',
  'singleSignOn.tabs.setup': '設定',
  'singleSignOn.tabs.test': 'テスト結果',

  'singleSignOn.actions.delete': '削除',
  'singleSignOn.actions.more': 'その他',
  'singleSignOn.actions.release': '必須設定を解除',
  'singleSignOn.actions.require': '必須にする',
  'singleSignOn.actions.test': 'テスト',
  'singleSignOn.actions.turnOff': 'オフにする',
  'singleSignOn.actions.turnOn': 'オンにする',
  'singleSignOn.delete.action': 'ID プロバイダーを削除',
  'singleSignOn.delete.done': 'ID プロバイダーを削除しました。',
  'singleSignOn.delete.text':
    '設定と連携が削除され、誰もこの ID プロバイダーでログインできなくなります。メンバーは残ります。この操作は元に戻せません。',
  'singleSignOn.delete.title': 'この ID プロバイダーを削除しますか？',
  'singleSignOn.release.done': 'シングルサインオンの必須設定を解除しました。',
  'singleSignOn.release.text':
    '{name} でも他の方法でも、再びログインできるようになります。パスワードがないユーザーは「パスワードをお忘れですか？」から設定できます。',
  'singleSignOn.release.title': 'シングルサインオンの必須設定を解除しますか？',
  'singleSignOn.turnedOn': 'ID プロバイダーをオンにしました。',
  'singleSignOn.turnOff.done': 'ID プロバイダーをオフにしました。',
  'singleSignOn.turnOff.text':
    '再びオンにするまで、誰も {name} でログインできません。パスワードがないユーザーは「パスワードをお忘れですか？」から設定できます。連携と設定は残ります。',
  'singleSignOn.turnOff.title': 'この ID プロバイダーをオフにしますか？',

  'singleSignOn.require.action': '必須にする',
  'singleSignOn.require.done': 'シングルサインオンを必須にしました。',
  'singleSignOn.require.fails': 'ID プロバイダーに障害が起きた場合',
  'singleSignOn.require.keys':
    '個人の API キーは、ここでログインするたびに 30 日間有効です。組織のキーは変わりません。',
  'singleSignOn.require.lastResort': '最後の手段として、このサービスの運営者が次を実行します：',
  'singleSignOn.require.needs':
    '過去 24 時間以内に成功した自分のテストと、二要素認証、パスキー、またはこの ID プロバイダーで始めたセッションが必要です。',
  'singleSignOn.require.noWayBack': '緊急時のログイン手段がありません',
  'singleSignOn.require.noWayBack.text':
    'ID プロバイダーに障害が起きると、誰もログインできなくなります。先にオーナーがパスワードに二要素認証を設定するか、パスキーを追加してください。',
  'singleSignOn.require.others': '他のアドレスのユーザーは、これまでどおりログインできます。',
  'singleSignOn.require.owners':
    '{owners, plural, other {# 人のオーナー}}は、引き続きパスワードと二要素認証、またはパスキーでログインできます。その場合、他のオーナーにメールでお知らせします。',
  'singleSignOn.require.sessions':
    '対象のユーザーの他のセッションは、次のリクエストで終了します。現在使用中のセッションは続きます。',
  'singleSignOn.require.title': 'シングルサインオンを必須にしますか？',
  'singleSignOn.require.ways':
    'パスワード、パスキー、メールで届くコード、他のプロバイダーではログインできなくなります。',
  'singleSignOn.require.whom':
    '{domains} のアドレスを持つメンバーと、{name} と連携しているメンバーは、この方法でのみログインできるようになります。',

  'singleSignOn.setup.entraIssuer': '発行者（{field} を含む）',
  'singleSignOn.setup.entraSecret': 'クライアントシークレット（{column} の列）',
  'singleSignOn.setup.fieldNames': '項目名の表記',
  'singleSignOn.setup.hint.oidc.entra':
    'このディレクトリのアカウントのみを対象に、アプリケーションを登録してください。',
  'singleSignOn.setup.hint.oidc.google':
    '自社のアカウントだけがログインできるよう、同意画面のユーザーの種類を「Internal」にしてください。',
  'singleSignOn.setup.hint.oidc.okta':
    'グラントタイプが「Authorization Code」の Web アプリケーションを作成してください。',
  'singleSignOn.setup.hint.oidc.other': '認可コードフローを使う Web アプリケーションを作成してください。',
  'singleSignOn.setup.hint.saml.entra':
    'Entra ID が既定で送信するクレームはそのままにし、トークンの暗号化はオフにしてください。',
  'singleSignOn.setup.hint.saml.google':
    '「Primary email」を email に、「First name」を firstName に、「Last name」を lastName に対応付けてください。Google はメタデータの URL を公開していないため、メタデータをダウンロードし、下でファイルを選んでください。',
  'singleSignOn.setup.hint.saml.okta':
    '属性ステートメント email（user.email）、firstName（user.firstName）、lastName（user.lastName）を追加してください。アサーションは暗号化しないでください。',
  'singleSignOn.setup.hint.saml.other':
    '属性 email、firstName、lastName を送信し、SHA-256 で署名してください。アサーションは暗号化しないでください。',
  'singleSignOn.setup.loginUrlNote': '任意。タイルやブックマークからログインを開始します。',
  'singleSignOn.setup.metadataNote': 'インポートできる場合は、この URL にあるメタデータも使用できます。',
  'singleSignOn.setup.other': 'その他',
  'singleSignOn.setup.other.acsUrl': 'Assertion Consumer Service（ACS）URL',
  'singleSignOn.setup.other.certificate': '署名証明書',
  'singleSignOn.setup.other.clientId': 'クライアント ID',
  'singleSignOn.setup.other.clientSecret': 'クライアントシークレット',
  'singleSignOn.setup.other.entityId': 'エンティティ ID または発行者',
  'singleSignOn.setup.other.issuer': '発行者',
  'singleSignOn.setup.other.loginUrl': 'ログイン開始 URL',
  'singleSignOn.setup.other.metadataUrl': 'メタデータ URL',
  'singleSignOn.setup.other.ourEntityId': 'オーディエンスまたは SP エンティティ ID',
  'singleSignOn.setup.other.redirectUri': 'リダイレクト URI またはコールバック URI',
  'singleSignOn.setup.other.signInUrl': 'ログイン URL（HTTP-Redirect）',
  'singleSignOn.setup.ours': '1. {provider} に入力',
  'singleSignOn.setup.ours.other': '1. ID プロバイダーに入力',
  'singleSignOn.setup.saved': '設定を保存しました。',
  'singleSignOn.setup.saveSettings': '設定を保存',
  'singleSignOn.setup.theirs': '2. {provider} の値をここに入力',
  'singleSignOn.setup.theirs.other': '2. ID プロバイダーの値をここに入力',

  'singleSignOn.oidc.example': '例：{address}',
  'singleSignOn.oidc.newSecret':
    '暗号化して保存し、再び表示することはありません。パブリッククライアントの場合は空欄にしてください。',
  'singleSignOn.oidc.savedSecret':
    '保存済みです。表示されることはありません。置き換えるには新しいものを入力してください。',

  'singleSignOn.saml.certificates': '証明書',
  'singleSignOn.saml.certificates.note':
    '1～4 個を続けて入力します。複数あると、新しい証明書に途切れなく切り替えられます。',
  'singleSignOn.saml.certificates.past': '期限切れ',
  'singleSignOn.saml.certificates.soon': '期限切れ間近',
  'singleSignOn.saml.certificates.until': '証明書の期限：{day}',
  'singleSignOn.saml.certificates.fine': '有効',
  'singleSignOn.saml.chooseFile': 'ファイルを選択',
  'singleSignOn.saml.fact': '{field}：{value}',
  'singleSignOn.saml.metadata': 'メタデータ',
  'singleSignOn.saml.metadata.note': 'ファイルの内容、または貼り付けた XML です。',
  'singleSignOn.saml.missing': 'オーナーがまだ入力していません。',
  'singleSignOn.saml.readDaily': '{address}（毎日読み込み）',
  'singleSignOn.saml.source': '入力方法',
  'singleSignOn.saml.source.fields': '個別に入力',
  'singleSignOn.saml.source.metadata': 'メタデータのファイルまたはテキスト',
  'singleSignOn.saml.source.replace': '設定を置き換える',
  'singleSignOn.saml.urlNote': '今すぐ、その後は毎日読み込むため、新しい証明書は自動的に反映されます。',

  'singleSignOn.options.adminGroups': '管理者のグループ',
  'singleSignOn.options.adminGroups.clear': 'グループをクリア',
  'singleSignOn.options.adminGroups.note':
    'ログインのたびに、これらのグループのユーザーは管理者に、その他のユーザーはメンバーになります。オーナーはオーナーのままです。ロールを変えない場合は空欄にしてください。',
  'singleSignOn.options.attribute.email': 'メールアドレス',
  'singleSignOn.options.attribute.firstName': '名',
  'singleSignOn.options.attribute.groups': 'グループ',
  'singleSignOn.options.attribute.lastName': '姓',
  'singleSignOn.options.attributes.oidc': 'クレームの名前（異なる場合）',
  'singleSignOn.options.attributes.saml': '属性の名前（異なる場合）',
  'singleSignOn.options.domains': 'ドメイン',
  'singleSignOn.options.domains.choose': '確認済みのドメインを選択',
  'singleSignOn.options.domains.note': 'これらのドメインのアドレスを持つユーザーだけがログインできます。',
  'singleSignOn.options.domains.verifyFirst': '先にページの上部でドメインを確認してください。',
  'singleSignOn.options.name': '名前',
  'singleSignOn.options.provisioning': '新しいユーザーの自動参加',
  'singleSignOn.options.provisioning.note':
    'ID プロバイダーで認証されたユーザー全員にアカウントを作成します。オフの場合は、先に招待が必要です。',
  'singleSignOn.options.save': 'オプションを保存',
  'singleSignOn.options.saved': 'オプションを保存しました。',
  'singleSignOn.options.secondFactor': 'ID プロバイダーが二要素認証を行う',
  'singleSignOn.options.secondFactor.note':
    'サービスが全員に必須としていない限り、ここでは二要素認証を求めません。',
  'singleSignOn.options.sessionHours': 'セッションの最長時間（時間）',
  'singleSignOn.options.sessionHours.note': '1～168。その後は、ID プロバイダーでもう一度ログインします。',

  'singleSignOn.people': '連携済みのユーザー',
  'singleSignOn.people.columns.lastSignIn': '最終ログイン',
  'singleSignOn.people.columns.person': 'ユーザー',
  'singleSignOn.people.empty': '連携済みのユーザーはまだいません',
  'singleSignOn.people.empty.text': 'この ID プロバイダーでログインしたユーザーがここに表示されます。',
  'singleSignOn.people.lastSignIn': '最終ログイン：{when}',
  'singleSignOn.people.unlink': '連携を解除',
  'singleSignOn.people.unlink.done': '連携を解除しました。',
  'singleSignOn.people.unlink.person': '{email} の連携を解除',
  'singleSignOn.people.unlink.text':
    '{email} は、次にこの ID プロバイダーでログインしたとき、メールアドレスによって再び連携されます。メンバーのままです。',
  'singleSignOn.people.unlink.title': 'このユーザーの連携を解除しますか？',
  'singleSignOn.people.unlinkAll': 'すべての連携を解除',
  'singleSignOn.people.unlinkAll.done': 'すべての連携を解除しました。',
  'singleSignOn.people.unlinkAll.text':
    '全員が、次にログインしたとき、メールアドレスによって再び連携されます。発行者またはエンティティ ID を変更する前に必要な操作です。',
  'singleSignOn.people.unlinkAll.title': 'すべての連携を解除しますか？',

  'singleSignOn.test.attributes': '属性',
  'singleSignOn.test.attributes.copy': '属性をコピー',
  'singleSignOn.test.claims': 'クレーム',
  'singleSignOn.test.claims.copy': 'クレームをコピー',
  'singleSignOn.test.empty': '過去 24 時間のテストはありません',
  'singleSignOn.test.empty.text':
    '上の「テスト」ボタンを押してください。ID プロバイダーでログインすると、送信された内容がこのページに表示されます。テストでは誰もログイン状態になりません。',
  'singleSignOn.test.failed': 'テストに失敗しました',
  'singleSignOn.test.message': 'メッセージ',
  'singleSignOn.test.message.copy': 'メッセージをコピー',
  'singleSignOn.test.notSent': '送信なし',
  'singleSignOn.test.passed': 'テストに成功しました',
  'singleSignOn.test.passed.text':
    '{when}のテストです。メッセージとアドレスに問題はありません。参加できるかどうかは、ログイン時に判断されます。',
  'singleSignOn.test.person.email': 'メールアドレス',
  'singleSignOn.test.person.firstName': '名',
  'singleSignOn.test.person.groups': 'グループ',
  'singleSignOn.test.person.lastName': '姓',
  'singleSignOn.test.person.role': 'ここでのロール',
  'singleSignOn.test.person.roleStays': '変更なし',
  'singleSignOn.test.person.subject': '識別子',
  'singleSignOn.test.person.tooManyGroups': '多すぎて送信不可',
  'singleSignOn.test.sent': '送信された内容',
  'singleSignOn.test.understood': '読み取った内容',

  'singleSignOn.test.todo.noAddress':
    'アドレスを送信するように設定するか、使用されている名前を「オプション」に入力してください。送信された内容は下にあります。',
  'singleSignOn.test.todo.noDomain': '「オプション」でドメインを選び、もう一度テストしてください。',
  'singleSignOn.test.todo.other': '両方の設定を見比べて、もう一度テストしてください。',
  'singleSignOn.test.todo.otherDomain':
    'ID プロバイダーに別のアカウントでログインするか、このアドレスのドメインを確認して選んでください。',
  'singleSignOn.test.todo.sso_denied':
    'ID プロバイダーでアプリケーションに割り当てられているか確認し、もう一度テストしてください。',
  'singleSignOn.test.todo.sso_failed':
    '「設定」の値を ID プロバイダーの値と見比べて、もう一度テストしてください。',
  'singleSignOn.test.todo.sso_unavailable':
    '「設定」の発行者が正しいか、ID プロバイダーにインターネットから接続できるかを確認してください。',
  'singleSignOn.test.todo.unverified': 'ID プロバイダーでアドレスを確認し、もう一度テストしてください。',
  'singleSignOn.test.what.noAddress': 'ID プロバイダーがメールアドレスを送信しませんでした。',
  'singleSignOn.test.what.noDomain':
    'メッセージに問題はありませんが、{email} はこの ID プロバイダーのどのドメインにも属していません。',
  'singleSignOn.test.what.other': 'ログインできませんでした。',
  'singleSignOn.test.what.otherDomain':
    'メッセージに問題はありませんが、{email} は {domains} に属していません。',
  'singleSignOn.test.what.sso_denied':
    'ID プロバイダーがログインを拒否したか、ログインがキャンセルされました。',
  'singleSignOn.test.what.sso_failed': 'ID プロバイダーから送信された内容を検証できませんでした。',
  'singleSignOn.test.what.sso_unavailable': 'ID プロバイダーが応答しませんでした。',
  'singleSignOn.test.what.unverified': 'ID プロバイダーによると、{email} は確認されていません。',
  'singleSignOn.test.what.unverifiedUnnamed': 'ID プロバイダーによると、アドレスは確認されていません。',
} as const;
