/** English words of the lessons. */
export const enLearn = {
  "learn.title": "Learn",
  "learn.heading": "Learn {game}",
  "learn.minutes": "Begin the lesson",
  "learn.lead": "A few minutes each: look, answer by tapping, and go on to a real game against an easy bot.",
  "learn.step": "Step {n} of {all}",
  "learn.try": "Tap your answer.",
  "learn.wrong": "Not that one. Look again.",
  "learn.next": "Next",
  "learn.skip": "Skip",
  "learn.back": "Back",
  "learn.play": "Play a real game now",
  "learn.gunshi.1":
    "This is the First Battle. You are Red, at the bottom; Blue faces you. Pieces point where they look. Take the " +
    "enemy's shogun, or bring three invaders into the enemy's back row.",
  "learn.gunshi.2": "One of your units secretly carries your shogun. Only you see the crown. Which unit is it?",
  "learn.gunshi.2.done": "Right. Blue does not know it, so every unit may be a decoy.",
  "learn.gunshi.3":
    "Cavalry rides straight ahead as far as it likes and may pass over one of your own foot units. What can the " +
    "cavalry on d2 take?",
  "learn.gunshi.3.done": "Yes: over your own infantry and all the way to d6.",
  "learn.gunshi.4":
    "An archer shoots two squares ahead, at both forward diagonals and to both sides, over any unit. Only fences " +
    "stop arrows. Whom can the archer on d4 shoot?",
  "learn.gunshi.4.done": "Yes. The others stand outside its field.",
  "learn.gunshi.5":
    "Orders can be chained: neighbours of the same kind may do the same. If the archer on d3 shoots, who may join?",
  "learn.gunshi.5.done": "Right: the units beside it. One card, several actions.",
  "learn.gunshi.6":
    "Orders arrive late. You lay cards in your command row, in turn face down and face up; each turn the first card " +
    "of the row is carried out. Which card comes first?",
  "learn.gunshi.6.done": "Yes, slot 1. More cards in the row bring more points, but bind you longer.",
  "learn.gunshi.7":
    "The enemy's back row is the invasion zone. A unit that moves there may leave the field as an invader. Where " +
    "must the cavalry on c6 go?",
  "learn.gunshi.7.done": "There it may invade. Three win; a shield counts as one more.",
  "learn.gunshi.8":
    "That is enough for a first battle. Choices light up, a tap on anything else tells you the rule. Good luck!",
  "learn.gunkimono.1":
    "The field is planted with five troops: infantry, spearmen, archers, samurai and cavalry. Equal troops side by " +
    "side make a formation, such as the archers on b1 and b2.",
  "learn.gunkimono.2":
    "You place a tile with two troops, but never a troop on its own kind. This one's archer shall join the archers " +
    "on b1 and b2. On which spearman do you lay it?",
  "learn.gunkimono.2.done": "Yes, on c1: it joins the archers.",
  "learn.gunkimono.3":
    "Each troop you placed is scored. Victory points: the size of its formation. How many points does the archer on " +
    "c1 bring?",
  "learn.gunkimono.3.done": "Three archers hang together: b1, c1 and b2.",
  "learn.gunkimono.4":
    "Or you take honor instead: as many steps on that troop's track as the tile shows castles. When all five of your " +
    "markers have reached a row with a castle you build a stronghold; a marker at the top takes a banner. Choose one!",
  "learn.gunkimono.4.done": "Both are right; points now, or honor for later.",
  "learn.gunkimono.5":
    "A large tile wants two squares of equal height; the number tells how many tiles lie there. One half shall lie " +
    "on c1, two tiles high. Where can the other half go?",
  "learn.gunkimono.5.done":
    "Yes, b1 is two high as well. To a square one lower it could go too, if you first push a small tile under it as " +
    "support.",
  "learn.gunkimono.6":
    "A stronghold claims a formation. It brings you the formation's size at the end of each of your turns. What does " +
    "Red's stronghold on a2 bring?",
  "learn.gunkimono.6.done": "Four samurai: a1, b1, a2 and a3. Every turn!",
  "learn.gunkimono.7":
    "Nobody scores points in a formation with a stronghold, and a tile may not join formations of two owners. When " +
    "the stack of tiles runs out the round is finished, banners are added, and most points win. The table will show " +
    "you the rest.",
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
