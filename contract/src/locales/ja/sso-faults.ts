/** What is wrong with an answer of an identity provider, or with its settings, for the administrator who can change it. */
export const ssoFaults = {
  'sso.size': 'メッセージが {limit} KiB を超えています。',
  'sso.size.parts': 'メッセージの要素と属性が合わせて {limit} 個を超えています。',
  'sso.size.kinds': 'メッセージの要素の種類が {limit} を超えています。',
  'sso.size.depth': 'メッセージの要素の入れ子が {limit} 階層を超えています。',
  'sso.size.prefixes': 'メッセージで同時に有効な名前空間接頭辞が {limit} 個を超えています。',
  'sso.size.attributes': 'メッセージの要素に {limit} 個を超える属性があります。',
  'sso.encoding.base64': 'メッセージが Base64 ではありません。',
  'sso.encoding.utf8': 'メッセージが UTF-8 ではありません。',
  'sso.xml': 'メッセージが整形式の XML ではありません。',
  'sso.xml.character': 'メッセージが整形式の XML ではありません。XML で禁止されている文字が含まれています。',
  'sso.xml.early': 'メッセージが整形式の XML ではありません。途中で終わっています。',
  'sso.xml.outside': 'メッセージが整形式の XML ではありません。ルート要素の外にテキストがあります。',
  'sso.xml.cdataEnd': 'メッセージが整形式の XML ではありません。テキスト内に「]]>」があります。',
  'sso.xml.cdataPlace': 'メッセージが整形式の XML ではありません。CDATA セクションの位置が正しくありません。',
  'sso.xml.mark': 'メッセージが整形式の XML ではありません。{mark} がありません。',
  'sso.xml.endTag': 'メッセージが整形式の XML ではありません。終了タグが開始タグと一致しません。',
  'sso.xml.bracket': 'メッセージが整形式の XML ではありません。要素の始まりではない「<」があります。',
  'sso.xml.tag': 'メッセージが整形式の XML ではありません。{tag} のタグが正しくありません。',
  'sso.xml.prefix': 'メッセージが整形式の XML ではありません。{tag} に名前空間のない接頭辞が使われています。',
  'sso.xml.repeated': 'メッセージが整形式の XML ではありません。属性 {name} が重複しています。',
  'sso.xml.namespace': 'メッセージが整形式の XML ではありません。{name} は宣言できる名前空間ではありません。',
  'sso.xml.entity': 'メッセージが整形式の XML ではありません。XML で定義された 5 つ以外の実体があります。',
  'sso.xml.reference':
    'メッセージが整形式の XML ではありません。文字参照が XML で禁止されている文字を指しています。',
  'sso.dtd': 'メッセージに文書型宣言（DTD）が含まれています。',
  'sso.comment': 'メッセージにコメントが含まれています。',
  'sso.processingInstruction': 'メッセージに処理命令が含まれています。',
  'sso.repeatedId': 'メッセージの 2 つの要素の ID が同じです。',
  'sso.encryption': 'メッセージが暗号化されています。アサーションの暗号化をオフにしてください。',
  'sso.response': 'メッセージが SAML 2.0 の Response ではありません。',
  'sso.noStatus': 'メッセージに Status がありません。',
  'sso.refused': 'ID プロバイダーがログインを拒否しました：「{words}」',
  'sso.oneAssertion': 'レスポンスは、直下にアサーションをちょうど 1 つ含む必要があります。',
  'sso.signaturePlace': '署名は Response または Assertion の直下に 1 つだけ置く必要があります。',
  'sso.unsigned': 'レスポンスもアサーションも署名されていません。どちらかの署名をオンにしてください。',
  'sso.signedId': 'メッセージの署名された要素に有効な ID がありません。',
  'sso.coversOther': 'メッセージ内の署名が、それを含む要素とは別の要素を対象にしています。',
  'sso.altered': 'メッセージが署名後に変更されたか、署名が正しくありません。',
  'sso.noCertificate':
    '署名が登録済みのどの証明書とも一致しません。ID プロバイダーの現在の証明書を追加してください。',
  'sso.form.large': 'メッセージ内の署名を受け入れられません。サイズが大きすぎます。',
  'sso.form.parts': 'メッセージ内の署名を受け入れられません。SignedInfo と SignatureValue が必要です。',
  'sso.form.children':
    'メッセージ内の署名を受け入れられません。SignedInfo、SignatureValue、KeyInfo 以外の要素が含まれています。',
  'sso.form.keyInfo': 'メッセージ内の署名を受け入れられません。KeyInfo が複数あります。',
  'sso.form.oneReference':
    'メッセージ内の署名を受け入れられません。SignedInfo には Reference がちょうど 1 つ必要です。',
  'sso.form.signedInfo': 'メッセージ内の署名を受け入れられません。SignedInfo には {names} が必要です。',
  'sso.form.method': 'メッセージ内の署名を受け入れられません。SignatureMethod にパラメーターがあります。',
  'sso.form.reference':
    'メッセージ内の署名を受け入れられません。Reference には Transforms、DigestMethod、DigestValue が必要です。',
  'sso.form.names':
    'メッセージ内の署名を受け入れられません。Reference は、それを含む要素を指す必要があります。',
  'sso.form.twoTransforms':
    'メッセージ内の署名を受け入れられません。Reference には変換がちょうど 2 つ必要です。',
  'sso.form.unknownTransform': 'メッセージ内の署名を受け入れられません。不明な変換があります。',
  'sso.form.firstTransform': 'メッセージ内の署名を受け入れられません。最初の変換にパラメーターがあります。',
  'sso.form.digestMethod': 'メッセージ内の署名を受け入れられません。DigestMethod にパラメーターがあります。',
  'sso.form.digestValue': 'メッセージ内の署名を受け入れられません。DigestValue が Base64 ではありません。',
  'sso.algorithm':
    '{kind, select, canonicalization {正規化} signature {署名} digest {ダイジェスト} first {最初の変換} other {2 番目の変換}}のアルゴリズム「{name}」は受け入れられません。RSA と SHA-256 で署名するように ID プロバイダーを設定してください。',
  'sso.algorithm.missing':
    'メッセージ内の署名にアルゴリズムの指定がありません。RSA と SHA-256 で署名するように ID プロバイダーを設定してください。',
  'sso.destination': 'レスポンスの Destination が「{found}」です。ACS URL を {acsUrl} に設定してください。',
  'sso.destination.missing':
    'レスポンスに Destination がありません。ACS URL を {acsUrl} に設定してください。',
  'sso.inResponseTo.response': 'レスポンスがこのログインのリクエストに対するものではありません。',
  'sso.inResponseTo.assertion': 'アサーションがこのログインのリクエストに対するものではありません。',
  'sso.issuer.response':
    'レスポンスの Issuer は「{found}」ですが、登録されているエンティティ ID は {entityId} です。',
  'sso.issuer.response.missing':
    'レスポンスの Issuer を読み取れません。登録されているエンティティ ID は {entityId} です。',
  'sso.issuer.assertion':
    'アサーションの Issuer は「{found}」ですが、登録されているエンティティ ID は {entityId} です。',
  'sso.issuer.assertion.missing':
    'アサーションには Issuer がちょうど 1 つ必要です。登録されているエンティティ ID は {entityId} です。',
  'sso.assertionVersion': 'アサーションには ID とバージョン 2.0 が必要です。',
  'sso.subject': 'アサーションには Subject がちょうど 1 つ必要です。',
  'sso.nameId': 'Subject には {limit} 文字以内の NameID がちょうど 1 つ必要です。',
  'sso.nameId.transient':
    'NameID が一時的なもののため、次回から本人を識別できません。永続的なもの、またはメールアドレスを送信してください。',
  'sso.confirmation': 'Subject にメソッドが bearer の確認がありません。',
  'sso.confirmation.data': 'bearer の確認に SubjectConfirmationData がありません。',
  'sso.confirmation.end': 'bearer の確認に NotOnOrAfter がありません。',
  'sso.recipient': 'Recipient が「{found}」です。ACS URL を {acsUrl} に設定してください。',
  'sso.recipient.missing': 'アサーションに Recipient がありません。ACS URL を {acsUrl} に設定してください。',
  'sso.conditions': 'アサーションには Conditions 要素がちょうど 1 つ必要です。',
  'sso.condition': '条件「{name}」を解釈できません。',
  'sso.audience': 'オーディエンスが「{found}」です。エンティティ ID を {audience} に設定してください。',
  'sso.audience.missing':
    'アサーションにオーディエンスの指定がありません。エンティティ ID を {audience} に設定してください。',
  'sso.timeForm': '{field} が「{found}」ですが、これは UTC の時刻ではありません。',
  'sso.time':
    '{field} は {moment} ですが、こちらの時刻は {now} です。両方のサーバーの時計を確認してください。',
  'sso.time.confirmation':
    '確認の {field} は {moment} ですが、こちらの時刻は {now} です。両方のサーバーの時計を確認してください。',
  'sso.authentication': 'アサーションに AuthnStatement がありません。',
  'sso.authentication.instant': 'AuthnStatement に AuthnInstant がありません。',
  'sso.notAgain':
    '再ログインが必要ですが、最後のログインは {moment} です。ForceAuthn への対応をオンにしてください。',
  'sso.client': 'ID プロバイダーがクライアント ID またはクライアントシークレットを拒否しました。',
  'sso.answer': 'ID プロバイダーの応答を受け入れられません：「{cause}」',
  'sso.answer.missing': 'ID プロバイダーの応答を受け入れられません。',
  'sso.settings.incomplete': '設定が完了していません。',
  'sso.settings.issuer': '発行者が別の名前を名乗っています。',
  'sso.settings.discovery': 'この発行者と完全に一致するディスカバリードキュメントが見つかりませんでした。',
  'sso.settings.signInUrl':
    'このログイン URL は使用できません。絶対 URL で、本番環境では https である必要があります。',
  'sso.certificate.form': '証明書を PEM または Base64 で 1 つ入力してください。',
  'sso.certificate.x509': 'X.509 証明書ではありません。',
  'sso.certificate.key': '証明書には {bits} ビット以上の RSA 鍵が必要です。',
  'sso.certificate.count': '署名証明書は 1～{limit} 個必要です。',
  'sso.metadata.unreadable': 'メタデータを読み取れません。{why}',
  'sso.metadata.one':
    'メタデータには SAML 2.0 の ID プロバイダーがちょうど 1 つ記述されている必要があります。',
  'sso.metadata.entityId': 'メタデータに entityID がありません。',
  'sso.metadata.redirect': 'メタデータに HTTP-Redirect バインディングのログイン URL がありません。',
  'sso.metadata.status': 'メタデータ URL の応答は {status} でした。',
  'sso.metadata.silent': 'メタデータ URL が応答しませんでした。',
} as const;
