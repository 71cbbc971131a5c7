/** The page of the directory that keeps an organization's people up to date. */
export const directory = {
  'directory.title': 'ディレクトリ',
  'directory.description':
    'Entra ID や Okta などが SCIM で {organization} のユーザーを最新の状態に保ちます。参加、名前の変更、離脱が反映されます。',
  'directory.hidden': 'ディレクトリを見られるのはオーナーと管理者だけです',
  'directory.hidden.action': '組織を開く',

  'directory.tokens': 'トークン',
  'directory.tokens.about':
    'ディレクトリが認証に使うトークンです。使用中のものと交換用のもので、{limit} 個まで作成できます。',
  'directory.tokens.columns.created': '作成日',
  'directory.tokens.columns.createdBy': '作成者',
  'directory.tokens.columns.lastUsed': '最終使用',
  'directory.tokens.columns.token': 'トークン',
  'directory.tokens.create': 'トークンを作成',
  'directory.tokens.create.description': '説明',
  'directory.tokens.create.descriptionNote': '任意。Entra ID など、使用する場所を入力します。',
  'directory.tokens.create.made': '新しいトークン',
  'directory.tokens.create.note':
    'ベース URL とともにディレクトリに入力してください。このトークンは再び表示されません。紛失した場合は、新しく作成し、このトークンを取り消してください。',
  'directory.tokens.create.text':
    'このトークンを使うと、組織に所属するユーザーを変更できます。有効期限はなく、取り消すまで有効です。',
  'directory.tokens.create.title': 'トークンを作成',
  'directory.tokens.deletedAccount': '削除されたアカウント',
  'directory.tokens.empty': 'ディレクトリは接続されていません',
  'directory.tokens.empty.owner': 'トークンを作成し、お使いのディレクトリについて下の手順に従ってください。',
  'directory.tokens.empty.others': '組織のオーナーが接続できます。',
  'directory.tokens.lastUsed': '最終使用：{when}',
  'directory.tokens.revoke': '取り消す',
  'directory.tokens.revoke.action': 'トークンを取り消す',
  'directory.tokens.revoke.done': 'トークンを取り消しました。',
  'directory.tokens.revoke.lastText':
    '{name} を使用しているディレクトリは、すぐに変更を行えなくなります。他にトークンがないため、ディレクトリは切断されます。会社を離れたユーザーも、ここで削除するまでアクセスできます。ディレクトリが作成したユーザーとグループは残ります。この操作は元に戻せません。',
  'directory.tokens.revoke.named': '{name} を取り消す',
  'directory.tokens.revoke.text':
    '{name} を使用しているディレクトリは、すぐに変更を行えなくなります。ディレクトリが作成したユーザーとグループは残ります。この操作は元に戻せません。',
  'directory.tokens.revoke.title': 'このトークンを取り消しますか？',
  'directory.tokens.unnamed': '説明のないトークン',

  'directory.setup': 'ディレクトリを接続',
  'directory.setup.baseUrl': 'ベース URL',
  'directory.setup.baseUrl.copy': 'ベース URL をコピー',
  'directory.setup.entra.1':
    'エンタープライズアプリケーションで「Provisioning」を開き、「Automatic」を選びます。',
  'directory.setup.entra.2':
    '「Tenant URL」にベース URL、「Secret Token」にここで作成したトークンを入力し、接続をテストします。',
  'directory.setup.entra.3':
    'マッピングで mail を emails[type eq "work"].value に、objectId を externalId に対応付けます。',
  'directory.setup.entra.4':
    'ユーザーとグループをアプリケーションに割り当ててから、プロビジョニングを開始します。',
  'directory.setup.okta.1': 'アプリケーションで「General」を開き、SCIM プロビジョニングをオンにします。',
  'directory.setup.okta.2':
    '「Provisioning」で、ベース URL、一意の識別子として userName、認証モードとして「HTTP Header」、ここで作成したトークンを入力します。',
  'directory.setup.okta.3':
    '「Create Users」、「Update User Attributes」、「Deactivate Users」をオンにします。',
  'directory.setup.okta.4': 'ユーザーをアプリケーションに割り当て、「Push Groups」でグループを追加します。',
  'directory.setup.whom':
    'ディレクトリは、組織が確認済みのドメインのアドレスを持つユーザーを管理します。それ以外のユーザーは変わりません。',

  'directory.groups': 'グループ',
  'directory.groups.about':
    'ディレクトリから送信されたグループです。そのままでは何の効果もありません。対応付けると、グループのユーザーは、グループに属している間、管理者になるか、アプリのロールを持ちます。',
  'directory.groups.columns.group': 'グループ',
  'directory.groups.columns.people': '人数',
  'directory.groups.columns.role': '付与するロール',
  'directory.groups.empty': 'グループはまだありません',
  'directory.groups.empty.text': 'ディレクトリから送信されると、ここに表示されます。',
  'directory.groups.map': '管理者にする',
  'directory.groups.map.done': 'グループのユーザーを管理者にしました。',
  'directory.groups.map.named': '管理者にする：{group}',
  'directory.groups.map.text':
    '{group} の {count, plural, other {# 人}}が、メンバー、招待、キーを管理できるようになります。今後、グループに属するユーザーはディレクトリで決まります。オーナーはオーナーのままです。',
  'directory.groups.map.title': 'このグループのユーザーを管理者にしますか？',
  'directory.groups.noRole': 'なし',
  'directory.groups.people': '{count, plural, other {# 人}}',
  'directory.groups.unmap': '管理者を解除',
  'directory.groups.unmap.done': 'グループから管理者のロールを外しました。',
  'directory.groups.unmap.named': '管理者を解除：{group}',
  'directory.groups.unmap.text':
    '{group} によってのみ管理者になっているユーザーは、メンバーになります。オーナーと、手動で管理者にしたユーザーは変わりません。',
  'directory.groups.unmap.title': 'このグループから管理者のロールを外しますか？',

  'directory.refusals': '拒否されたリクエスト',
  'directory.refusals.about': '過去 1 週間にディレクトリから送信され、拒否された最近のリクエストです。',
  'directory.refusals.columns.what': '拒否された内容',
  'directory.refusals.columns.when': '日時',
  'directory.refusals.empty': '過去 1 週間に拒否されたものはありません',

  'directory.attempt.DELETE.group': 'グループの削除',
  'directory.attempt.DELETE.other': '{path} の削除',
  'directory.attempt.DELETE.person': 'ユーザーの削除',
  'directory.attempt.GET.group': 'グループの読み取り',
  'directory.attempt.GET.groups': 'グループ一覧の読み取り',
  'directory.attempt.GET.other': '{path} の読み取り',
  'directory.attempt.GET.people': 'ユーザー一覧の読み取り',
  'directory.attempt.GET.person': 'ユーザーの読み取り',
  'directory.attempt.PATCH.group': 'グループの変更',
  'directory.attempt.PATCH.other': '{path} の変更',
  'directory.attempt.PATCH.person': 'ユーザーの変更',
  'directory.attempt.POST.group': 'グループの作成',
  'directory.attempt.POST.other': '{path} の作成',
  'directory.attempt.POST.person': 'ユーザーの作成',
  'directory.attempt.PUT.group': 'グループの置き換え',
  'directory.attempt.PUT.other': '{path} の置き換え',
  'directory.attempt.PUT.person': 'ユーザーの置き換え',

  'directory.advice.403':
    'アドレスは、組織が確認済みのドメインのものである必要があります。オーナーのアドレスと、サービスのロールを持つユーザーは、ここでのみ変更できます。',
  'directory.advice.404':
    'ユーザーまたはグループが存在しないか、ディレクトリのものではありません。ディレクトリですべてを再同期してください。',
  'directory.advice.405':
    'ディレクトリが、このアドレスで使えないメソッドを使用しました。ベース URL を確認してください。',
  'directory.advice.409': '組織には有効なオーナーが必要です。先に他のメンバーをオーナーにしてください。',
  'directory.advice.413':
    'リクエストが大きすぎます。ディレクトリが一度に送信するメンバーを減らしてください。',
  'directory.advice.415':
    'ディレクトリは JSON を送信する必要があります。SCIM 2.0 に対応しているか確認してください。',
  'directory.advice.invalidFilter':
    'ディレクトリが、検索に対応していない項目で検索しました。userName または externalId で照合してください。',
  'directory.advice.invalidPath':
    'ディレクトリが不明な属性を送信しました。属性のマッピングから削除してください。',
  'directory.advice.invalidSyntax':
    'リクエストを読み取れませんでした。ディレクトリが SCIM 2.0 に対応しているか確認してください。',
  'directory.advice.invalidValue':
    '値が属性に合わないか、存在しないユーザーがグループに含まれています。マッピングを確認し、そのユーザーも割り当ててください。',
  'directory.advice.mutability':
    'ディレクトリが、変更できない属性を変更しようとしました。属性のマッピングから削除してください。',
  'directory.advice.noTarget':
    'ディレクトリが、存在しないものを変更しようとしました。ディレクトリですべてを再同期してください。',
  'directory.advice.other': 'ディレクトリの属性のマッピングを確認してください。',
  'directory.advice.ours': 'サービス側の問題です。ディレクトリは自動的に再試行します。',
  'directory.advice.uniqueness':
    '名前またはアドレスが使用されています。別の組織に所属しているユーザーの場合は、代わりに招待してください。同じユーザーが重複している場合は、ディレクトリで片方を削除してください。',
} as const;
