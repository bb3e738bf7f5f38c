import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import type { CsvColumn } from '../product-csv/entity-columns.ts'

export type CellValue = string | number | boolean | null

export const LARGEST_INTEGER = 2_147_483_647

export function readCell({ type, allowedValues, maxLength }: CsvColumn, text: string | null): CellValue {
  if (text === null) return null
  switch (type) {
    case 'integer':
      return readInteger(text)
    case 'number':
      return readNumber(text)
    case 'boolean':
      return readBoolean(text)
    case 'datetime':
      return readDatetime(text)
    case 'text':
      if (allowedValues && !allowedValues.includes(text))
        throw new InvalidData(`must be one of the following values: ${allowedValues.join(', ')}`).because({
          name: 'cell_not_allowed',
          values: allowedValues.join(', '),
        })
      if (maxLength !== undefined && text.length > maxLength)
        throw new InvalidData(`must have at most ${maxLength} characters`).because({
          name: 'cell_too_long',
          maximum: maxLength,
        })
      return text
  }
}

function readInteger(text: string): number {
  const number = /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!(Math.abs(number) <= LARGEST_INTEGER))
    throw new InvalidData('must be an integer number').because({ name: 'cell_not_whole' })
  return number
}

function readNumber(text: string): number {
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw new InvalidData('must be a number').because({ name: 'cell_not_a_number' })
  return number
}

const Datetime = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

function readDatetime(text: string): string {
  const result = Datetime.safeParse(text.trim())
  if (!result.success)
    throw new InvalidData('must be a time such as 2027-01-31T12:00:00Z').because({ name: 'cell_not_a_time' })
  return new Date(result.data).toISOString()
}

function readBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word !== 'true' && word !== 'false')
    throw new InvalidData('must be a boolean value').because({ name: 'cell_not_boolean' })
  return word === 'true'
}
