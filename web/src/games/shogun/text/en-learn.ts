/** Shogun in English: the lesson. */
export const learn = {
  "learn.shogun.1":
    "Japan: sixty-eight provinces. You begin with a share of them and three armies led by your daimyos. Thirty-five " +
    "provinces make you shogun.",
  "learn.shogun.2":
    "Troops move and fight between provinces that touch. From Buzen, which enemy province of Blue can your army " +
    "attack?",
  "learn.shogun.2.done": "Yes, Bungo borders Buzen.",
  "learn.shogun.3":
    "Every round all plan in secret behind a screen: koku go into five bins, and none are kept. Make a plan with " +
    "your 4 koku. Bid for the ninja, who can strike down a rival's daimyo, put the rest where you like, and seal it.",
  "learn.shogun.3.try": "Move koku with + and −, then seal.",
  "learn.shogun.3.wrong": "That plan has no koku for the ninja. Move one there and seal again.",
  "learn.shogun.3.done": "Sealed! When all have planned, the screens fall. Only the highest bid hires the ninja.",
  "learn.shogun.4":
    "Castles, levies and ronin follow, then war: move, declare, fight. Your army stands in Chikuzen. Which province " +
    "of Green can it attack?",
  "learn.shogun.4.done": "Chikugo, to the south.",
  "learn.shogun.5":
    "Battles are fought with twelve-sided dice, in order: shots first, then steel. Who shoots first of all?",
  "learn.shogun.5.done": "Bowmen, then gunners. Spearmen come last.",
  "learn.shogun.6":
    "A province costs troops to hold, and an army without a daimyo is lost. Begin on the small map of Kyushu; all of " +
    "Japan waits for you after that.",
} as const;
