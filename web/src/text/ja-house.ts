import type { enHouse } from "./en-house";

export const jaHouse: Record<keyof typeof enHouse, string> = {
  "seat.guest": "ゲスト", "table.didBy": "{who}：{what}。", "table.did": "{what}。",
  "you.title": "あなた", "you.name": "卓での名前", "you.save": "保存", "you.saved": "保存しました。", "you.device": "別の端末", "you.device.about": "リンクを別の端末で開くと、そこでもあなたとして対局を続けられます。10分以内に1回だけ使えます。", "you.device.make": "リンクを作る", "you.device.link": "別の端末でこれを開いてください：",
  "you.remind": "お知らせ", "you.remind.about": "1手に何日かある対局では、手番になるとこのアドレス（Webhook、https://…）へ短い知らせを送ります。空欄なら送りません。", "you.remind.address": "お知らせの送り先", "you.remind.set": "設定", "you.account": "アカウント", "you.account.about": "なくても遊べます。作っておくと、どこからでも自分の対局に戻れます。", "you.account.is": "{login}としてログインしています。", "you.account.leave": "ログアウト", "you.login": "ログイン名", "you.password": "パスワード", "you.register": "アカウントを作る", "you.enter": "ログイン", "you.registered": "アカウントを作りました。", "you.absorb": "ログイン時に、このブラウザの対局も引き継ぐ", "you.sessions": "ログイン中の端末", "you.sessions.about": "あなたとして使われているブラウザの一覧です。なくした端末はここで解除できます。", "you.session.this": "このブラウザ", "you.session.since": "{day}から", "you.session.end": "解除", "you.session.ended": "解除しました。", "you.session.other": "その他のプログラム",
  "option.on": "オン", "option.off": "オフ",
  "option.gunshi.agreed_deck": "取り決めた札の構成",
  "option.gunshi.edition.final": "最終版（印刷）", "option.gunshi.edition.draft": "草案版",
  "option.gunshi.variant.basic": "基本札", "option.gunshi.variant.inspiration_1": "閃き1：誰も見ていない札", "option.gunshi.variant.inspiration_2": "閃き2：密かに用意", "option.gunshi.variant.inspiration_3": "閃き3：共通の札", "option.gunshi.variant.custom": "自由構築",
  "option.gunshi.deck_rule.picks": "交互に選ぶ", "option.gunshi.deck_rule.open_picks": "青から交互に選ぶ", "option.gunshi.deck_rule.agreed": "取り決め", "option.gunshi.deck_rule.secret": "秘密に選ぶ",
  "option.gunshi.formation.free": "自由に布陣", "option.gunshi.formation.first_battle": "初陣", "option.gunshi.formation.formation_1": "布陣1", "option.gunshi.formation.formation_2": "布陣2", "option.gunshi.formation.formation_3": "布陣3", "option.gunshi.formation.skirmish": "小競り合い",
  "option.gunshi.resupply_basis.edition": "版に従う", "option.gunshi.resupply_basis.position": "最後の札がある枠", "option.gunshi.resupply_basis.cards": "札の枚数",
  "option.gunshi.reinforcement_clears_fences.edition": "版に従う", "option.gunshi.reinforcement_clears_fences.yes": "はい", "option.gunshi.reinforcement_clears_fences.no": "いいえ",
  "option.gunkimono.layout.gk56": "56マス（7×8）", "option.gunkimono.layout.gk55": "55マス（5×11）", "option.gunkimono.layout.tiny": "ミニ",
  "option.gunkimono.box.full": "すべて", "option.gunkimono.box.tiny": "ミニ", "option.gunkimono.start.random": "無作為",
  "option.shogun.map.japan": "日本", "option.shogun.map.kyushu": "九州", "option.shogun.map.tiny": "ミニ", "option.shogun.sea_lines.standard": "標準",

  "preset.gunshi.draft": "草案版", "preset.gunshi.formation_1": "布陣1", "preset.gunshi.formation_2": "布陣2", "preset.gunshi.formation_3": "布陣3", "preset.gunshi.inspiration_1": "閃き1：誰も見ていない札", "preset.gunshi.inspiration_2": "閃き2：密かに用意", "preset.gunshi.inspiration_3": "閃き3：共通の札", "preset.gunshi.custom": "自由構築：交互に選ぶ", "preset.gunshi.custom_open": "自由構築：青から選ぶ", "preset.gunshi.custom_secret": "自由構築：秘密に選ぶ", "preset.gunshi.wave_after_wave": "札の構成：波状攻撃", "preset.gunshi.fire_at_will": "札の構成：乱れ撃ち", "preset.gunshi.logistical_nightmare": "札の構成：兵站の悪夢", "preset.gunshi.who_dares_wins": "札の構成：挑む者が勝つ",
  "preset.gunkimono.gk55": "55マス", "preset.gunkimono.strict": "厳格：1つの陣に自分の砦は1つ",

  "how.shogun_taken": "将軍が取られました。", "how.three_invaders": "3つの部隊が侵入しました。", "how.turn_cap_reached": "手番数の上限に達しました。",
  "how.most_points": "最も得点の多いプレイヤーの勝ちです。", "how.tie_broken_by_troops_held": "同点のため、陣の部隊の数で決まりました。", "how.shared_win": "勝利を分け合います。", "how.points": "{points}。{how}",
  "how.provinces": "目標の{n}ヶ国に達しました。", "how.provinces_shared": "目標の{n}ヶ国に達しました。勝利を分け合います。", "how.last_clan_standing": "最後まで残った家の勝ちです。", "how.round_limit": "最終ラウンドが終わり、国の数で勝敗が決まります。", "how.nobody_left": "誰も残りませんでした。",
  "how.resigns": "{who}が投了しました。", "how.draw_agreed": "合意により引き分けです。", "how.out_of_time": "{who}の持ち時間が切れました。", "how.abandoned": "対局は打ち切られました。",

  "problem.too-much": "操作が多すぎます。少し待ってからお試しください。", "problem.no-session": "先にゲストになってください。", "problem.bad-login": "ログイン名かパスワードが違います。", "problem.wrong-origin": "ほかのサイトからは操作できません。", "problem.not-allowed": "その操作は許されていません。", "problem.not-known": "見つかりません。", "problem.unknown-game": "そのゲームはありません。", "problem.stale": "盤面が先に進んでいます。もう一度ご覧ください。", "problem.not-your-turn": "あなたの番ではありません。", "problem.over": "対局は終わっています。", "problem.unreadable": "この卓は読み込めません。", "problem.rules-changed": "この卓は古いルールで遊ばれました。", "problem.refused": "いまはできません。", "problem.conflict": "ほかの人が先に行いました。", "problem.illegal": "ルールにより、できません。", "problem.bad-notation": "入力を読み取れません。", "problem.bad-options": "この設定では遊べません。", "problem.bad-record": "棋譜として読み取れません。", "problem.storage": "サーバーがいま保存できません。何も変わっていません。", "problem.bad-request": "サーバーが要求を読み取れません。", "problem.too-large": "大きすぎます。", "problem.bad-method": "サーバーが要求を読み取れません。", "problem.bad-type": "サーバーが要求を読み取れません。", "problem.broken": "サーバーに不具合がありました。何も変わっていません。",
};
