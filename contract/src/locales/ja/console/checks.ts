/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'ローカルチェック',
  'checks.description':
    '呼び出し元を自分で確認しているバックエンドのプロセスです。変更や取り消しは、それぞれの許容時間内に反映されます。',
  'checks.confirm': 'すべてで確認',
  'checks.waiting': 'すべてのプロセスを待っています。最長 10 秒です。',
  'checks.done': '確認済み: {confirmed}。期限切れ: {expired}。以前の状態で応答するプロセスはもうありません。',
  'checks.offer': '呼び出し元を自分で確認するバックエンドには、許容時間内に反映されます。',
  'checks.empty.title': '自分で確認しているプロセスはありません',
  'checks.empty.text': 'どのバックエンドもリクエストごとに問い合わせるため、取り消しはすぐに反映されます。',
  'checks.columns.process': 'プロセス',
  'checks.session': 'セッション経由',
  'checks.columns.bound': '許容時間',
  'checks.columns.behind': '遅れ',
  'checks.columns.asked': '最後の問い合わせ',
  'checks.ms': '{ms} ミリ秒',
} as const;
