import type { enTable } from "./en-table";

export const jaTable: Record<keyof typeof enTable, string> = {
  "sh.scope.all": "日本全土", "sh.scope.honshu": "本州", "sh.scope.shikoku": "四国", "sh.scope.kyushu": "九州", "sh.scope.some": "一部の国",
  "sh.truce.title": "停戦", "sh.truce.about": "停戦は2人だけの約束です。ほかの誰にも知られず、守らせるものは信義だけです。破れば全員に知らされます。", "sh.truce.none": "停戦はありません。", "sh.truce.new": "停戦を申し入れる", "sh.truce.whom": "相手", "sh.truce.howLong": "ラウンド数", "sh.truce.where": "地域", "sh.truce.send": "{who}に申し入れる",
  "sh.truce.accept": "受ける", "sh.truce.refuse": "断る", "sh.truce.withdraw": "取り下げる", "sh.truce.offered": "{who}から停戦の申し入れ：", "sh.truce.terms": "{rounds}、{scope}", "sh.truce.round": "{n}ラウンド", "sh.truce.rounds": "{n}ラウンド",
  "sh.truce.is.offered": "申し入れ中", "sh.truce.is.in force": "第{n}ラウンドまで有効", "sh.truce.is.refused": "断られた", "sh.truce.is.withdrawn": "取り下げられた", "sh.truce.is.broken": "破られた", "sh.truce.is.over": "満了",
  "sh.truce.attacks": "{who}が{p}の{whom}を攻撃", "sh.truce.strikes": "{who}が{p}の{whom}を襲撃",
  "sh.truce.said.offer": "{who}に停戦を申し入れた：{n}ラウンド、{scope}", "sh.truce.said.accept": "{who}の停戦を受けた", "sh.truce.said.refuse": "{who}の停戦を断った", "sh.truce.said.withdraw": "{who}への申し入れを取り下げた",
  "sh.drama.truce": "停戦破り！ {how}。", "sh.drama.struck": "忍者の出目は{die}：{clan}の第{n}軍団の大名が倒れた！", "sh.drama.missed": "忍者の出目は{die}：{clan}の第{n}軍団の大名は難を逃れた。", "sh.drama.fallen": "{clan}の最後の大名が倒れ、家は滅びた。", "sh.drama.plans": "屏風が払われ、全員の計画が明らかになった。", "sh.drama.dismiss": "続ける",
  "story.again": "もう一度見る", "story.stop": "現在に戻る", "story.none": "まだ何も起きていません。", "story.turn": "前回の手番から",
  "gunshi.carry": "命令を実行", "gunshi.preview": "こうなります：", "gunshi.will.move": "{a}→{b}", "gunshi.will.take": "{a}が{b}の{unit}を取る", "gunshi.will.break": "{a}が{b}の盾を割る", "gunshi.will.stay": "{a}は道をふさがれて動けない", "gunshi.will.turn": "{a}が{way}を向く", "gunshi.will.shoot": "{a}は{list}を射られる", "gunshi.will.noTarget": "{a}には射られる目標がない",
  "new.watchable": "ほかの人が見つけて観戦できるようにする", "home.running": "観戦できる対局", "home.noneRunning": "公開中の対局はありません。",
  "hint.ask": "ヒント", "hint.title": "軍師の助言", "hint.thinking": "軍師が考えています…", "hint.sure": "確信あり", "hint.fair": "おそらく", "hint.guess": "推測", "hint.do": "この手にする", "hint.line": "その先の例：{line}", "hint.none": "助言はありません。", "hint.about": "確信度：",
};
