/**
 * The input that takes an update back: the earlier values of the changed fields, and the IDs of the row. Undefined if the update
 * changed nothing. Fields that another user has changed in the meantime stay.
 */
export function undoOf<Input>(saved: Input, before: Input): Input | undefined
export function undoOf(saved: unknown, before: unknown): unknown {
  if (!isRecord(saved) || !isRecord(before)) return undefined
  const isChanged = (name: string) => JSON.stringify(saved[name]) !== JSON.stringify(before[name])
  const names = Object.keys({ ...saved, ...before })
  if (!names.some(isChanged)) return undefined
  return Object.fromEntries(
    names.filter((name) => isChanged(name) || /(^|_)id$/.test(name)).map((name) => [name, before[name] ?? null]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
