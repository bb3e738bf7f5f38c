/**
 * The input that takes an update back: the earlier values of the changed fields, and the fields that identify the row. Fields that
 * another user has changed in the meantime stay, also those of a row in the row, such as the rule of a discount. Undefined if the
 * update changed nothing, or if `before` lacks an earlier value.
 */
export function undoOf<Input>(saved: Input, before: Input, identity?: readonly string[]): Input | undefined
export function undoOf(saved: unknown, before: unknown, identity: readonly string[] = ['id']): unknown {
  if (!isRecord(saved) || !isRecord(before)) return undefined
  const changed = Object.keys({ ...saved, ...before }).filter(
    (name) => !identity.includes(name) && !isEqual(saved[name], before[name]),
  )
  const undone = changed.map((name) => [name, earlierValue(saved[name], before[name])] as const)
  if (undone.length === 0 || undone.some(([, value]) => value === undefined)) return undefined
  return { ...Object.fromEntries(identity.map((name) => [name, before[name]])), ...Object.fromEntries(undone) }
}

/** The input without those of the named fields that are as they are stored. */
export function withoutUnchanged<Input>(input: Input, stored: Input, names: readonly string[]): Input
export function withoutUnchanged(input: unknown, stored: unknown, names: readonly string[]): unknown {
  if (!isRecord(input) || !isRecord(stored)) return input
  const isSent = (name: string) => !names.includes(name) || !isEqual(input[name], stored[name])
  return Object.fromEntries(Object.entries(input).filter(([name]) => isSent(name)))
}

const earlierValue = (saved: unknown, before: unknown): unknown =>
  isRecord(saved) && isRecord(before) && before.id !== undefined && saved.id === before.id
    ? undoOf(saved, before)
    : before

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
