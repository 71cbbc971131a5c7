/** Parts that many pages behind the sign-in share: lists, dialogs, times and the names of ranks. */
export const shared = {
  'colorScheme.auto': 'システムと同じ',
  'colorScheme.dark': 'ダーク',
  'colorScheme.label': '配色',
  'colorScheme.light': 'ライト',

  'copy.action': 'コピー',
  'copy.named': '{name} をコピー',

  'dialog.cancel': 'キャンセル',
  'dialog.done': '完了',
  'dialog.typeToConfirm': '確認のため {text} と入力してください',

  'form.advanced': '詳細設定',

  'list.about': '約 {total} 件中 {first}～{last} 件',
  'list.actions': '操作',
  'list.actionsFor': '{name} の操作',
  'list.clear': 'フィルターをクリア',
  'list.clearFilter': '{filter}をクリア',
  'list.details': '詳細',
  'list.detailsOf': '{name} の詳細',
  'list.emptyPage': 'このページは空です',
  'list.emptyPageText': '一覧が以前より短くなりました。',
  'list.firstPage': '最初のページへ',
  'list.noMatches': '一致するものはありません',
  'list.noMatchesText': '検索語を短くするか、フィルターを減らしてください。',
  'list.page': '{page} ページ',
  'list.page.first': '最初のページ',
  'list.page.last': '最後のページ',
  'list.page.next': '次のページ',
  'list.page.previous': '前のページ',
  'list.range': '{total} 件中 {first}～{last} 件',

  'overlap.0': 'すぐに',
  'overlap.1': '1 時間後',
  'overlap.168': '7 日後',
  'overlap.24': '24 時間後',
  'overlap.72': '3 日後',

  'page.guide': 'このページのガイド（英語）',

  'rank.organization.ADMIN': '管理者',
  'rank.organization.MEMBER': 'メンバー',
  'rank.organization.OWNER': 'オーナー',
  'rank.system.ADMIN': '管理者',
  'rank.system.MODERATOR': 'モデレーター',
  'rank.system.USER': 'ユーザー',

  'secret.copied': 'コピーしました',
  'secret.copy': 'シークレットをコピー',
  'secret.copyNow': '今すぐコピーしてください',
  'snippet.copy': 'スニペットをコピー',

  'time.justNow': 'たった今',
  'time.never': 'なし',
  'toast.dismiss': '閉じる',
  'list.select': '{name} を選択',
  'list.selectPage': 'このページをすべて選択',
} as const;
