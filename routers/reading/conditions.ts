import { raw } from '@mikro-orm/postgresql'
import type { Condition } from '#database/read/find-keys.ts'
import { MAX_SEARCH_LENGTH } from '#entities/catalogue/search/search-words.ts'

/* The functions of this file return undefined if the filter is not set. */

export type { Condition } from '#database/read/find-keys.ts'

/** Matches rows whose columns equal these values, or one value of a list. Ignores undefined values. */
export function equalTo(values: Record<string, unknown>): Condition | undefined {
  const filters = definedEntries(values)
  return filters.length === 0
    ? undefined
    : Object.fromEntries(filters.map(([column, value]) => [column, comparisonWith(value)]))
}

function comparisonWith(value: unknown): unknown {
  if (Array.isArray(value)) return { $in: value }
  return isExistence(value) ? existing(value) : value
}

/** The filter `[exists]` of a column that can be null. */
interface Existence {
  exists: boolean
}

const isExistence = (value: unknown): value is Existence =>
  typeof value === 'object' && value !== null && 'exists' in value

const existing = ({ exists }: Existence): Condition | null => (exists ? { $ne: null } : null)

/**
 * Matches rows with a related row whose `column` has one of the values. `path` leads over relations to many rows: `relatedTo('tags', ids)`.
 * It finds each row once.
 */
export function relatedTo(path: string, values: readonly string[] | undefined, column = 'id'): Condition | undefined {
  if (!values) return undefined
  const condition: Condition = { [column]: { $in: values } }
  return path.split('.').reduceRight((inner, name) => ({ [name]: { $some: inner } }), condition)
}

export function searchText(text: string | undefined, columns: readonly string[]): Condition | undefined {
  if (!text) return undefined
  const pattern = searchPattern(text)
  const nested = (path: string) =>
    path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), { $ilike: pattern })
  return { $or: columns.map(nested) }
}

interface TranslatedRows {
  /** The name of the table. */
  entity: string
  /** The languages of the response. Empty for the default language. */
  chain: readonly string[]
  /** The translated columns that the search reads. */
  columns: readonly string[]
}

/** Matches rows with the text in the default language or in a language of the response. */
export function searchShownText(
  text: string | undefined,
  stored: readonly string[],
  { entity, chain, columns }: TranslatedRows,
): Condition | undefined {
  const found = searchText(text, stored)
  if (!text || !found || chain.length === 0) return found
  const pattern = searchPattern(text)
  const isLike = columns.map((column) => `texts ->> '${column}' ilike ?`).join(' or ')
  const ids = raw(
    `(select row_id from translation where entity = ? and language in (select jsonb_array_elements_text(?::jsonb)) and (${isLike}))`,
    [entity, JSON.stringify(chain), ...columns.map(() => pattern)],
  )
  return { $or: [found, { id: { $in: ids } }] }
}

export const searchPattern = (text: string) => `%${escapeLikePattern(text.slice(0, MAX_SEARCH_LENGTH))}%`

export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const patterns: Readonly<Record<string, (text: string) => string>> = {
  contains: (text) => `%${escapeLikePattern(text)}%`,
  starts_with: (text) => `${escapeLikePattern(text)}%`,
  ends_with: (text) => `%${escapeLikePattern(text)}`,
}

type TextOperator = 'lt' | 'gt' | 'lte' | 'gte' | 'contains' | 'starts_with' | 'ends_with'

export function matchText(
  column: string,
  filter: string | string[] | { [Operator in TextOperator]?: string | undefined } | undefined,
): Condition | undefined {
  if (typeof filter !== 'object' || Array.isArray(filter) || isExistence(filter)) return equalTo({ [column]: filter })
  const comparisons = definedEntries(filter)
  return comparisons.length === 0
    ? undefined
    : { $and: comparisons.map(([operator, text]) => ({ [column]: textComparison(operator, text) })) }
}

function textComparison(operator: string, text: string): Condition {
  return operator in patterns ? { $like: likePattern(operator, text) } : { [`$${operator}`]: text }
}

export const likePattern = (operator: string, text: string): string | undefined => patterns[operator]?.(text)

export interface Bounds {
  lt?: Date | number | undefined
  gt?: Date | number | undefined
  lte?: Date | number | undefined
  gte?: Date | number | undefined
}

export function inRange(columns: Record<string, Bounds | number | undefined>): Condition | undefined {
  const ranges = definedEntries(columns)
  return ranges.length === 0
    ? undefined
    : Object.fromEntries(ranges.map(([column, bounds]) => [column, rangeOperators(bounds)]))
}

/** Matches rows whose columns lie within the bounds. Null instead of bounds matches rows without a value. */
export function inRangeOrNull(columns: Record<string, Bounds | null | undefined>): Condition | undefined {
  const ranges = definedEntries(columns)
  return ranges.length === 0
    ? undefined
    : Object.fromEntries(ranges.map(([column, bounds]) => [column, bounds === null ? null : rangeOperators(bounds)]))
}

function rangeOperators(bounds: Bounds | number): Condition | number | null {
  if (typeof bounds === 'number') return bounds
  if (isExistence(bounds)) return existing(bounds)
  return Object.fromEntries(definedEntries({ ...bounds }).map(([name, value]) => [`$${name}`, value]))
}

const definedEntries = <Value>(values: Record<string, Value | undefined>): [name: string, Value][] =>
  Object.entries(values).flatMap(([name, value]): [string, Value][] => (value === undefined ? [] : [[name, value]]))
