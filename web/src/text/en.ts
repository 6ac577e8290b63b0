import { enGames } from "./en-games";
import { enHouse } from "./en-house";
import { enLearn } from "./en-learn";
import { enTable } from "./en-table";
import { enThings } from "./en-things";

/** English. Every text of the app lies in these catalogues; `{name}` is filled in. */
export const en = {
  ...enGames,
  ...enHouse,
  ...enLearn,
  ...enTable,
  ...enThings,
  skip: "Skip to the content", loading: "One moment …", loadFailed: "This page could not be loaded.", reload: "Load again", retry: "Try again", close: "Close", yes: "Yes", no: "No", undo: "Undo", toHome: "To the home page",
  "nav.label": "Main", "nav.learn": "Learn", "nav.rules": "Rules", "nav.edition": "This edition",
  "alerts.toggle": "Tell me when it is my turn", "sound.toggle": "Sound",
  "error.server": "The server does not answer. Your game is safe; trying again.",
  "home.title": "Gunbai – three war games of feudal Japan", "home.heading": "Three war games of feudal Japan", "home.lead": "Play in a click, against a bot or a friend. The rules are kept for you, secrets stay secret, and the dice can be checked.",
  "home.mine": "Your games", "home.games": "The games", "home.play": "Play now", "home.starting": "Setting up …", "home.ways": "More ways", "home.learn": "Learn it in a few minutes", "home.rules": "Rules", "home.open": "Open tables", "home.noneOpen": "No table is waiting for players. Open one with “More ways”.", "home.foot": "Your games are kept in this browser's guest identity.",
  "option.players": "Players", "option.gunshi.edition": "Edition", "option.gunshi.variant": "Cards", "option.gunshi.deck_rule": "How custom decks are made", "option.gunshi.deck": "Agreed deck", "option.gunshi.promos": "Sanryaku cards", "option.gunshi.formation": "Formation", "option.gunshi.points": "Points for the formation", "option.gunshi.mlp_max": "End of the points track", "option.gunshi.turn_cap": "Draw after so many turns", "option.gunshi.resupply_basis": "Points gained by", "option.gunshi.reinforcement_clears_fences": "Reinforcements clear enemy fences", "option.gunshi.turn_on_shield_hit": "Turn when breaking a shield",
  "option.gunkimono.layout": "Battlefield", "option.gunkimono.grid": "Battlefield of your own", "option.gunkimono.box": "Tiles", "option.gunkimono.track": "Rows of the honor track", "option.gunkimono.own_double": "Two own strongholds in one formation", "option.gunkimono.start": "Who begins",
  "option.shogun.map": "Map", "option.shogun.sea_lines": "Sea lines", "option.shogun.experience": "Experience track", "option.shogun.first_round_bans": "Quiet first round", "option.shogun.longer": "Longer game", "option.shogun.ronin": "Ronin to hire", "option.shogun.rounds": "Rounds at most",
  "preset.gunshi.standard": "Standard", "preset.gunshi.first_battle": "First Battle (ready-made)", "preset.gunshi.tiny": "Skirmish of three turns", "preset.gunkimono.tiny": "Tiny", "preset.shogun.tiny": "Tiny map, two rounds", "preset.shogun.kyushu": "Kyushu, three players", "preset.shogun.duel": "Duel: two colours each", "preset.shogun.longer": "Longer game, five players",
  "seat.open": "free seat", "seat.kept": "kept for {name}", "seat.bot": "Bot: {name}", "seat.you": "you", "seat.turn": "turn",
  "bot.random": "chance", "bot.greedy": "greedy", "bot.plain": "plain search", "bot.search": "search",
  "list.over": "Replay", "list.yourTurn": "Your turn", "list.waiting": "Waiting", "list.join": "Join", "list.playing": "Going on", "list.watch": "Watch",
  "new.title": "Play {game}", "new.with": "Whom do you play with?", "new.bot": "Against bots", "new.bot.about": "Begin at once.", "new.friend": "With friends", "new.friend.about": "Send a link, play anywhere.", "new.device": "On this device", "new.device.about": "Pass it around; secrets are covered.", "new.level": "Strength of the bots", "new.players": "Players", "new.listed": "Show it in the list of open tables", "new.options": "Options", "new.preset": "Ready-made setting", "new.preset.none": "Standard game", "new.clock": "Clock", "new.create": "Open the table",
  "clock.none": "No clock", "clock.half": "30 minutes each", "clock.hour": "60 minutes each", "clock.days": "3 days for each move",
  "gather.waiting": "The game begins when all seats are taken.", "gather.invited": "There is a free seat for you.", "gather.sit": "Sit down", "gather.link": "Invite by link", "gather.copied": "The link is copied; send it to a friend.", "gather.copy": "Send this link to a friend.", "gather.start": "Begin",
  "link.bad": "This link does not work", "link.badAbout": "It may be used up, withdrawn or mistyped. Ask for a new one.", "lost.title": "There is nothing here", "lost.about": "The address may be mistyped.",
  "table.gone": "This table does not exist, or you may not see it.", "table.over": "The game is over", "table.waitingFor": "{who} to decide …", "table.offline": "No connection – trying again", "table.board": "Board", "table.side": "Choices and log",
  "alert.yourTurn": "It is your turn.",
  "choices.all": "all choices", "choices.one": "The choice as a list", "choices.many": "{n} choices as a list", "choices.type": "Type a command", "choices.typeHint": "or type: {example}", "choices.do": "Do it", "choices.confirm": "Do it: {what}",
  "handover.short": "Pass the device on", "handover.title": "Pass the device to {who}", "handover.about": "Nothing is shown until {who} is ready.", "handover.ready": "I am {who}",
  "offer.draw": "{who} offers a draw. Do you accept?", "offer.takeBack": "{who} asks to take back:",
  "menu.title": "More", "menu.takeBack": "Ask to take back my last action", "menu.draw": "Offer a draw", "menu.resign": "Resign", "menu.sure": "Really give the game up?", "menu.resignNow": "Yes, resign", "menu.replay": "Look back at the game",
  "why.not": "Not allowed:", "why.rule": "Rule {n}",
  "talk.record": "On record", "talk.recordAbout": "Put a promise on record for all to read; in Shogun a truce, for the other party alone: truce offer blue rounds 2 scope Kyushu", "talk.log": "Log", "talk.chat": "Chat", "talk.empty": "Nothing has happened yet.", "talk.silence": "Nobody has said anything.", "talk.say": "Say something to the table", "talk.send": "Say",
  "result.won": "Victory!", "result.lost": "Defeat", "result.wins": "{who} wins", "result.draw": "Nobody wins", "result.again": "Play again", "result.replay": "Watch the replay",
  "replay.title": "Replay", "replay.move": "Moment {n} of {all}", "replay.first": "To the beginning", "replay.back": "One back", "replay.forward": "One on", "replay.last": "To the end", "replay.play": "Play", "replay.pause": "Pause", "replay.as": "Seen by", "replay.watcher": "a spectator", "replay.link": "Copy a link to this moment", "replay.copied": "Link copied", "replay.record": "Save the record", "replay.start": "The beginning", "replay.none": "This moment cannot be shown.",
  "rules.title": "Rules", "rules.games": "Games", "rules.search": "Search the rules", "rules.contents": "Sections", "rules.none": "No paragraph holds these words.", "rules.choose": "Choose a game.",
  "edition.title": "About this edition", "edition.lead": "The rules follow the printed rulebooks, in our own words; names, pictures and texts here are our own. Some pictures of the originals were not available. What stood only in those pictures is reconstructed and can be replaced without touching the rules.", "edition.settings": "Settings that rest on a reconstruction", "edition.paragraphs": "Paragraphs that rest on a reconstruction", "edition.none": "None.", "edition.map": "The map is drawn on the coastline of Natural Earth (public domain). The middle of Japan is enlarged and three small islands are drawn larger than they are, so that armies find room; borders touch exactly where the game counts provinces as adjacent.", "edition.dice": "Dice and shuffles: before the first draw the server commits to a secret seed; every seat adds its own randomness; when the game is over the seed is opened and everybody can check every draw.",
} as const;
