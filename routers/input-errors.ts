import { z } from 'zod'
import type { FieldError } from '#entities/errors.ts'
import { notEmpty } from './inputs/common.ts'

/* Formats validation errors as in Medusa v1: one message names every violation. */

export function formatInputErrors(error: z.ZodError): string {
  return dedupeIssues(sortUnknownKeysFirst(error.issues))
    .map((issue) => issue.message)
    .join(', ')
}

/** The violations with their paths, such as `items.0.quantity`. */
export const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  dedupeIssues(sortUnknownKeysFirst(error.issues)).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...parentPathOf(issue), issue.keys[0] ?? ''] : issue.path
    return { path: path.join('.'), message: issue.message }
  })

z.config({ customError: formatIssue })

const WHOLE = 'must be an integer number'
const DATE = 'must be a Date instance'
const NUMBER = 'must be a number conforming to the specified constraints'

type RawIssue = z.core.$ZodRawIssue

function formatIssue(issue: RawIssue): string {
  const { subject, field } = describePath(issue.path ?? [])
  if ('origin' in issue && issue.origin === 'date') return `${subject} ${DATE}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key: string) => `property ${key} should not exist`).join(', ')
    case 'invalid_type':
      return typeFaults(issue, { subject, field }).join(', ')
    case 'invalid_format':
      if (issue.format === 'url') return `${subject} must be a URL address`
      return issue.format === 'email'
        ? [...emptyValueErrors(issue, field), `${subject} must be an email`].join(', ')
        : `${subject} is not valid`
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return `${field} should not be empty`
      if (issue.minimum === Number.MIN_SAFE_INTEGER) return `${subject} ${WHOLE}`
      return issue.minimum === 0 && !issue.inclusive
        ? `${subject} must be a positive number`
        : `${subject} must not be less than ${issue.minimum}`
    case 'not_multiple_of':
      return `${subject} ${issue.divisor === 1 ? WHOLE : NUMBER}`
    case 'too_big':
      if (issue.maximum === Number.MAX_SAFE_INTEGER) return `${subject} ${WHOLE}`
      return issue.origin === 'string'
        ? `${subject} must be shorter than or equal to ${issue.maximum} characters`
        : `${subject} must not be greater than ${issue.maximum}`
    case 'invalid_value':
      return [
        ...emptyValueErrors(issue, field),
        `${subject} must be one of the following values: ${issue.values.join(', ')}`,
      ].join(', ')
    default:
      return `${subject} is not valid`
  }
}

function describePath(path: readonly PropertyKey[]): { subject: string; field: string } {
  const last = path.at(-1)
  if (typeof last !== 'number') return { subject: String(last ?? 'input'), field: String(last ?? 'input') }
  const list = String(path.at(-2) ?? 'input')
  return { subject: `each value in ${list}`, field: list }
}

type InvalidType = RawIssue & { code: 'invalid_type' }

function typeFaults(issue: InvalidType, { subject, field }: { subject: string; field: string }): string[] {
  if (isNested(issue)) return nestedFaults(issue, field)
  const faults = [...emptyValueErrors(issue, field), `${subject} ${typeRule(issue)}`]
  const ofElement = elementFaults(issue, field)
  if (!ofElement) return faults
  return isNestedList(issue) ? [...faults, ofElement] : [ofElement, ...faults]
}

function nestedFaults(issue: InvalidType, field: string): string[] {
  const isProperty = typeof issue.path?.at(-1) === 'string'
  const empty = isProperty && (issue.input ?? null) === null ? [`${field} should not be empty`] : []
  return isProperty && issue.input === undefined ? empty : [...empty, nestedRule(issue, field)]
}

/** Medusa v1 checks a value that is not a list as if the value were an element of the list. */
function elementFaults(issue: InvalidType, field: string): string {
  const element = definition(issue)?.element
  if (!element || (isNestedList(issue) && issue.input === undefined)) return ''
  const { error } = z.array(element).safeParse([issue.input], {
    error: (fault) => formatIssue({ ...fault, path: [field, ...(fault.path ?? [])] }),
  })
  return error ? formatInputErrors(error) : ''
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

function sortUnknownKeysFirst(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const ordered: z.core.$ZodIssue[] = []
  for (const issue of issues) {
    const at =
      issue.code === 'unrecognized_keys'
        ? ordered.findIndex((other) => other.code !== issue.code && isPathPrefix(other.path, parentPathOf(issue)))
        : -1
    if (at < 0) ordered.push(issue)
    else ordered.splice(at, 0, issue)
  }
  return ordered
}

const parentPathOf = ({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): PropertyKey[] =>
  path.length > 0 && path.at(-1) === keys[0] ? path.slice(0, -1) : path

const isPathPrefix = (path: readonly PropertyKey[], prefix: readonly PropertyKey[]) =>
  prefix.every((key, i) => path[i] === key)

function dedupeIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const messages = new Map<string, string>()
  return issues.filter(({ path, message }) => {
    const field = (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path).join('.')
    const earlier = messages.get(field) ?? ''
    messages.set(field, `${earlier}${message}, `)
    return !earlier.includes(`${message}, `)
  })
}
