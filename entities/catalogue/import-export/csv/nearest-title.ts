import { titleKey } from './title-key.ts'

/** The time to compare a title grows with its length. */
const MAX_LENGTH = 100

/** Returns the known title that a wrong title most probably means, such as `Variant SKU` for `SKU`. */
export function nearestTitle(title: string, knownTitles: readonly string[]): string | undefined {
  const key = titleKey(title)
  if (key === '' || key.length > MAX_LENGTH) return undefined
  const limit = Math.max(1, Math.floor(key.length / 4))
  const [nearest] = knownTitles
    .map((known) => ({ known, distance: editDistance(key, titleKey(known)) }))
    .filter(({ distance }) => distance > 0 && distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.known ?? knownTitles.find((known) => titleKey(known).endsWith(` ${key}`))
}

/** The number of characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j] as number) + 1, (row[j - 1] as number) + 1))
    }
    previous = row
  }
  return previous[b.length] as number
}
