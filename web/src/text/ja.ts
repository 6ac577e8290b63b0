import type { en } from "./en";
import { jaGames } from "./ja-games";
import { jaHouse } from "./ja-house";
import { jaLearn } from "./ja-learn";
import { jaTable } from "./ja-table";
import { jaThings } from "./ja-things";

export const ja: Record<keyof typeof en, string> = {
  ...jaGames,
  ...jaHouse,
  ...jaLearn,
  ...jaTable,
  ...jaThings,
  skip: "本文へ", loading: "少々お待ちください…", loadFailed: "ページを読み込めませんでした。", reload: "再読み込み", retry: "もう一度", close: "閉じる", comma: "、", space: "", yes: "はい", no: "いいえ", undo: "戻す", toHome: "ホームへ",
  "nav.label": "メイン", "nav.learn": "学ぶ", "nav.rules": "ルール", "nav.edition": "この版について",
  "alerts.toggle": "手番を通知", "alerts.blocked": "このブラウザでは通知が許可されていません。サイトの設定で変更できます。", "sound.toggle": "音",
  "error.server": "サーバーが応答しません。対局は保存されています。再接続中です。",
  "home.title": "軍配 – 戦国の三つのボードゲーム", "home.heading": "戦国を舞台にした三つのボードゲーム", "home.lead": "ワンクリックで、ボットや友人と対局できます。ルールの管理は軍配におまかせください。秘密は秘密のまま守られ、ダイスの目は後から検証できます。",
  "home.mine": "あなたの対局", "home.games": "ゲーム", "home.play": "すぐ遊ぶ", "home.starting": "準備中…", "home.ways": "他の遊び方", "home.learn": "数分で覚える", "home.rules": "ルール", "home.open": "募集中の卓", "home.noneOpen": "募集中の卓はありません。「他の遊び方」から卓を開けます。", "home.ways.about": "強いボット・友人へのリンク・1台で交代", "home.foot": "対局はこのブラウザに結びついて保存されます。ほかの端末でも続けるには、上の「あなた」を開いてください。", "home.done": "終わった対局", "home.noneDone": "終わった対局は、ここからリプレイできます。", "home.import": "保存した棋譜を開く", "home.import.about": "リプレイから保存したファイルを読み込みます。終局した対局は再生され、途中の対局は続きを遊べます。",
  "option.players": "人数", "option.gunshi.edition": "版", "option.gunshi.variant": "札の構成", "option.gunshi.deck_rule": "自由構築の決め方", "option.gunshi.deck": "取り決めた札の構成", "option.gunshi.promos": "三略の札", "option.gunshi.formation": "布陣", "option.gunshi.points": "布陣に使う軍略点", "option.gunshi.mlp_max": "軍略点の上限", "option.gunshi.turn_cap": "引き分けまでの手番数", "option.gunshi.resupply_basis": "補給の数え方", "option.gunshi.reinforcement_clears_fences": "援軍が敵の柵を取り除く", "option.gunshi.turn_on_shield_hit": "盾を割ったとき向きを変える",
  "option.gunkimono.layout": "戦場", "option.gunkimono.grid": "自作の戦場", "option.gunkimono.box": "タイル", "option.gunkimono.track": "名誉トラックの段", "option.gunkimono.own_double": "同じ陣に自分の砦を2つ築ける", "option.gunkimono.start": "スタートプレイヤー",
  "option.shogun.map": "地図", "option.shogun.sea_lines": "海路", "option.shogun.experience": "練度トラック", "option.shogun.first_round_bans": "第1ラウンドの制限", "option.shogun.longer": "長いゲーム", "option.shogun.ronin": "雇える浪人の数", "option.shogun.rounds": "最大ラウンド数",
  "preset.gunshi.standard": "標準", "preset.gunshi.first_battle": "初陣（配置済み）", "preset.gunshi.tiny": "3手番の小競り合い", "preset.gunkimono.tiny": "ミニ", "preset.shogun.tiny": "ミニ地図・2ラウンド", "preset.shogun.kyushu": "九州・3人", "preset.shogun.duel": "一騎打ち（1人が2つの家）", "preset.shogun.longer": "長いゲーム・5人",
  "seat.open": "空席", "seat.kept": "{name}さんを待っています", "seat.bot": "ボット：{name}", "seat.you": "あなた", "seat.turn": "手番", "seat.late": "時間切れ", "seat.who": "{seat}（{name}）",
  "bot.random": "でたらめ", "bot.greedy": "欲張り", "bot.plain": "素朴な探索", "bot.search": "探索",
  "list.over": "リプレイ", "list.yourTurn": "あなたの番", "list.waiting": "待機中", "list.join": "参加", "list.playing": "対局中", "list.watch": "観戦", "list.all": "すべて表示（{n}）",
  "new.title": "{game}で遊ぶ", "new.with": "誰と遊びますか？", "new.bot": "ボットと", "new.bot.about": "すぐ始まります。", "new.friend": "友人と", "new.friend.about": "リンクを送れば、離れていても遊べます。", "new.device": "この端末で", "new.device.about": "1台の端末を順に回して遊びます。秘密は隠されます。", "new.level": "ボットの強さ", "new.players": "人数", "new.players.line": "{n}人（{list}）", "new.friends": "友人の席", "new.friends.all": "{n}席（残り全部）", "new.friends.some": "{n}席（残りはボット）", "new.listed": "誰でも参加できるよう、「募集中の卓」に載せる", "new.options": "詳細設定", "new.preset": "プリセット", "new.preset.none": "標準", "new.clock": "持ち時間", "new.create": "卓を開く",
  "clock.none": "なし", "clock.tournament": "各20分（大会）", "clock.day": "1手1日", "clock.about": "時間が切れると負けです。", "clock.perMove.about": "日をまたいで進める対局です。通知先は「あなた」で設定できます。", "new.fate": "時間内に指さなかった場合", "fate.bot": "ボットが代わる", "fate.lose": "負けになる", "fate.vote": "ほかの人が決める", "clock.half": "各30分", "clock.hour": "各60分", "clock.days": "1手3日",
  "gather.waiting": "席が埋まると始まります。", "gather.invited": "席が空いています。", "gather.sit": "席に着く", "gather.link": "リンクで招待", "gather.copied": "リンクをコピーしました。友人に送ってください。", "gather.copy": "このリンクを友人に送ってください。", "gather.start": "始める", "gather.leave": "席を立つ",
  "link.bad": "このリンクは使えません", "link.badAbout": "使用済みか、取り消されたか、入力の誤りかもしれません。新しいリンクを頼んでください。", "lost.title": "ここには何もありません", "lost.about": "アドレスをお確かめください。",
  "table.gone": "この卓は見つかりません", "table.goneAbout": "閉じられたか、公開されていないのかもしれません。対局者にリンクを頼んでください。", "table.over": "対局終了", "table.waitingFor": "{who}の選択を待っています…", "table.watching": "観戦中です", "table.offline": "接続が切れました。", "table.offlineAbout": "対局は保存されています。再接続しています…", "result.fold": "結果をたたむ", "result.unfold": "結果を開く", "table.board": "盤", "table.side": "選択肢と記録",
  "alert.yourTurn": "あなたの番です。",
  "choices.all": "すべての選択肢", "choices.one": "選択肢の一覧：1", "choices.many": "選択肢の一覧：{n}", "choices.short": "一覧：{n}", "choices.type": "コマンドを入力", "choices.typeHint": "または入力：{example}", "choices.do": "実行", "choices.confirm": "実行：{what}",
  "handover.short": "端末を渡してください", "handover.title": "{who}に端末を渡してください", "handover.about": "{who}の準備ができるまで何も表示しません。", "handover.ready": "私が{who}です",
  "offer.draw": "{who}が引き分けを提案しています。受けますか？", "offer.takeBack": "{who}が待ったを求めています：", "offer.myDraw": "引き分けを提案しました。返事を待っています…", "offer.myTakeBack": "待ったを申し込みました。返事を待っています…", "offer.declined": "申し出は断られました。",
  "abandon.asked": "{who}が、勝敗なしで終えることを提案しています。同意しますか？", "abandon.waiting": "勝敗なしで終えることを提案しました。ほかの人の返事を待っています…", "abandon.withdraw": "やはり続ける", "absent.asked": "{who}の持ち時間が切れました。この席をどうしますか？", "absent.bot": "ボットに任せる", "absent.lose": "負けとする",
  "menu.title": "その他", "menu.takeBack": "待ったを申し込む", "menu.draw": "引き分けを提案", "menu.resign": "投了する", "menu.resign.sure": "投了すると負けになります。よろしいですか？", "menu.resign.now": "はい、投了します", "menu.abandon": "勝敗なしで終える", "menu.abandon.sure": "勝者なしで対局を終えます。ほかの人がいれば、先に同意を求めます。", "menu.abandon.now": "はい、終えます", "menu.leave": "席を立つ", "menu.leave.sure": "席はボットが引き継ぎ、戻ることはできません。", "menu.leave.now": "はい、席を立ちます", "menu.stay": "いいえ、続けます", "menu.watch": "観戦用リンク", "menu.replay": "振り返る", "menu.kept": "対局は自動で保存されます。いつ閉じても、ホームの「あなたの対局」から続けられます。",
  "why.not": "できません：", "why.rule": "ルール {n}",
  "talk.record": "記録に残す", "talk.recordAbout": "約束を、全員が読める記録に残します。「将軍」の停戦は、相手だけに届きます：truce offer blue rounds 2 scope Kyushu", "talk.log": "記録", "talk.chat": "チャット", "talk.empty": "まだ何も起きていません。", "talk.silence": "まだ発言はありません。", "talk.say": "卓の全員に話す", "talk.send": "送信", "talk.mute": "{who}さんをミュート", "talk.unmute": "{who}さんのミュートを解除",
  "event.sat": "{who}が席に着きました。", "event.stood": "{who}が席を立ちました。", "event.undone": "{who}が手を戻しました。", "event.offered.draw": "{who}が引き分けを提案しました。", "event.offered.take_back": "{who}が待ったを申し込みました。", "event.answered.yes": "{who}が同意しました。", "event.answered.no": "{who}が断りました。", "event.voted.abandon.yes": "{who}が、勝敗なしで終えることを提案しました。", "event.voted.abandon.no": "{who}は続けることにしました。", "event.absent": "{who}の持ち時間が切れました。", "event.replaced.absent": "{who}の席をボットが引き継ぎました。", "event.replaced.left": "{who}が席を立ち、ボットが引き継ぎました。", "event.ended.resigns": "{who}が投了しました。", "event.ended.out_of_time": "{who}の持ち時間がなくなりました。", "event.ended.abandoned": "勝敗なしで終わりました。",
  "result.won": "勝利！", "result.lost": "敗北", "result.wins": "{who}の勝ち", "result.draw": "勝者なし", "result.again": "もう一局", "result.next": "次の対局へ", "result.replay": "リプレイを見る", "result.home": "ホーム",
  "replay.title": "リプレイ", "replay.move": "{n} / {all} 手目", "replay.first": "最初へ", "replay.back": "一手戻る", "replay.forward": "一手進む", "replay.last": "最後へ", "replay.play": "再生", "replay.pause": "停止", "replay.as": "視点", "replay.watcher": "観戦者", "replay.link": "この場面へのリンク", "replay.copied": "コピーしました", "replay.record": "棋譜を保存", "replay.start": "開始", "replay.none": "この場面は表示できません。",
  "rules.title": "ルール", "rules.of": "ルール：{game}", "rules.games": "ゲーム", "rules.search": "ルールを検索", "rules.contents": "章", "rules.none": "該当する条文がありません。", "rules.about": "ルールを読む", "rules.found": "{n}件",
  "edition.title": "この版について", "edition.lead": "ルールは原典に従い、文章・絵・名称はすべて独自のものです。原典の図には入手できなかったものがあります。そうした図だけに示されていた値は再構成したもので、ルールを変えずに差し替えられます。", "edition.settings": "再構成に基づく設定", "edition.paragraphs": "再構成に基づく条文", "edition.none": "ありません。", "edition.value": "（{value}）", "edition.colon": "：", "edition.map": "地図は、Natural Earth の海岸線（パブリックドメイン）をもとに描いています。軍勢を置けるように、本州の中央部を広げ、三つの小島を実際より大きくしました。国境を接しているのは、ゲームで隣接する国どうしだけです。", "edition.dice": "ダイスとシャッフル：最初の抽選の前に、サーバーは秘密のシード値を、後で変えられない形で確定します。各席は、そこに自分の乱数を加えます。終局後にシード値が公開され、誰でもすべての抽選を検証できます。",
};
