import { InvalidData } from '#entities/errors.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'

export type CellValue = string | number | boolean | null

export const LARGEST_INTEGER = 2_147_483_647

export function readCell({ type, allowedValues }: CsvColumn, text: string | null): CellValue {
  if (text === null) return null
  switch (type) {
    case 'integer':
      return readInteger(text)
    case 'boolean':
      return readBoolean(text)
    case 'text':
      if (allowedValues && !allowedValues.includes(text))
        throw new InvalidData(`must be one of the following values: ${allowedValues.join(', ')}`)
      return text
  }
}

function readInteger(text: string): number {
  const number = /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!(Math.abs(number) <= LARGEST_INTEGER)) throw new InvalidData('must be an integer number')
  return number
}

function readBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word !== 'true' && word !== 'false') throw new InvalidData('must be a boolean value')
  return word === 'true'
}
