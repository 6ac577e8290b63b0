/**
 * What of a Japanese sentence must not be broken at the end of a line: words that browsers take apart, and numbers with
 * what they count, before them or after.
 */
const UNITS = "槍足軽|鉄砲足軽|弓侍|刀侍|城兵|国衆|浪人|大名";
const COUNTED = "部隊|手番|ヶ国|石|点|枚|マス|段|回|個|人|番|％";
const NUMBER = "\\d+(?:\\.\\d+)?|[一二三四五六七八九十]+";
const WHOLE = new RegExp(
  `((?:${UNITS})\\d*|第\\d+(?:軍団|ラウンド)|(?:${NUMBER})(?:${COUNTED}|つ|発)(?:目|ずつ)?|毎手番|部隊|手番|方向|方法|一手(?:ずつ)?)`,
);

/** The sentence in pieces; every second one is to stay whole. */
export const piecesOf = (text: string): string[] => text.split(WHOLE);
