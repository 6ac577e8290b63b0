/** Gunkimono in English: the lesson. */
export const learn = {
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
} as const;
