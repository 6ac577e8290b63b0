/**
 * A paragraph of the rules in pieces: plain words with **strong**, *soft* and `code` now and then, and notes on the
 * edition: what is a ruling, what is reconstructed. A note is a bracket that begins with one of these words, what
 * follows "Reconstructed:" up to the end, or soft words about it.
 */
const ABOUT = "[^*]*(?:ruling|reconstruct|裁定|再構成)[^*]*";
const NOTE = new RegExp(
  `[(（]\\*${ABOUT}\\*[^()（）]*[)）]|\\*(?:Reconstructed:\\*|再構成\\*：)[^]*$|\\*${ABOUT}\\*`,
  "i",
);
const SPLIT = new RegExp(`(${NOTE.source}|\\*\\*[^*]+\\*\\*|\\*[^*]+\\*|\`[^\`]+\`)`, "i");

export interface Piece {
  text: string;
  kind: "note" | "strong" | "soft" | "";
}

export const piecesOfRule = (text: string): Piece[] =>
  text
    .split(SPLIT)
    .filter(Boolean)
    .map((piece) => ({
      text: piece.replace(/\*+/g, ""),
      kind: NOTE.test(piece)
        ? "note"
        : piece.startsWith("**") || piece.startsWith("`")
          ? "strong"
          : piece.startsWith("*")
            ? "soft"
            : "",
    }));
