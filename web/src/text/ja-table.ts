import type { enTable } from "./en-table";

export const jaTable: Record<keyof typeof enTable, string> = {
  "sh.scope.all": "日本全土", "sh.scope.honshu": "本州", "sh.scope.shikoku": "四国", "sh.scope.kyushu": "九州", "sh.scope.some": "一部の国",
  "sh.truce.title": "停戦", "sh.truce.about": "停戦は2人だけの約束です。ほかの誰にも知られず、守らせるものは信義だけです。破れば全員に知らされます。", "sh.truce.none": "停戦はありません。", "sh.truce.new": "停戦を申し入れる", "sh.truce.whom": "相手", "sh.truce.howLong": "ラウンド数", "sh.truce.where": "地域", "sh.truce.send": "{who}に申し入れる", "sh.truce.onMap": "地図で選ぶ", "sh.truce.tap": "停戦の対象とする国を押してください。選択：{n}", "sh.truce.tapped": "申し入れに戻る",
  "sh.truce.accept": "受ける", "sh.truce.refuse": "断る", "sh.truce.withdraw": "取り下げる", "sh.truce.offered": "{who}から停戦の申し入れ：", "sh.truce.terms": "{rounds}、{scope}", "sh.truce.round": "{n}ラウンド", "sh.truce.rounds": "{n}ラウンド",
  "sh.truce.is.offered": "申し入れ中", "sh.truce.is.in force": "第{n}ラウンドまで有効", "sh.truce.is.refused": "断られた", "sh.truce.is.withdrawn": "取り下げられた", "sh.truce.is.broken": "破られた", "sh.truce.is.over": "満了",
  "sh.truce.attacks": "{who}が{p}の{whom}を攻撃", "sh.truce.strikes": "{who}が{p}の{whom}を襲撃",
  "sh.truce.said.offer": "{who}に停戦を申し入れた：{n}ラウンド、{scope}", "sh.truce.said.accept": "{who}の停戦を受けた", "sh.truce.said.refuse": "{who}の停戦を断った", "sh.truce.said.withdraw": "{who}への申し入れを取り下げた",
  "sh.drama.truce": "停戦、破らる", "sh.drama.stop": "。", "sh.drama.peace": "停戦成立", "sh.drama.peaceText": "{a}と{b}：{terms}。",
  "sh.drama.strike": "忍び寄る影", "sh.drama.strikeText": "{who}の忍者が、{clan}の第{n}軍団の大名に迫る。", "sh.drama.struck": "大名、討たる", "sh.drama.struckText": "出目は{die}。{clan}の第{n}軍団は、このラウンド、移動も攻撃もできない。", "sh.drama.slain": "大名、討死", "sh.drama.slainText": "出目は{die}。従う部隊のなかった{clan}の第{n}軍団は失われた。", "sh.drama.missed": "刃、届かず", "sh.drama.missedText": "出目は{die}。{clan}の第{n}軍団の大名は難を逃れ、報復をうかがう。", "sh.drama.mayAvenge": "黒幕、露見す", "sh.drama.mayAvengeText": "出目は{die}。{clan}は、忍者の主の大名を1人、討ち返せる。", "sh.drama.revenge": "報復", "sh.drama.revengeText": "{who}が、{clan}の第{n}軍団の大名を討ち返した。",
  "sh.drama.won": "{p}、陥落", "sh.drama.wonText": "{who}が{whom}を破った。誰かが入るまで空き国となる。", "sh.drama.takenText": "{who}が{whom}を破り、国に入った。", "sh.drama.held": "{p}、守り抜く", "sh.drama.heldText": "{who}による{whom}への攻撃は終わった。", "sh.drama.fallen": "{clan}、滅亡", "sh.drama.fallenText": "{clan}の最後の大名が失われ、家は滅びた。", "sh.drama.takeOver": "{who}、版図を継ぐ", "sh.drama.takeOverText": "{clan}の国々と軍勢は、いまや{who}に従う。", "sh.drama.plans": "屏風、払わる", "sh.drama.plansText": "全員の計画が明らかになった。", "sh.drama.dismiss": "続ける",
  "story.again": "もう一度見る", "story.stop": "現在に戻る", "story.none": "まだ何も起きていません。", "story.turn": "前回の手番から",
  "gunshi.carry": "命令を実行", "gunshi.preview": "こうなります：", "gunshi.will.move": "{a}→{b}", "gunshi.will.take": "{a}が{b}の{unit}を取る", "gunshi.will.break": "{a}が{b}の盾を割る", "gunshi.will.stay": "{a}は道をふさがれて動けない", "gunshi.will.turn": "{a}が{way}を向く", "gunshi.will.shoot": "{a}は{list}を射られる", "gunshi.will.noTarget": "{a}には射られる目標がない",
  "gunshi.will.and": "・", "gunshi.will.asFar": "{a}は{b}まで進める", "gunshi.will.canTake": "{a}は{b}の{unit}を取れる", "gunshi.will.drag": "連環の罠で{a}が{b}へ引かれる", "gunshi.will.falls": "敵の柵（{list}）がなくなる", "gunshi.will.zone": "そこから侵入できる", "gunshi.will.fallen": "{q}の{unit}を倒す", "gunshi.will.shieldGone": "{q}の{unit}が盾を失う",
  "gunshi.will.pays": "{n}点を払い、残り{left}点", "gunshi.will.paid": "{n}点を払う", "gunshi.will.fence": "{a}と{b}の間に柵", "gunshi.will.build": "{list}がそれぞれ柵を立てる（計{n}点）", "gunshi.will.swap": "{a}と{b}が向きを変えずに入れ替わる", "gunshi.will.place": "{q}に{unit}。次に向きを選ぶ", "gunshi.will.placeFacing": "{q}に{unit}、{way}向き",
  "gunshi.will.ask": "{q}の{unit}が将軍かどうか、全員に明かされる", "gunshi.will.look": "敵の命令列の{n}枚目を、あなただけが見る", "gunshi.will.shogun": "{q}の{unit}が将軍。知るのはあなただけ", "gunshi.will.invade": "{q}が侵入して盤を離れる：3のうち{n}", "gunshi.will.wins": "これで勝利！",
  "gunshi.will.send": "「{card}」を{face}で{n}番に置く", "gunshi.will.dueNext": "次の自分の手番に実行", "gunshi.will.due": "{n}手番後に実行", "gunshi.will.lightning": "次の手番に、先頭の2枚を実行する",
  "new.watchable": "ほかの人が見つけて観戦できるようにする", "home.running": "観戦できる対局", "home.noneRunning": "公開中の対局はありません。",
  "hint.ask": "ヒント", "hint.title": "軍師の助言", "hint.thinking": "軍師が考えています…", "hint.sure": "確信あり", "hint.fair": "おそらく", "hint.guess": "推測", "hint.do": "この手にする", "hint.line": "その先の例：{line}", "hint.none": "助言はありません。", "hint.about": "確信度：",
};
