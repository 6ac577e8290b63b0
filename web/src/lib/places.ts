/**
 * A hand of cards with each in its old place; a place that was emptied waits for the next card. Of equal cards the one
 * at the place that was pressed is the one that goes.
 */
export function keepPlaces(before: (string | null)[], hand: string[], pressed = -1): (string | null)[] {
  const left = [...hand];
  const stay = (code: string | null): string | null => {
    const at = code === null ? -1 : left.indexOf(code);
    return at < 0 ? null : left.splice(at, 1)[0]!;
  };
  const kept = before.map((code, place) => (place === pressed ? null : stay(code)));
  if (pressed in kept) kept[pressed] = stay(before[pressed]!);
  return [...kept.map((code) => code ?? left.shift() ?? null), ...left];
}
