import type { RowKey } from './customer-rows.ts'
import type { PersonalTable } from './personal-tables.ts'

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const typeOf = ({ columns }: PersonalTable, column: string): string =>
  columns.find(({ name }) => name === column)?.type ?? 'text'

/** The primary key of the row `t` as an array of texts. */
export const keySql = ({ key }: PersonalTable): string =>
  `json_build_array(${key.map(({ name }) => `t.${quoteName(name)}::text`).join(', ')})`

/** Matches rows with the keys of `keyParameters`, which are the first parameters of the statement. */
export function inKeys({ key }: PersonalTable, alias: string): string {
  const names = key.map(({ name }) => `${alias}.${quoteName(name)}`).join(', ')
  const lists = key.map(({ type }, i) => `$${i + 1}::text[]::${type}[]`).join(', ')
  return `(${names}) in (select * from unnest(${lists}))`
}

/** Returns one list of values for each column of the primary key. */
export const keyParameters = ({ key }: PersonalTable, keys: readonly RowKey[]): string[][] =>
  key.map((_, i) => keys.map((values) => values[i] as string))
