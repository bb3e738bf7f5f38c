/** The text of a field that is not a value, such as `12..5`. The values of a form keep it, so that nothing typed is lost. */
export interface Unreadable {
  readonly unreadable: string
}

/** The value of a field with text. `null` is an empty field. */
export type Entered<Value> = Value | null | Unreadable

/** Values without unreadable text. */
export type Readable<Values> = Values extends Unreadable
  ? never
  : Values extends Date | string | number | boolean | null | undefined
    ? Values
    : { [Key in keyof Values]: Readable<Values[Key]> }

export const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && 'unreadable' in value

export const isReadable = <Values>(values: Values): values is Values & Readable<Values> =>
  unreadablePaths(values).length === 0

/** The paths of the fields with unreadable text, such as `rows.variant_1.prices.eur`. */
export function unreadablePaths(values: unknown, path = ''): string[] {
  if (isUnreadable(values)) return [path]
  if (typeof values !== 'object' || values === null || values instanceof Date) return []
  return Object.entries(values).flatMap(([name, value]) => unreadablePaths(value, path ? `${path}.${name}` : name))
}

/** The number of a required field. Each procedure refuses the number of an empty field at this field. */
export const requiredNumber = (value: number | null | undefined): number => value ?? Number.NaN
