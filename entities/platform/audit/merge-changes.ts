import type { Change } from './audit-log.ts'

type Values = Record<string, unknown>

/**
 * Returns one change for each row, from its first state to its last one, without rows that are the same again.
 */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change | null>()
  for (const change of changes) {
    const key = JSON.stringify([change.table, change.ids])
    const earlier = merged.get(key)
    merged.set(key, earlier ? mergeTwo(earlier, change) : change)
  }
  return [...merged.values()].filter((change) => change !== null)
}

function mergeTwo(first: Change, second: Change): Change | null {
  const before = first.action === 'create' ? null : { ...second.before, ...first.before }
  const after = second.action === 'delete' ? null : { ...first.after, ...second.after }
  if (before && after) return updateOf(second, before, after)
  return before || after ? { ...second, action: after ? 'create' : 'delete', before, after } : null
}

function updateOf(change: Change, before: Values, after: Values): Change | null {
  const names = Object.keys({ ...before, ...after })
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return null
  return { ...change, action: 'update', before: pick(before, changed), after: pick(after, changed) }
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
