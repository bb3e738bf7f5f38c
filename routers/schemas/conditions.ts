/*
 * The conditions of a list. Each is undefined where the caller did not ask for it; `listRows` keeps the rows that meet
 * all of the others.
 */

export type Condition = Record<string, unknown>

/** Each of these columns has this value, or one of these values. What is undefined is not asked for. */
export function equal(values: Record<string, unknown>): Condition | undefined {
  const asked = Object.entries(values).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? undefined
    : Object.fromEntries(asked.map(([column, value]) => [column, Array.isArray(value) ? { $in: value } : value]))
}

/** One of these columns (dotted paths) contains the text, in whatever case; `%` and `_` mean themselves. */
export function search(text: string | undefined, columns: readonly string[]): Condition | undefined {
  if (!text) return undefined
  const pattern = `%${literally(text)}%`
  const nested = (path: string) =>
    path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), { $ilike: pattern })
  return { $or: columns.map(nested) }
}

/** The text as a pattern that means itself. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const patterns = {
  contains: (text: string) => `%${literally(text)}%`,
  starts_with: (text: string) => `${literally(text)}%`,
  ends_with: (text: string) => `%${literally(text)}`,
}

type TextOperator = 'lt' | 'gt' | 'lte' | 'gte' | keyof typeof patterns

/** This column is this text, is one of these texts, or compares with all of these as they say. */
export function matching(
  column: string,
  wanted: string | string[] | { [Operator in TextOperator]?: string | undefined } | undefined,
): Condition | undefined {
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return equal({ [column]: wanted })
  const asked = Object.entries(wanted).filter(([, text]) => text !== undefined)
  return asked.length === 0
    ? undefined
    : { $and: asked.map(([operator, text]) => ({ [column]: compared(operator as TextOperator, text as string) })) }
}

function compared(operator: TextOperator, text: string): Condition {
  return operator in patterns
    ? { $like: patterns[operator as keyof typeof patterns](text) }
    : { [`$${operator}`]: text }
}

export interface Bounds {
  lt?: Date | number | undefined
  gt?: Date | number | undefined
  lte?: Date | number | undefined
  gte?: Date | number | undefined
}

/** Each of these columns lies within these bounds, or is this number. */
export function within(columns: Record<string, Bounds | number | undefined>): Condition | undefined {
  const asked = Object.entries(columns).filter(([, bounds]) => bounds !== undefined)
  return asked.length === 0
    ? undefined
    : Object.fromEntries(asked.map(([column, bounds]) => [column, operators(bounds as Bounds | number)]))
}

/** The same for columns that may be empty; null asks for those that are. */
export function withinOrNull(columns: Record<string, Bounds | null | undefined>): Condition | undefined {
  const empty = Object.entries(columns).filter(([, bounds]) => bounds === null)
  const bounded = Object.entries(columns).filter(([, bounds]) => bounds !== null) as [string, Bounds | undefined][]
  const conditions = { ...within(Object.fromEntries(bounded)), ...Object.fromEntries(empty) }
  return Object.keys(conditions).length === 0 ? undefined : conditions
}

function operators(bounds: Bounds | number): Condition | number {
  if (typeof bounds === 'number') return bounds
  const given = Object.entries(bounds).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [`$${name}`, value]))
}
