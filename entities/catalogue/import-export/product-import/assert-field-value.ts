import type { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import type { Field } from '#entities/platform/field/field.ts'
import { type FieldIssue, valueSchemaOf } from '#entities/platform/field/value-schema.ts'
import type { CellValue } from './read-cell.ts'

/** Returns the value. @throws InvalidData if it breaks a rule of the field. */
export function assertFieldValue(field: Field, value: CellValue): CellValue {
  const [issue] =
    valueSchemaOf(field).safeParse(field.type === 'datetime' ? new Date(String(value)) : value).error?.issues ?? []
  if (issue) throw refusalOf(issue)
  return value
}

export const notAllowed = (values: readonly unknown[]): InvalidData =>
  new InvalidData(`must be one of the following values: ${values.join(', ')}`).because({
    name: 'cell_not_allowed',
    values: values.join(', '),
  })

function refusalOf(issue: z.core.$ZodIssue): InvalidData {
  switch (issue.code) {
    case 'invalid_value':
      return notAllowed(issue.values)
    case 'too_small':
      return new InvalidData(`must not be less than ${issue.minimum}`).because({
        name: 'cell_too_small',
        minimum: Number(issue.minimum),
      })
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return notDay()
    case 'custom':
      return refusalOfField(issue.params?.field)
    default:
      return notValid()
  }
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): InvalidData {
  const limit = Number(maximum)
  if (origin === 'string')
    return new InvalidData(`must have at most ${limit} characters`).because({ name: 'cell_too_long', maximum: limit })
  if (origin === 'array')
    return new InvalidData(`must have at most ${limit} values`).because({ name: 'cell_too_many', maximum: limit })
  return new InvalidData(`must not be greater than ${limit}`).because({ name: 'cell_too_large', maximum: limit })
}

function refusalOfField(issue: FieldIssue | undefined): InvalidData {
  if (!issue) return notValid()
  const { rule, text } = issue
  switch (rule.name) {
    case 'date':
      return notDay()
    case 'longest':
      return new InvalidData(text).because({ name: 'cell_too_long', maximum: rule.limit ?? 0 })
    case 'example':
      return new InvalidData(text).because({ name: 'cell_unlike_example', example: rule.example ?? '' })
    case 'refused':
      return new InvalidData(text).because({ name: 'cell_refused', ...(rule.texts ?? { en: text }) })
    default:
      return new InvalidData(text).because({ name: 'cell_not_valid' })
  }
}

const notDay = (): InvalidData =>
  new InvalidData('must be a day such as 2026-12-24').because({ name: 'cell_not_a_day' })

const notValid = (): InvalidData => new InvalidData('is not valid').because({ name: 'cell_not_valid' })
