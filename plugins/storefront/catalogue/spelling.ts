/** The words of the titles that are most similar to those of a search, or undefined if none differs. */
export function similarWords(search: string, titles: readonly string[]): string | undefined {
  const known = [...new Set(titles.flatMap(wordsOf))]
  const words = wordsOf(search)
  const similar = words.map((word) => nearest(word, known) ?? word)
  return similar.join(' ') === words.join(' ') ? undefined : similar.join(' ')
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

function nearest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  const close = known
    .map((one) => ({ one, distance: distanceOf(word, one) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return close[0]?.one
}

/** Letters that differ: added, removed or replaced (https://en.wikipedia.org/wiki/Levenshtein_distance). */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > a.length / 3 + 1) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
