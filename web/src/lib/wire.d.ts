// Made by scripts/web_types.py from the server's OpenAPI document. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** Act */
    Act: {
      actions?: (number | string)[];
      /** @default  */
      command?: string;
      /** @constant */
      do?: "act";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version: number;
    };
    /** Answer */
    Answer: {
      /** @constant */
      do?: "answer";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      length?: number | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version?: number | null;
      /** @enum {null|string} */
      what?: "draw" | "take back" | null;
      yes: boolean;
    };
    /** Aside */
    Aside: {
      /** @constant */
      do?: "aside";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      text: string;
    };
    /** AuditLine */
    AuditLine: {
      act: string;
      at: number;
      operator: string;
      reason: string;
      target: string;
    };
    /** BanAddress */
    BanAddress: {
      address: string;
      hours: number;
      reason: string;
    };
    /** BanPerson */
    BanPerson: {
      hours: number;
      person: string;
      reason: string;
      /** @default false */
      with_address?: boolean;
    };
    /** BoardLine */
    BoardLine: {
      places: components["schemas"]["BoardPlace"][];
      ways: [string, string][];
    };
    /** BoardPlace */
    BoardPlace: {
      id: string;
      name: string;
      x: number;
      y: number;
    };
    /** ChangeMe */
    ChangeMe: {
      name?: string | null;
      webhook?: string | null;
    };
    /** Choice */
    Choice: {
      action: number;
      text: string;
    };
    /** ClockLine */
    ClockLine: {
      control: string;
      left: number[] | null;
      running: number[];
    };
    /** ConfirmEmail */
    ConfirmEmail: {
      token: string;
    };
    /** Credentials */
    Credentials: {
      /** @default true */
      absorb?: boolean;
      login: string;
      password: string;
    };
    /** Deletion */
    Deletion: {
      /** @default  */
      password?: string;
    };
    /** DiceLine */
    DiceLine: {
      commitment: string;
      commitments: string[];
      entropy: string[] | null;
      fingerprint: string;
      seed: string | null;
      unopened: number[];
      version: string;
    };
    /** Done */
    Done: {
      /** @default false */
      repeated?: boolean;
      seq: number;
      version: number;
    };
    /** Effect */
    Effect: {
      template: string;
      words: {
        [key: string]: string | number;
      };
    };
    /** Exchange */
    Exchange: {
      /**
       * @description SHA-256 of entropy, shown later.
       * @default
       */
      commitment?: string;
      /**
       * @description Up to 64 random bytes in hexadecimal, mixed into the dice.
       * @default
       */
      entropy?: string;
      /** @default false */
      replace?: boolean;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      token: string;
      /** @default false */
      watch?: boolean;
    };
    /** Foresee */
    Foresee: {
      /** @constant */
      do?: "foresee";
      id?: number | null;
      plans?: (number | string)[][];
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version: number;
    };
    /** Foreseen */
    Foreseen: {
      actions?: components["schemas"]["ForeseenAction"][];
      plans?: components["schemas"]["ForeseenPlan"][];
      seat: number;
      templates?: string[];
      version: number;
    };
    /** ForeseenAction */
    ForeseenAction: {
      action: number;
      certain: boolean;
      effects: components["schemas"]["ForeseenEffect"][];
      sayings: [
        number,
        {
          [key: string]: string | number;
        },
      ][];
    };
    /** ForeseenEffect */
    ForeseenEffect: {
      /** @default 0 */
      amount?: number;
      /** @default  */
      at?: string;
      /** @default 0 */
      before?: number;
      kind: string;
      /** @default [] */
      parts?: number[];
      /** @default  */
      piece?: string;
      /** @default [] */
      places?: string[];
      /** @default -1 */
      seat?: number;
      /** @default  */
      to?: string;
    };
    /** ForeseenPlan */
    ForeseenPlan: {
      /** @default false */
      certain?: boolean;
      effects?: components["schemas"]["ForeseenEffect"][];
      refused?: components["schemas"]["Problem"] | null;
      sayings?: [
        number,
        {
          [key: string]: string | number;
        },
      ][];
    };
    /** ForgottenPassword */
    ForgottenPassword: {
      /**
       * @default en
       * @enum {string}
       */
      lang?: "en" | "ja";
      login: string;
    };
    /** FormerSelf */
    FormerSelf: {
      login: string | null;
      name: string;
      session: string;
    };
    /** GameLine */
    GameLine: {
      about: string;
      art: boolean;
      clocks: {
        [key: string]: string;
      };
      first: {
        [key: string]: unknown;
      };
      guide: boolean;
      lesson: boolean;
      name: string;
      options: components["schemas"]["OptionLine"][];
      players: number[];
      presets: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      rules: number;
      seats: string[];
      title: string;
      trials: string[];
    };
    /** GoBack */
    GoBack: {
      session: string;
    };
    /** Guide */
    Guide: {
      begins: number;
      seat: number;
      steps: components["schemas"]["GuideStep"][];
    };
    /** GuideDone */
    GuideDone: {
      updates: components["schemas"]["Update"][];
    };
    /** GuideStep */
    GuideStep: {
      actions: string[];
      end: number;
      first: number;
      otherwise: {
        [key: string]: string;
      };
      text: {
        [key: string]: string;
      };
    };
    /** Happening */
    Happening: {
      absent?: number;
      at: number;
      auto?: number;
      bot?: string;
      ending?: string;
      kind: string;
      length?: number;
      note?: string;
      player?: string;
      reason?: string;
      seat?: number | null;
      seed?: string;
      seq: number;
      table?: string;
      text?: string;
      what?: string;
      yes?: boolean;
    };
    /** Hint */
    Hint: {
      /** @constant */
      do?: "hint";
      id?: number | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** HintGiven */
    HintGiven: {
      actions: components["schemas"]["HintLine"][];
      line: string[];
      seat: number;
      version: number;
    };
    /** HintLine */
    HintLine: {
      action: number;
      reasons?: components["schemas"]["Effect"][];
      sure: number;
      text: string;
      value: number;
    };
    /** House */
    House: {
      bots: string[];
      compiling: boolean;
      games: components["schemas"]["GameLine"][];
      guests: string[];
      levels: components["schemas"]["LevelLine"][];
      mail: boolean;
      version: string;
    };
    /** Import */
    Import: {
      record: string;
    };
    /** Invitation */
    Invitation: {
      fate: string;
      host: string;
      may_sit: boolean;
      may_watch: boolean;
      table: components["schemas"]["TableLine"];
    };
    /** Join */
    Join: {
      /**
       * @description SHA-256 of entropy, shown later.
       * @default
       */
      commitment?: string;
      /** @constant */
      do?: "join";
      /**
       * @description Up to 64 random bytes in hexadecimal, mixed into the dice.
       * @default
       */
      entropy?: string;
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** Leave */
    Leave: {
      /** @constant */
      do?: "leave";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
    };
    /** LessonLine */
    LessonLine: {
      answers: string[];
      board: components["schemas"]["BoardLine"] | null;
      choices: string[];
      done: string;
      text: string;
      view: {
        [key: string]: unknown;
      } | null;
    };
    /** LevelLine */
    LevelLine: {
      about: string;
      about_japanese: string;
      bot: string;
      japanese: string;
      name: string;
      seconds: number;
    };
    /** LinkMade */
    LinkMade: {
      kind: string;
      token: string;
    };
    /** LinkOpened */
    LinkOpened: {
      kind: string;
      seats: number[];
      table: string | null;
    };
    /** LinkSeen */
    LinkSeen: {
      invitation?: components["schemas"]["Invitation"] | null;
      kind: string;
      name: string;
      table: string | null;
    };
    /** Log */
    Log: {
      from: number;
      lines: components["schemas"]["LogLine"][];
    };
    /** LogLine */
    LogLine: {
      action: string;
      effects?: components["schemas"]["Effect"][];
      number: number;
      seat: number;
      text: string;
    };
    /** LookAtLink */
    LookAtLink: {
      token: string;
    };
    /** Me */
    Me: {
      email: string;
      email_confirmed: boolean;
      id: string;
      login: string | null;
      name: string;
      operator: boolean;
      webhook: string;
    };
    /** Mute */
    Mute: {
      /** @constant */
      do?: "mute";
      id?: number | null;
      /** @default true */
      on?: boolean;
      /** @description The seat; may be left out by a player of only one seat. */
      seat: number;
    };
    /** MutePerson */
    MutePerson: {
      hours: number;
      person: string;
      reason: string;
    };
    /** NewEmail */
    NewEmail: {
      email: string;
      /**
       * @default en
       * @enum {string}
       */
      lang?: "en" | "ja";
      password: string;
    };
    /** NewGuest */
    NewGuest: {
      /** @default  */
      name?: string;
    };
    /** NewLink */
    NewLink: {
      /**
       * @default any
       * @enum {string}
       */
      kind?: "seat" | "any" | "watch";
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** NewPassword */
    NewPassword: {
      new: string;
      old: string;
    };
    /** NewTable */
    NewTable: {
      /** @default false */
      auto?: boolean;
      /** @default true */
      autostart?: boolean;
      /**
       * @description none, total:SECONDS or per-move:SECONDS
       * @default none
       */
      clock?: string;
      /**
       * @description SHA-256 of entropy, shown later.
       * @default
       */
      commitment?: string;
      /**
       * @description Up to 64 random bytes in hexadecimal, mixed into the dice.
       * @default
       */
      entropy?: string;
      /**
       * @default lose
       * @enum {string}
       */
      fate?: "lose" | "bot" | "vote";
      game: string;
      /**
       * @description Hints for everybody, only for a person who plays against bots alone, or for nobody.
       * @default bots
       * @enum {string}
       */
      hints?: "bots" | "anyone" | "nobody";
      /** @default true */
      listed?: boolean;
      names?: string[];
      options?: {
        [key: string]: unknown;
      };
      /** @default  */
      preset?: string;
      seats?: string[];
      /**
       * @default anyone
       * @enum {string}
       */
      watch?: "anyone" | "link" | "nobody";
    };
    /** NewTableDone */
    NewTableDone: {
      table: string;
    };
    /** Odds */
    Odds: {
      attacker_loses: number;
      attacker_wins: number;
      defender_loses: number;
    };
    /** Offer */
    Offer: {
      /** @constant */
      do?: "offer";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @default 0 */
      length?: number;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version?: number | null;
      /** @enum {string} */
      what: "draw" | "take back";
    };
    /** OfferLine */
    OfferLine: {
      /** @enum {string} */
      kind: "draw" | "take back";
      length: number;
      seat: number;
      undoes?: string[];
    };
    /** Open */
    Open: {
      /** @constant */
      do?: "open";
      /** @description Up to 64 random bytes in hexadecimal, mixed into the dice. */
      entropy: string;
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** OptionLine */
    OptionLine: {
      about: string;
      choices: string[];
      default: number | string | boolean;
      examples: string[];
      fine: boolean;
      high: number;
      /** @enum {string} */
      kind: "integer" | "flag" | "choice" | "text";
      low: number;
      name: string;
      needs: {
        [key: string]: string[];
      };
      provenance: string;
    };
    /** OwnData */
    OwnData: {
      created: number;
      email: string;
      exported: number;
      games: components["schemas"]["OwnGame"][];
      id: string;
      login: string | null;
      name: string;
      reports: components["schemas"]["OwnWords"][];
      sessions: components["schemas"]["OwnSession"][];
      webhook: string;
    };
    /** OwnGame */
    OwnGame: {
      created: number;
      game: string;
      record: string;
      said: components["schemas"]["OwnWords"][];
      seats: number[];
      status: string;
      table: string;
    };
    /** OwnSession */
    OwnSession: {
      created: number;
      label: string;
      used: number;
    };
    /** OwnWords */
    OwnWords: {
      at: number;
      text: string;
    };
    /** Point */
    Point: {
      /** @constant */
      do?: "point";
      id?: number | null;
      /** @description Left out: everything on the board. */
      places?: string[];
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version: number;
    };
    /** Pointed */
    Pointed: {
      places: {
        [key: string]: number[];
      };
      quick: components["schemas"]["QuickOrder"][];
      refused: components["schemas"]["RefusedPlaces"][];
      seat: number;
      version: number;
      ways: {
        [key: string]: {
          [key: string]: number[];
        };
      };
    };
    /** Problem */
    Problem: {
      detail: string;
      error: string;
      /** @default  */
      paragraph?: string;
      /** @default  */
      template?: string;
      words?: {
        [key: string]: string | number;
      };
    };
    /** QuickOrder */
    QuickOrder: {
      actions: number[];
      piece: string;
      saying: components["schemas"]["Effect"];
    };
    /** RefusedPlaces */
    RefusedPlaces: {
      places: string[];
      why: components["schemas"]["Problem"];
    };
    /** Rematch */
    Rematch: {
      /**
       * @description SHA-256 of entropy, shown later.
       * @default
       */
      commitment?: string;
      /** @constant */
      do?: "rematch";
      /**
       * @description Up to 64 random bytes in hexadecimal, mixed into the dice.
       * @default
       */
      entropy?: string;
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
    };
    /** Report */
    Report: {
      seat: number;
      text: string;
    };
    /** ReportLine */
    ReportLine: {
      accused: string;
      at: number;
      by_reporter: number;
      id: string;
      name: string;
      reporter: string;
      table: string;
      text: string;
    };
    /** ResetPassword */
    ResetPassword: {
      password: string;
      token: string;
    };
    /** Resign */
    Resign: {
      /** @constant */
      do?: "resign";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** RuleLine */
    RuleLine: {
      number: string;
      section: string;
      text: string;
    };
    /** Say */
    Say: {
      /** @constant */
      do?: "say";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      text: string;
    };
    /** Season */
    Season: {
      /**
       * @description SHA-256 of entropy, shown later.
       * @default
       */
      commitment?: string;
      /** @constant */
      do?: "entropy";
      /**
       * @description Up to 64 random bytes in hexadecimal, mixed into the dice.
       * @default
       */
      entropy?: string;
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
    };
    /** SeatLine */
    SeatLine: {
      bot: string;
      /** @enum {string} */
      kind: "person" | "bot" | "open";
      name: string;
      player: string;
      seat: number;
    };
    /** SessionLine */
    SessionLine: {
      created: number;
      id: string;
      label: string;
      this: boolean;
      used: number;
    };
    /** SettleReport */
    SettleReport: {
      /** @default false */
      all_of_reporter?: boolean;
      reason: string;
    };
    /** Sight */
    Sight: {
      asked: number;
      can_undo: boolean | null;
      clock: components["schemas"]["ClockLine"];
      ending: components["schemas"]["Effect"][];
      legal: components["schemas"]["Choice"][];
      length: number;
      log: components["schemas"]["Log"];
      offer: components["schemas"]["OfferLine"] | null;
      over: boolean;
      prompt: string;
      result: string;
      returns: number[];
      seat: number | null;
      to_act: number[];
      truces: string[];
      version: number;
      view: {
        [key: string]: unknown;
      };
    };
    /** Start */
    Start: {
      /** @constant */
      do?: "start";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
    };
    /** TableData */
    TableData: {
      auto: boolean;
      clock: string;
      created: number;
      dice: components["schemas"]["DiceLine"];
      fate: string;
      game: string;
      hints: string;
      id: string;
      listed: boolean;
      next: string | null;
      options: {
        [key: string]: unknown;
      };
      rematch_of: string | null;
      rules: number;
      seats: components["schemas"]["SeatLine"][];
      /** @enum {string} */
      status: "gathering" | "playing" | "over";
      votes: components["schemas"]["VoteLine"][];
      watch: string;
    };
    /** TableLine */
    TableLine: {
      changed: number;
      clock: string;
      created: number;
      game: string;
      id: string;
      options: {
        [key: string]: unknown;
      };
      result: string;
      seats: components["schemas"]["SeatLine"][];
      /** @enum {string} */
      status: "gathering" | "playing" | "over";
      title: string;
      watch: string;
      you: number[];
      your_turn: boolean;
    };
    /** Thinking */
    Thinking: {
      ahead: number;
      seat: number;
    };
    /** Undo */
    Undo: {
      /** @constant */
      do?: "undo";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @description The version the sender saw. */
      version?: number | null;
    };
    /** Update */
    Update: {
      happenings?: components["schemas"]["Happening"][];
      seq: number;
      sights?: (components["schemas"]["Sight"] | null)[];
      table?: components["schemas"]["TableData"];
      thinking?: components["schemas"]["Thinking"];
      /** @enum {string} */
      type: "update";
      version: number;
      you: number[];
    };
    /** Vote */
    Vote: {
      /** @description The seat; may be left out by a player of only one seat. */
      absent?: number | null;
      /** @constant */
      do?: "vote";
      id?: number | null;
      /** @description Names this request: sent again, it is not done again. */
      key?: string | null;
      /** @description The seat; may be left out by a player of only one seat. */
      seat?: number | null;
      /** @enum {string} */
      what: "abandon" | "bot" | "lose";
      /** @default true */
      yes?: boolean;
    };
    /** VoteLine */
    VoteLine: {
      absent: number | null;
      seats: number[];
      /** @enum {string} */
      what: "abandon" | "bot" | "lose";
    };
    /** WithReason */
    WithReason: {
      reason: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type Act = components["schemas"]["Act"];
export type Answer = components["schemas"]["Answer"];
export type Aside = components["schemas"]["Aside"];
export type AuditLine = components["schemas"]["AuditLine"];
export type BanAddress = components["schemas"]["BanAddress"];
export type BanPerson = components["schemas"]["BanPerson"];
export type BoardLine = components["schemas"]["BoardLine"];
export type BoardPlace = components["schemas"]["BoardPlace"];
export type ChangeMe = components["schemas"]["ChangeMe"];
export type Choice = components["schemas"]["Choice"];
export type ClockLine = components["schemas"]["ClockLine"];
export type ConfirmEmail = components["schemas"]["ConfirmEmail"];
export type Credentials = components["schemas"]["Credentials"];
export type Deletion = components["schemas"]["Deletion"];
export type DiceLine = components["schemas"]["DiceLine"];
export type Done = components["schemas"]["Done"];
export type Effect = components["schemas"]["Effect"];
export type Exchange = components["schemas"]["Exchange"];
export type Foresee = components["schemas"]["Foresee"];
export type Foreseen = components["schemas"]["Foreseen"];
export type ForeseenAction = components["schemas"]["ForeseenAction"];
export type ForeseenEffect = components["schemas"]["ForeseenEffect"];
export type ForeseenPlan = components["schemas"]["ForeseenPlan"];
export type ForgottenPassword = components["schemas"]["ForgottenPassword"];
export type FormerSelf = components["schemas"]["FormerSelf"];
export type GameLine = components["schemas"]["GameLine"];
export type GoBack = components["schemas"]["GoBack"];
export type Guide = components["schemas"]["Guide"];
export type GuideDone = components["schemas"]["GuideDone"];
export type GuideStep = components["schemas"]["GuideStep"];
export type Happening = components["schemas"]["Happening"];
export type Hint = components["schemas"]["Hint"];
export type HintGiven = components["schemas"]["HintGiven"];
export type HintLine = components["schemas"]["HintLine"];
export type House = components["schemas"]["House"];
export type Import = components["schemas"]["Import"];
export type Invitation = components["schemas"]["Invitation"];
export type Join = components["schemas"]["Join"];
export type Leave = components["schemas"]["Leave"];
export type LessonLine = components["schemas"]["LessonLine"];
export type LevelLine = components["schemas"]["LevelLine"];
export type LinkMade = components["schemas"]["LinkMade"];
export type LinkOpened = components["schemas"]["LinkOpened"];
export type LinkSeen = components["schemas"]["LinkSeen"];
export type Log = components["schemas"]["Log"];
export type LogLine = components["schemas"]["LogLine"];
export type LookAtLink = components["schemas"]["LookAtLink"];
export type Me = components["schemas"]["Me"];
export type Mute = components["schemas"]["Mute"];
export type MutePerson = components["schemas"]["MutePerson"];
export type NewEmail = components["schemas"]["NewEmail"];
export type NewGuest = components["schemas"]["NewGuest"];
export type NewLink = components["schemas"]["NewLink"];
export type NewPassword = components["schemas"]["NewPassword"];
export type NewTable = components["schemas"]["NewTable"];
export type NewTableDone = components["schemas"]["NewTableDone"];
export type Odds = components["schemas"]["Odds"];
export type Offer = components["schemas"]["Offer"];
export type OfferLine = components["schemas"]["OfferLine"];
export type Open = components["schemas"]["Open"];
export type OptionLine = components["schemas"]["OptionLine"];
export type OwnData = components["schemas"]["OwnData"];
export type OwnGame = components["schemas"]["OwnGame"];
export type OwnSession = components["schemas"]["OwnSession"];
export type OwnWords = components["schemas"]["OwnWords"];
export type Point = components["schemas"]["Point"];
export type Pointed = components["schemas"]["Pointed"];
export type Problem = components["schemas"]["Problem"];
export type QuickOrder = components["schemas"]["QuickOrder"];
export type RefusedPlaces = components["schemas"]["RefusedPlaces"];
export type Rematch = components["schemas"]["Rematch"];
export type Report = components["schemas"]["Report"];
export type ReportLine = components["schemas"]["ReportLine"];
export type ResetPassword = components["schemas"]["ResetPassword"];
export type Resign = components["schemas"]["Resign"];
export type RuleLine = components["schemas"]["RuleLine"];
export type Say = components["schemas"]["Say"];
export type Season = components["schemas"]["Season"];
export type SeatLine = components["schemas"]["SeatLine"];
export type SessionLine = components["schemas"]["SessionLine"];
export type SettleReport = components["schemas"]["SettleReport"];
export type Sight = components["schemas"]["Sight"];
export type Start = components["schemas"]["Start"];
export type TableData = components["schemas"]["TableData"];
export type TableLine = components["schemas"]["TableLine"];
export type Thinking = components["schemas"]["Thinking"];
export type Undo = components["schemas"]["Undo"];
export type Update = components["schemas"]["Update"];
export type Vote = components["schemas"]["Vote"];
export type VoteLine = components["schemas"]["VoteLine"];
export type WithReason = components["schemas"]["WithReason"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
