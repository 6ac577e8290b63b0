import type { en } from "./en";
import { jaGames } from "./ja-games";
import { jaLearn } from "./ja-learn";
import { jaThings } from "./ja-things";

export const ja: Record<keyof typeof en, string> = {
  ...jaGames,
  ...jaLearn,
  ...jaThings,
  skip: "本文へ", loading: "少々お待ちください…", loadFailed: "ページを読み込めませんでした。", reload: "再読み込み", retry: "もう一度", close: "閉じる", yes: "はい", no: "いいえ", undo: "戻す", toHome: "ホームへ",
  "nav.label": "メイン", "nav.learn": "学ぶ", "nav.rules": "ルール", "nav.edition": "この版について",
  "alerts.toggle": "手番を通知する", "sound.toggle": "音",
  "error.server": "サーバーが応答しません。対局は保存されています。再接続中です。",
  "home.title": "軍配 – 戦国の三つのボードゲーム", "home.heading": "戦国を遊ぶ、三つの盤", "home.lead": "ワンクリックでボットや友人と対局。ルールは軍配が守り、秘密は秘密のまま、賽の目は検証できます。",
  "home.mine": "あなたの対局", "home.games": "ゲーム", "home.play": "すぐ遊ぶ", "home.starting": "準備中…", "home.ways": "他の遊び方", "home.learn": "数分で覚える", "home.rules": "ルール", "home.open": "募集中の卓", "home.noneOpen": "募集中の卓はありません。「他の遊び方」から開けます。", "home.foot": "対局はこのブラウザのゲストに保存されます。",
  "option.players": "人数", "option.gunshi.edition": "版", "option.gunshi.variant": "札の構成", "option.gunshi.deck_rule": "自由構築の決め方", "option.gunshi.deck": "取り決めた山札", "option.gunshi.promos": "三略の札", "option.gunshi.formation": "布陣", "option.gunshi.points": "布陣の点数", "option.gunshi.mlp_max": "軍略点の上限", "option.gunshi.turn_cap": "引き分けまでの手番数", "option.gunshi.resupply_basis": "補給の数え方", "option.gunshi.reinforcement_clears_fences": "援軍は敵の柵を除く", "option.gunshi.turn_on_shield_hit": "盾を割ると向きを変える",
  "option.gunkimono.layout": "戦場", "option.gunkimono.grid": "自作の戦場", "option.gunkimono.box": "タイル", "option.gunkimono.track": "名誉の段", "option.gunkimono.own_double": "一つの陣に自分の砦二つ", "option.gunkimono.start": "先手",
  "option.shogun.map": "地図", "option.shogun.sea_lines": "海路", "option.shogun.experience": "練度の道", "option.shogun.first_round_bans": "静かな第1ラウンド", "option.shogun.longer": "長いゲーム", "option.shogun.ronin": "雇える浪人", "option.shogun.rounds": "最大ラウンド数",
  "preset.gunshi.standard": "標準", "preset.gunshi.first_battle": "初陣(用意済み)", "preset.gunshi.tiny": "三手番の小競り合い", "preset.gunkimono.tiny": "極小", "preset.shogun.tiny": "極小の地図・2ラウンド", "preset.shogun.kyushu": "九州・3人", "preset.shogun.duel": "一騎打ち:各二色", "preset.shogun.longer": "長いゲーム・5人",
  "seat.open": "空席", "seat.bot": "ボット:{name}", "seat.you": "あなた", "seat.turn": "手番",
  "bot.random": "でたらめ", "bot.greedy": "欲張り", "bot.plain": "素朴な探索", "bot.search": "探索", "bot.level-1": "1 小姓", "bot.level-2": "2 足軽", "bot.level-3": "3 侍", "bot.level-4": "4 武将", "bot.level-5": "5 将軍",
  "list.over": "再生", "list.yourTurn": "あなたの番", "list.waiting": "待機中", "list.join": "参加", "list.playing": "対局中", "list.watch": "観戦",
  "new.title": "{game}で遊ぶ", "new.with": "誰と遊びますか", "new.bot": "ボットと", "new.bot.about": "すぐ始まります。", "new.friend": "友人と", "new.friend.about": "リンクを送って離れて遊ぶ。", "new.device": "この端末で", "new.device.about": "端末を回して遊ぶ。秘密は隠れます。", "new.level": "ボットの強さ", "new.players": "人数", "new.listed": "募集中の卓に載せる", "new.options": "詳細設定", "new.preset": "用意された設定", "new.preset.none": "標準", "new.clock": "時計", "new.create": "卓を開く",
  "clock.none": "なし", "clock.half": "各30分", "clock.hour": "各60分", "clock.days": "一手3日",
  "gather.waiting": "席が埋まると始まります。", "gather.invited": "席が空いています。", "gather.sit": "座る", "gather.link": "リンクで招待", "gather.copied": "リンクをコピーしました。友人に送ってください。", "gather.copy": "このリンクを友人に送ってください。", "gather.start": "始める",
  "link.bad": "このリンクは使えません", "lost.title": "ここには何もありません", "lost.about": "アドレスをお確かめください。",
  "table.gone": "この卓はないか、見ることができません。", "table.over": "対局終了", "table.waitingFor": "{who}の決断を待っています…", "table.offline": "切断中・再接続しています", "table.board": "盤", "table.side": "選択肢と記録",
  "alert.yourTurn": "あなたの番です。",
  "choices.all": "すべての選択肢", "choices.one": "盤上に選択肢が1つ", "choices.many": "盤上に選択肢が{n}", "choices.type": "命令を入力", "choices.typeHint": "または入力:{example}", "choices.do": "実行",
  "handover.short": "端末を渡してください", "handover.title": "{who}に端末を渡してください", "handover.about": "{who}の準備ができるまで何も表示しません。", "handover.ready": "私が{who}です",
  "offer.draw": "{who}が引き分けを提案しています。受けますか?", "offer.takeBack": "{who}が待ったを求めています:",
  "menu.title": "その他", "menu.takeBack": "直前の手の待ったを頼む", "menu.draw": "引き分けを提案", "menu.resign": "投了", "menu.sure": "本当に投了しますか?", "menu.resignNow": "はい、投了します", "menu.replay": "対局を振り返る",
  "why.not": "できません:", "why.rule": "ルール {n}",
  "talk.record": "記録に残す", "talk.recordAbout": "約定を皆が読める記録に残す。将軍の停戦は相手だけに届く: truce offer blue rounds 2 scope Kyushu", "talk.log": "記録", "talk.chat": "会話", "talk.empty": "まだ何も起きていません。", "talk.silence": "まだ誰も話していません。", "talk.say": "卓の皆に話す", "talk.send": "送る",
  "result.won": "勝利!", "result.lost": "敗北", "result.wins": "{who}の勝ち", "result.draw": "勝者なし", "result.again": "もう一局", "result.replay": "再生を見る",
  "replay.title": "再生", "replay.move": "{n} / {all} 手目", "replay.first": "最初へ", "replay.back": "一手戻る", "replay.forward": "一手進む", "replay.last": "最後へ", "replay.play": "再生", "replay.pause": "停止", "replay.as": "視点", "replay.watcher": "観戦者", "replay.link": "この場面のリンクをコピー", "replay.copied": "コピーしました", "replay.record": "棋譜を保存", "replay.start": "開始", "replay.none": "この場面は表示できません。",
  "rules.title": "ルール", "rules.games": "ゲーム", "rules.search": "ルールを検索", "rules.english": "ルール本文は英語です。", "rules.contents": "章", "rules.none": "該当する条文がありません。", "rules.choose": "ゲームを選んでください。",
  "edition.title": "この版について", "edition.lead": "ルールは原典に従い、文章・絵・名称はすべて独自のものです。原典の図の一部は入手できず、図だけにあった値は復元したもので、ルールに触れずに差し替えられます。", "edition.settings": "復元に基づく設定", "edition.paragraphs": "復元に基づく条文", "edition.none": "ありません。", "edition.map": "地図は Natural Earth の海岸線(パブリックドメイン)に描いています。軍勢を置けるよう、畿内を広げ、三つの小島を大きくしました。国境は、ゲームで隣接する国どうしだけが接します。", "edition.dice": "賽と札:最初の抽選の前にサーバーは秘密の種を約束し、各席が自分の乱数を加えます。終局後に種が公開され、誰でもすべての抽選を確かめられます。",
};
