import { expect, test } from "vitest";
import { piecesOf } from "./whole";

test.each([
  ["守備側は槍足軽2、鉄砲足軽1、弓侍3を失う。", ["槍足軽2", "鉄砲足軽1", "弓侍3"]],
  ["第2軍団が12ヶ国を治め、7石を得た。", ["第2軍団", "12ヶ国", "7石"]],
  ["初めての戦いを一手ずつ進め、札を1枚ずつ送る。", ["一手ずつ", "1枚ずつ"]],
  ["2部隊を置き、毎手番3点、成功率99.3％", ["2部隊", "毎手番", "3点", "99.3％"]],
  ["三部隊の陣です。鉄砲足軽を1部隊失い、二枚目で一つ進めます。", ["三部隊", "鉄砲足軽", "1部隊", "二枚目", "一つ"]],
])("no line breaks inside a word, or between a unit and its number: %s", (text, whole) => {
  expect(piecesOf(text).filter((_, i) => i % 2)).toEqual(whole);
  expect(piecesOf(text).join("")).toBe(text);
});
