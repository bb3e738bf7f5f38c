import type { z } from 'zod'
import type { BrokenRule } from '#client/index.ts'
import type { en } from '#console/strings/fields.ts'

export type FieldWords = Readonly<typeof en>

/** The sentence of a rule that the shop or the schema of a form reports. No other text of a schema reaches the user. */
export function sentenceOfRule({ name, limit = 1, example = '', texts }: BrokenRule, words: FieldWords): string {
  switch (name) {
    case 'required':
      return words.fieldRequired
    case 'whole_number':
      return words.fieldWhole
    case 'number':
      return words.fieldNumber('1')
    case 'minimum':
      return words.fieldMin(String(limit))
    case 'above':
      return words.fieldAbove(String(limit))
    case 'maximum':
      return limit > 1e9 ? words.fieldTooLarge : words.fieldMax(String(limit))
    case 'shortest':
      return words.fieldTooShort(limit)
    case 'longest':
      return words.fieldTooLong(limit)
    case 'fewest':
      return words.fieldTooFew(limit)
    case 'most':
      return words.fieldTooMany(limit)
    case 'email':
      return words.fieldEmail
    case 'url':
      return words.fieldUrl
    case 'date':
      return words.fieldDate
    case 'choice':
      return words.fieldChoice
    case 'line':
      return words.fieldLine
    case 'format':
      return words.fieldFormat
    case 'example':
      return words.fieldExample(example)
    case 'refused':
      return texts ? words.fieldRefused(texts) : words.fieldInvalid
    default:
      return words.fieldInvalid
  }
}

/** The sentence of a validation error of the schema of a form. */
export const sentenceOfIssue = (issue: z.core.$ZodRawIssue, words: FieldWords): string =>
  sentenceOfRule(ruleOfIssue(issue), words)

/** JSON has null for the number of an empty field. */
const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === ''

function ruleOfIssue(issue: z.core.$ZodRawIssue): BrokenRule {
  if (isEmpty(issue.input)) return { name: 'required' }
  switch (issue.code) {
    case 'invalid_type':
      return { name: ruleOfType(issue.expected) }
    case 'too_small':
      return ruleOfSmall(issue)
    case 'too_big':
      return ruleOfBig(issue)
    case 'invalid_value':
      return { name: 'choice' }
    case 'invalid_format':
      return { name: ruleOfFormat(issue) }
    case 'not_multiple_of':
      return { name: 'whole_number' }
    default:
      return { name: 'unknown' }
  }
}

function ruleOfType(expected: string): BrokenRule['name'] {
  if (expected === 'int') return 'whole_number'
  return expected === 'number' ? 'number' : 'unknown'
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set'

function ruleOfSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): BrokenRule {
  const limit = Number(minimum)
  if (isList(origin)) return { name: 'fewest', limit }
  if (origin === 'string') return { name: 'shortest', limit }
  return { name: inclusive === false ? 'above' : 'minimum', limit }
}

function ruleOfBig({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): BrokenRule {
  const limit = Number(maximum)
  if (isList(origin)) return { name: 'most', limit }
  return { name: origin === 'string' ? 'longest' : 'maximum', limit }
}

/** The server describes e-mail addresses by a pattern. */
function ruleOfFormat({
  format,
  pattern,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): BrokenRule['name'] {
  if (format === 'email' || (format === 'regex' && pattern?.includes('@'))) return 'email'
  if (format === 'url') return 'url'
  if (format.includes('date')) return 'date'
  return pattern?.includes('\\u2028') ? 'line' : 'format'
}
