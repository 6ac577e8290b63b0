/** Gunkimono in English: names of all that lies on the table, with one line each. */
export const things = {
  "thing.gunkimono.infantry": "Infantry",
  "thing.gunkimono.infantry.about":
    "One of the five troops; they differ in nothing but their kind. Equal troops side by side are a formation.",
  "thing.gunkimono.spearman": "Spearman",
  "thing.gunkimono.spearman.about":
    "One of the five troops; they differ in nothing but their kind. Equal troops side by side are a formation.",
  "thing.gunkimono.archer": "Archer",
  "thing.gunkimono.archer.about":
    "One of the five troops; they differ in nothing but their kind. Equal troops side by side are a formation.",
  "thing.gunkimono.samurai": "Samurai",
  "thing.gunkimono.samurai.about":
    "One of the five troops; they differ in nothing but their kind. Equal troops side by side are a formation.",
  "thing.gunkimono.cavalry": "Cavalry",
  "thing.gunkimono.cavalry.about":
    "One of the five troops; they differ in nothing but their kind. Equal troops side by side are a formation.",
  "thing.gunkimono.square": "Square of the battlefield",
  "thing.gunkimono.square.about": "Printed with a troop that counts until it is covered.",
  "thing.gunkimono.level": "Level",
  "thing.gunkimono.level.about": "How many tiles lie here. Both halves of a tile need the same height.",
  "thing.gunkimono.formation": "Formation",
  "thing.gunkimono.formation.about": "Troops of one kind that hang together by their sides, at whatever height.",
  "thing.gunkimono.large": "Large tile",
  "thing.gunkimono.large.about": "Two different troops. Each scores points or honor when it is laid.",
  "thing.gunkimono.small": "Small tile",
  "thing.gunkimono.small.about": "One troop; you have each kind once. Face down it can also support a large tile.",
  "thing.gunkimono.support": "Support",
  "thing.gunkimono.support.about": "A small tile, face down, that evens out one level under a large tile.",
  "thing.gunkimono.stronghold": "Stronghold",
  "thing.gunkimono.stronghold.about":
    "Pays its formation's size at the end of each of its owner's turns. Nobody scores points for troops laid there.",
  "thing.gunkimono.honor": "Honor track",
  "thing.gunkimono.honor.about":
    "A column for each troop. All five markers past a golden row bring a stronghold; the top row brings a banner.",
  "thing.gunkimono.banner": "War banner",
  "thing.gunkimono.banner.about": "Points at the end; how many, only its owner knows.",
  "thing.gunkimono.dragon": "Dragon banner",
  "thing.gunkimono.dragon.about": "The highest banner: 11 to 15 points.",
  "thing.gunkimono.crane": "Crane banner",
  "thing.gunkimono.crane.about": "The middle banner: 6 to 10 points.",
  "thing.gunkimono.lotus": "Lotus banner",
  "thing.gunkimono.lotus.about": "The lowest banner: 1 to 5 points.",
  "thing.gunkimono.row": "Row",
  "thing.gunkimono.row.about": "Three open tiles to refill the hand from.",
  "thing.gunkimono.stack": "Stack",
  "thing.gunkimono.stack.about": "Unseen tiles; when it is used up, the end stack follows.",
  "thing.gunkimono.end": "End stack",
  "thing.gunkimono.end.about": "The last tiles. One of them is the end tile, which starts the last round.",
  "thing.gunkimono.hand": "Hand",
  "thing.gunkimono.hand.about": "Your large tiles; others know only those you took from the row.",
  "thing.gunkimono.hidden": "Hidden tile",
  "thing.gunkimono.hidden.about": "Its owner drew it from the stack; nobody else knows it.",
  "thing.gunkimono.points": "Victory points",
  "thing.gunkimono.points.about":
    "From troops as they are laid, from strongholds every turn, and from banners at the end.",
  "thing.gunkimono.sword": "Start player's sword",
  "thing.gunkimono.sword.about": "Its holder began; the last round ends before this player.",
} as const;
