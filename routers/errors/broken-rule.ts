import type { z } from 'zod'
import type { BrokenRule } from '#entities/errors.ts'
import type { FieldIssue } from '#entities/platform/field/value-schema.ts'
import { isLineCheck } from '../inputs/common.ts'

/** Returns the rule that an input breaks. Forms have a sentence for each rule. */
export function brokenRuleOf(issue: z.core.$ZodIssue): BrokenRule {
  if ('origin' in issue && issue.origin === 'date') return { name: 'date' }
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
    case 'custom':
      return fieldIssueOf(issue)?.rule ?? { name: 'unknown' }
    case 'not_multiple_of':
      return { name: issue.divisor === 1 ? 'whole_number' : 'format' }
    default:
      return { name: 'unknown' }
  }
}

/** Returns the rule of a field of a plugin that the value breaks. */
export function fieldIssueOf({ params }: { params?: { field?: FieldIssue } }): FieldIssue | undefined {
  return params?.field
}

/** A form sends no text of another type, so it has sent none. */
function ruleOfType(expected: string): BrokenRule['name'] {
  if (expected === 'string') return 'required'
  if (expected === 'array') return 'fewest'
  if (expected === 'date') return 'date'
  if (expected === 'int') return 'whole_number'
  return expected === 'number' ? 'number' : 'unknown'
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set'

function ruleOfSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): BrokenRule {
  const limit = Number(minimum)
  if (isList(origin)) return { name: 'fewest', limit }
  if (origin === 'string') return limit <= 1 ? { name: 'required' } : { name: 'shortest', limit }
  if (limit === Number.MIN_SAFE_INTEGER) return { name: 'whole_number' }
  return { name: inclusive === false ? 'above' : 'minimum', limit }
}

function ruleOfBig({ origin, maximum }: z.core.$ZodIssueTooBig): BrokenRule {
  const limit = Number(maximum)
  if (isList(origin)) return { name: 'most', limit }
  if (origin === 'string') return { name: 'longest', limit }
  return { name: 'maximum', limit }
}

function ruleOfFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): BrokenRule['name'] {
  if (format === 'email') return 'email'
  if (format === 'url') return 'url'
  if (isLineCheck(pattern)) return 'line'
  return format.includes('date') ? 'date' : 'format'
}
