import { z } from 'zod'
import { isLineCheck, notEmpty } from '../inputs/common.ts'
import { fieldIssueOf } from './broken-rule.ts'
import { joinMessages } from './ordered-issues.ts'

const WHOLE = 'must be an integer number'
const DATE = 'must be a Date instance'
const NUMBER = 'must be a number conforming to the specified constraints'

type RawIssue = z.core.$ZodRawIssue

/** Returns the message of one issue. */
export function issueMessage(issue: RawIssue): string {
  const names = describePath(issue.path ?? [])
  const { subject, field } = names
  if ('origin' in issue && issue.origin === 'date') return `${subject} ${DATE}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key: string) => `property ${key} should not exist`).join(', ')
    case 'invalid_type':
      return typeErrors(issue, names).join(', ')
    case 'invalid_format':
      return invalidFormatErrors(issue, names).join(', ')
    case 'too_small':
      return tooSmallMessage(issue, names)
    case 'too_big':
      return tooBigMessage(issue, subject)
    case 'not_multiple_of':
      return `${subject} ${issue.divisor === 1 ? WHOLE : NUMBER}`
    case 'invalid_value': {
      const message = `${subject} must be one of the following values: ${issue.values.join(', ')}`
      return [...emptyValueErrors(issue, field), message].join(', ')
    }
    case 'custom':
      return `${subject} ${fieldIssueOf(issue)?.text ?? 'is not valid'}`
    default:
      return `${subject} is not valid`
  }
}

interface FieldNames {
  /** The field, or `each value in` a list. */
  subject: string
  /** The field or the list. */
  field: string
}

function invalidFormatErrors(issue: RawIssue & { code: 'invalid_format' }, { subject, field }: FieldNames): string[] {
  if (issue.format === 'url') return [`${subject} must be a URL address`]
  if (issue.format === 'email') return [...emptyValueErrors(issue, field), `${subject} must be an email`]
  if (issue.format === 'date') return [`${subject} must be a day such as 2026-12-24`]
  if (isLineCheck(issue.pattern)) return [`${subject} must not contain line breaks`]
  return [`${subject} is not valid`]
}

function tooSmallMessage(issue: RawIssue & { code: 'too_small' }, { subject, field }: FieldNames): string {
  if (issue.origin === 'string' || issue.origin === 'array') return `${field} should not be empty`
  if (issue.minimum === Number.MIN_SAFE_INTEGER) return `${subject} ${WHOLE}`
  if (issue.minimum === 0 && !issue.inclusive) return `${subject} must be a positive number`
  return `${subject} must not be less than ${issue.minimum}`
}

function tooBigMessage(issue: RawIssue & { code: 'too_big' }, subject: string): string {
  if (issue.maximum === Number.MAX_SAFE_INTEGER) return `${subject} ${WHOLE}`
  if (issue.origin === 'string') return `${subject} must be shorter than or equal to ${issue.maximum} characters`
  return `${subject} must not be greater than ${issue.maximum}`
}

function describePath(path: readonly PropertyKey[]): FieldNames {
  const last = path.at(-1)
  if (typeof last !== 'number') return { subject: String(last ?? 'input'), field: String(last ?? 'input') }
  const list = String(path.at(-2) ?? 'input')
  return { subject: `each value in ${list}`, field: list }
}

type InvalidType = RawIssue & { code: 'invalid_type' }

function typeErrors(issue: InvalidType, { subject, field }: FieldNames): string[] {
  if (isNested(issue)) return nestedErrors(issue, field)
  const errors = [...emptyValueErrors(issue, field), `${subject} ${typeRule(issue)}`]
  const ofElement = elementErrors(issue, field)
  if (!ofElement) return errors
  return isNestedList(issue) ? [...errors, ofElement] : [ofElement, ...errors]
}

function nestedErrors(issue: InvalidType, field: string): string[] {
  const isProperty = typeof issue.path?.at(-1) === 'string'
  const empty = isProperty && (issue.input ?? null) === null ? [`${field} should not be empty`] : []
  return isProperty && issue.input === undefined ? empty : [...empty, nestedRule(issue, field)]
}

/** Medusa v1 checks a value that is not a list as if the value were an element of the list. */
function elementErrors(issue: InvalidType, field: string): string {
  const element = definition(issue)?.element
  if (!element || (isNestedList(issue) && issue.input === undefined)) return ''
  const { error } = z.array(element).safeParse([issue.input], {
    error: (inner) => issueMessage({ ...inner, path: [field, ...(inner.path ?? [])] }),
  })
  return error ? joinMessages(error.issues) : ''
}

const isNestedList = (issue: InvalidType) => isObject(definition(issue)?.element)

const isObject = (schema: unknown): boolean =>
  schema instanceof z.ZodPipe ? isObject(schema.out) : schema instanceof z.ZodObject

function emptyValueErrors(issue: RawIssue, field: string): string[] {
  const missing = issue.input === undefined || issue.input === null || issue.input === ''
  const isRequired = checksOf(issue).some((check) => check === notEmpty || check._zod.def.check === 'min_length')
  return missing && isRequired ? [`${field} should not be empty`] : []
}

function typeRule(issue: InvalidType): string {
  switch (definition(issue)?.type ?? issue.expected) {
    case 'number':
    case 'int':
      return isInteger(issue) ? WHOLE : NUMBER
    case 'boolean':
      return 'must be a boolean value'
    case 'date':
      return DATE
    case 'array':
      return 'must be an array'
    case 'record':
      return 'must be an object'
    default:
      return definition(issue)?.format === 'email' ? 'must be an email' : 'must be a string'
  }
}

const isNested = (issue: RawIssue) => definition(issue)?.shape !== undefined

function nestedRule(issue: RawIssue, field: string): string {
  const inList = typeof issue.path?.at(-1) === 'number'
  return `${inList ? 'each value in ' : ''}nested property ${field} must be either object or array`
}

function isInteger(issue: RawIssue): boolean {
  return (
    definition(issue)?.format === 'safeint' ||
    (issue as { format?: string }).format === 'safeint' ||
    checksOf(issue).some((check) => (check._zod.def as { format?: string }).format === 'safeint')
  )
}

interface Definition {
  type?: string
  format?: string
  shape?: unknown
  element?: z.ZodType
  checks?: z.core.$ZodCheck[]
}

const definition = (issue: RawIssue) => issue.inst?._zod.def as Definition | undefined
const checksOf = (issue: RawIssue) => definition(issue)?.checks ?? []
