import type { Condition } from '#database/read/find-keys.ts'
import { MAX_SEARCH_LENGTH } from '#entities/catalogue/product/search-words.ts'

/*
 * The conditions of a list. Each is undefined where the caller did not ask for it; `listRows` keeps the rows that meet
 * all of the others.
 */

export type { Condition } from '#database/read/find-keys.ts'

/** Each of these columns has this value, or one of these values. What is undefined is not asked for. */
export function equalTo(values: Record<string, unknown>): Condition | undefined {
  const asked = Object.entries(values).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? undefined
    : Object.fromEntries(asked.map(([column, value]) => [column, Array.isArray(value) ? { $in: value } : value]))
}

/** One of these columns (dotted paths) contains the text. Case does not matter. */
export function searchText(text: string | undefined, columns: readonly string[]): Condition | undefined {
  if (!text) return undefined
  const pattern = searchPattern(text)
  const nested = (path: string) =>
    path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), { $ilike: pattern })
  return { $or: columns.map(nested) }
}

/** The `ilike` pattern of a text that contains the beginning of this one. */
export const searchPattern = (text: string) => `%${escapeLikePattern(text.slice(0, MAX_SEARCH_LENGTH))}%`

/** Escapes the wildcards of `like`. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const patterns = {
  contains: (text: string) => `%${escapeLikePattern(text)}%`,
  starts_with: (text: string) => `${escapeLikePattern(text)}%`,
  ends_with: (text: string) => `%${escapeLikePattern(text)}`,
}

type TextOperator = 'lt' | 'gt' | 'lte' | 'gte' | keyof typeof patterns

/** This column is this text, is one of these texts, or compares with all of these as they say. */
export function matchText(
  column: string,
  wanted: string | string[] | { [Operator in TextOperator]?: string | undefined } | undefined,
): Condition | undefined {
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return equalTo({ [column]: wanted })
  const asked = Object.entries(wanted).filter(([, text]) => text !== undefined)
  return asked.length === 0
    ? undefined
    : {
        $and: asked.map(([operator, text]) => ({ [column]: textComparison(operator as TextOperator, text as string) })),
      }
}

function textComparison(operator: TextOperator, text: string): Condition {
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
export function inRange(columns: Record<string, Bounds | number | undefined>): Condition | undefined {
  const asked = Object.entries(columns).filter(([, bounds]) => bounds !== undefined)
  return asked.length === 0
    ? undefined
    : Object.fromEntries(asked.map(([column, bounds]) => [column, rangeOperators(bounds as Bounds | number)]))
}

/** The same for columns that may be empty; null asks for those that are. */
export function inRangeOrNull(columns: Record<string, Bounds | null | undefined>): Condition | undefined {
  const empty = Object.entries(columns).filter(([, bounds]) => bounds === null)
  const bounded = Object.entries(columns).filter(([, bounds]) => bounds !== null) as [string, Bounds | undefined][]
  const conditions = { ...inRange(Object.fromEntries(bounded)), ...Object.fromEntries(empty) }
  return Object.keys(conditions).length === 0 ? undefined : conditions
}

function rangeOperators(bounds: Bounds | number): Condition | number {
  if (typeof bounds === 'number') return bounds
  const given = Object.entries(bounds).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [`$${name}`, value]))
}
