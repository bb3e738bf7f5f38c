/** The names in `fields`. */
export interface FieldList {
  /** True if each name has a sign. Then the fields change the default columns. Otherwise they replace them. */
  isRelative: boolean
  /** The names with `*`: dotted paths of relations to expand. */
  relations: string[]
  /** Columns of the row. */
  own: Field[]
  /** Columns of relations. */
  nested: Field[]
}

export interface Field {
  sign: string
  /** The relations before the column. */
  path: string[]
  column: string
}

export function parseFieldList(text: string): FieldList {
  const names = splitNames(text)
  const fields = names.filter((name) => !name.startsWith('*')).map(parseField)
  return {
    isRelative: names.length > 0 && names.every((name) => SIGN.test(name)),
    relations: names.filter((name) => name.startsWith('*')).map((name) => name.slice(1)),
    own: fields.filter(({ path }) => path.length === 0),
    nested: fields.filter(({ path }) => path.length > 0),
  }
}

export const splitNames = (list: string): string[] => list.split(',').filter((name) => name !== '')

const SIGN = /^[+*-]/

function parseField(text: string): Field {
  const sign = SIGN.exec(text)?.[0] ?? ''
  const path = text.slice(sign.length).split('.')
  return { sign, column: path.pop() ?? '', path }
}

interface ColumnChoice {
  defaultColumns: Iterable<string>
  isRelative: boolean
}

/** Returns the ID and the columns that the fields select. */
export function selectColumns(fields: readonly Field[], { defaultColumns, isRelative }: ColumnChoice): Set<string> {
  const columns = new Set(['id', ...(isRelative ? defaultColumns : [])])
  for (const { sign, column } of fields) {
    if (isRelative && sign === '-' && column !== 'id') columns.delete(column)
    else columns.add(column)
  }
  return columns
}
