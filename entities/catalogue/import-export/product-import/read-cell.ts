import { z } from 'zod'
import type { Metadata } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { type Field, isTextual } from '#entities/platform/field/field.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'
import { readValuesOfCell } from '../csv/read-csv.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'
import { assertFieldValue, notAllowed } from './assert-field-value.ts'

export type CellValue = string | number | boolean | Metadata | readonly (string | number)[] | null

export const LARGEST_INTEGER = 2_147_483_647

/** @throws InvalidData for a text that is not a value of the column. The message follows the title of the column. */
export function readCell(column: CsvColumn, cell: string | null): CellValue {
  const { type, field } = column
  const text = type === 'text' ? cell : (cell?.trim() ?? null)
  if (text === null || (type !== 'text' && text === '')) return null
  const value = readValue(column, text)
  return field ? assertFieldValue(field, value) : value
}

function readValue({ name, type, allowedValues, field }: CsvColumn, text: string): CellValue {
  switch (type) {
    case 'integer':
    case 'money':
      return readInteger(text, UNITS[name])
    case 'number':
      return readNumber(text)
    case 'boolean':
      return readBoolean(text)
    case 'datetime':
      return readDatetime(text)
    case 'list':
      return readList(text, field?.rules.element)
    case 'json':
      return field ? readJson(text) : readMetadata(text)
    case 'enum':
    case 'date':
    case 'relation':
    case 'file':
      return text
    case 'text':
      if (allowedValues && !allowedValues.includes(text)) throw notAllowed(allowedValues)
      if (SHORTENED_NUMBER.test(text) && CODES.has(name))
        throw new InvalidData('has lost digits in a spreadsheet. Format the column as text').because({
          name: 'cell_lost_digits',
        })
      return text
  }
}

const CODES = new Set<string>([...VARIANT_CODES, 'hs_code'])
/** Spreadsheets write long numbers as `4.00638E+12`. */
const SHORTENED_NUMBER = /^\d[.,]\d+e\+\d+$/i

/** The units of columns with whole numbers. */
const UNITS: Readonly<Record<string, string>> = {
  weight: 'grams',
  length: 'millimetres',
  width: 'millimetres',
  height: 'millimetres',
  inventory_quantity: 'units',
}

function readInteger(text: string, unit: string | undefined): number {
  // "1.000" is a thousand in many languages.
  const number = /^-?\d{1,10}(\.0{0,2})?$/.test(text) ? Number(text) : Number.NaN
  if (Math.abs(number) <= LARGEST_INTEGER) return number
  throw unit
    ? new InvalidData(`must be an integer number of ${unit}`).because({ name: 'cell_not_whole', unit })
    : new InvalidData('must be an integer number').because({ name: 'cell_not_whole' })
}

function readNumber(text: string): number {
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw new InvalidData('must be a number').because({ name: 'cell_not_a_number' })
  return number
}

const Datetime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

function readDatetime(text: string): string {
  const result = Datetime.safeParse(text)
  if (!result.success)
    throw new InvalidData('must be a time such as 2027-01-31T12:00:00Z').because({ name: 'cell_not_a_time' })
  return new Date(result.data).toISOString()
}

/** Spreadsheets write these words in the language of their user. */
const WORDS = new Map<string, boolean>([
  ...['true', 'yes', '1', 'wahr', 'ja', 'vrai', 'oui', 'verdadero', 'vero'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'falsch', 'nein', 'faux', 'non', 'falso'].map((word) => [word, false] as const),
])

function readBoolean(text: string): boolean {
  const value = WORDS.get(text.toLowerCase())
  if (value === undefined) throw new InvalidData('must be true or false').because({ name: 'cell_not_boolean' })
  return value
}

const MAX_DEPTH = 20

function readMetadata(text: string): Metadata {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isStorable(value, 0))
    throw new InvalidData('must be a JSON object such as {"colour":"red"}').because({ name: 'cell_not_json' })
  return value as Metadata
}

function readJson(text: string): CellValue {
  const value = parseJson(text)
  if (value === undefined || !isStorable(value, 0))
    throw new InvalidData('must be JSON').because({ name: 'cell_not_json' })
  return value as CellValue
}

const readList = (text: string, element: Field | undefined): (string | number)[] => {
  const texts = readValuesOfCell(text)
  return isTextual(element) ? texts : texts.map(readNumber)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return (
    depth < MAX_DEPTH &&
    Object.entries(value)
      .flat()
      .every((item) => isStorable(item, depth + 1))
  )
}
