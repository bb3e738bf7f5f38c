import { currentPathOf } from '../found/old-addresses.ts'
import { keyOf } from './key-of.ts'

/** Returns the addresses of a circle that begins with one of `starts`, or undefined. */
export function findLoop(
  targets: ReadonlyMap<string, string | null>,
  starts: readonly string[],
): readonly string[] | undefined {
  for (const start of starts) {
    const seen = [start]
    for (let key = nextOf(targets, start); key !== undefined; key = nextOf(targets, key)) {
      if (seen.includes(key)) return [...seen.slice(seen.indexOf(key)), key]
      seen.push(key)
    }
  }
  return undefined
}

/** A query that no redirect names is ignored. */
function nextOf(targets: ReadonlyMap<string, string | null>, key: string): string | undefined {
  const [path = ''] = key.split('?')
  const to = targets.get(key) ?? targets.get(path)
  const next = to === undefined || to === null ? currentPathOf(path) : to
  return next === undefined ? undefined : keyOf(next)
}
