import type { z } from 'zod'
import type { en } from '#console/strings/fields.ts'

export type FieldWords = Readonly<typeof en>

/** The sentence of a validation error, for the user of a form. */
export function sentenceOfIssue(issue: z.core.$ZodRawIssue, words: FieldWords): string {
  if (isEmpty(issue.input)) return words.fieldRequired
  switch (issue.code) {
    case 'invalid_type':
      return sentenceOfType(issue.expected, words)
    case 'too_small':
      return sentenceOfSmall(issue, words)
    case 'too_big':
      return sentenceOfBig(issue, words)
    case 'invalid_value':
      return words.fieldChoice
    case 'invalid_format':
      return sentenceOfFormat(issue, words)
    default:
      return words.fieldInvalid
  }
}

/** JSON has null for the number of an empty field. */
const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === ''

function sentenceOfType(expected: string, words: FieldWords): string {
  if (expected === 'int') return words.fieldWhole
  return expected === 'number' ? words.fieldNumber('1') : words.fieldInvalid
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set'

function sentenceOfSmall(
  { origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>,
  words: FieldWords,
) {
  if (isList(origin)) return words.fieldTooFew(Number(minimum))
  if (origin === 'string') return words.fieldTooShort(Number(minimum))
  return words.fieldMin(inclusive === false ? `> ${minimum}` : String(minimum))
}

function sentenceOfBig({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>, words: FieldWords) {
  if (isList(origin)) return words.fieldTooMany(Number(maximum))
  if (origin === 'string') return words.fieldTooLong(Number(maximum))
  return Number(maximum) > 1e9 ? words.fieldTooLarge : words.fieldMax(String(maximum))
}

/** The server describes e-mail addresses by a pattern. */
function sentenceOfFormat(
  { format, pattern }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>,
  words: FieldWords,
) {
  if (format === 'email' || (format === 'regex' && pattern?.includes('@'))) return words.fieldEmail
  if (format === 'url') return words.fieldUrl
  return format.includes('date') ? words.fieldDate : words.fieldFormat
}
