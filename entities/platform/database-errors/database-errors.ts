import { Conflict, DomainError, Duplicate, InvalidData, NotFound } from '#entities/errors.ts'
import { toUnavailableError } from './unavailable.ts'

interface DatabaseError {
  code: string
  message: string
  table?: string
  column?: string
  constraint?: string
  detail?: string
}

/** Returns a DomainError unchanged, and undefined for an unexpected error, which is a bug of the shop. */
export function toDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  return toUnavailableError(error) ?? domainErrorOf(databaseErrorIn(error))
}

function domainErrorOf(databaseError: DatabaseError | undefined): DomainError | undefined {
  if (!databaseError) return undefined
  const { code, message, column, detail = '' } = databaseError
  const [table = '', constraint] = [databaseError.table, databaseError.constraint].map((name = '') => withoutPart(name))
  const key = keyIn(detail)
  switch (code) {
    case '23505':
      return duplicateOf(table, key)
    case '23503':
      return detail.includes('is not present')
        ? new NotFound(`${capitalize(missingTable(detail))} with ${key?.names} ${key?.values} does not exist.`)
        : new DomainError(
            'not_allowed',
            `${capitalize(referencedTable(message))} cannot be deleted because other records refer to it`,
          ).because({ name: 'record_in_use' })
    case '23502':
      return new InvalidData(`Can't insert null value in field ${column} on insert in table ${table}`)
        .about(...(column ? [column] : []))
        .because({ name: 'value_required' })
    case '40001':
    case '40P01':
    case '55P03':
      return new Conflict()
    case '23514':
      return new InvalidData(`A value of ${table} is out of range: ${constraint}`).because({
        name: 'value_not_allowed',
      })
    // A trigger of a field refuses the value.
    case 'CW001':
      return new InvalidData(message)
        .about(...(column ? [column] : []))
        .because({ name: 'field_refused', field: column ?? '' })
    case '54000':
      return new InvalidData('A text value is too long').because({ name: 'text_too_long' })
    case '22003':
      return new InvalidData('A number is too large or too small to be stored').because({ name: 'value_out_of_range' })
    case '22007':
    case '22008':
    case '22009':
      return new InvalidData('A date is not valid. Use a date between the years 1 and 9999.').because({
        name: 'date_invalid',
      })
    case '22P02':
    // PostgreSQL reports 08P01 for a text with a zero byte.
    case '08P01':
    case '22P05':
    case '22021':
      return new InvalidData('A text contains a character that cannot be stored').because({ name: 'text_not_storable' })
    default:
      return undefined
  }
}

interface Key {
  /** The columns or expressions of the key, separated by commas. */
  names: string
  values: string
}

function keyIn(detail: string): Key | undefined {
  const [, names, values] = /^Key \((.*?)\)=\((.*)\)/s.exec(detail) ?? []
  return names !== undefined && values !== undefined ? { names, values } : undefined
}

function duplicateOf(table: string, key: Key | undefined): Duplicate {
  if (!key) return new Duplicate('This record already exists.').because({ name: 'record_exists' })
  const { names, values } = key
  return new Duplicate(`${capitalize(table)} with ${names} ${values} already exists.`)
    .about(...columnsOf(names))
    .because(isColumn(names) ? { name: 'value_exists', field: names, value: values } : { name: 'record_exists' })
}

function databaseErrorIn(error: unknown): DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isDatabaseError(cause)) return cause
  return undefined
}

const isDatabaseError = (error: Error): error is DatabaseError & Error =>
  'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

const isColumn = (name: string) => /^\w+$/.test(name)
const columnsOf = (names: string): string[] => names.split(', ').filter(isColumn)
const missingTable = (detail: string) => withoutPart(/is not present in table "(.*)"/.exec(detail)?.[1] ?? '')
const referencedTable = (message: string) => withoutPart(/update or delete on table "(.*?)"/.exec(message)?.[1] ?? 'It')
/** A cluster names the part of a distributed table: `product_102008`. */
const withoutPart = (name: string) => name.replace(/_\d{6,}$/, '')
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
