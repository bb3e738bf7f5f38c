import type { RouterOutputs } from '#client/index.ts'

export type Change = RouterOutputs['admin']['auditLog']['get']['audit_log_entry']['changes'][number]

export interface ChangedField {
  /** The column. A part of a JSON value has further names. */
  path: readonly [column: string, ...keys: string[]]
  before: unknown
  after: unknown
}

/** The database keeps them. They have no meaning for a merchant. */
const TECHNICAL = new Set(['id', 'created_at', 'updated_at', 'version', 'object', 'rank'])

/** The fields of a change with different values, without technical ones and references. JSON values have a field for each part. */
export function changedFields({ before, after }: Pick<Change, 'before' | 'after'>): ChangedField[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns
    .filter((column) => !TECHNICAL.has(column) && !column.endsWith('_id'))
    .flatMap((column) => differences([column], before?.[column], after?.[column]))
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function differences(path: ChangedField['path'], before: unknown, after: unknown): ChangedField[] {
  if (isPlain(before) || isPlain(after)) {
    const [was, is] = [before, after].map((value) => (isPlain(value) ? value : {}))
    const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
    return keys.flatMap((key) => differences([...path, key], was?.[key], is?.[key]))
  }
  if ((isEmpty(before) && isEmpty(after)) || JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ path, before, after }]
}

const MONEY = /(^|_)(amount|price|total|subtotal|balance|due|cost)(_|$)/

/** Whether a column has an amount in minor units. */
export const isMoney = (column: string): boolean => MONEY.test(column)

/** The currency of a changed row, if the change contains it. */
export function currencyIn({ before, after }: Pick<Change, 'before' | 'after'>): string | undefined {
  const code = after?.['currency_code'] ?? before?.['currency_code']
  return typeof code === 'string' ? code : undefined
}
