import { z } from 'zod'
import type { BrokenRule } from '#entities/errors.ts'
import { Timestamp } from '#entities/values/time-input.ts'
import { isFileKey } from '../file/file-key.ts'
import { type Field, jsonSchemaOf, type LocalText } from './field.ts'
import { folderOf, requirementOfFile } from './file-rules.ts'

/** The parameters of an issue that only a field reports. `text` follows the name of the field. */
export interface FieldIssue {
  rule: BrokenRule
  text: string
}

const schemas = new WeakMap<Field, z.ZodType>()

/** The schema of each value that a caller, an import or the code of a plugin writes. Null is not a value. */
export function valueSchemaOf(field: Field): z.ZodType {
  const schema = schemas.get(field) ?? validated(field, schemaOf(field))
  schemas.set(field, schema)
  return schema
}

const MAX_INTEGER = 2_147_483_647
const MAX_ID = 200
/** PostgreSQL has no year 0. */
const CALENDAR_DAY = z.iso.date().refine((day) => day >= '0001', { abort: true, params: { field: noDay() } })

function noDay(): FieldIssue {
  return { rule: { name: 'date' }, text: 'must be a day such as 2026-12-24' }
}

function schemaOf(field: Field): z.ZodType {
  const { type, rules } = field
  const { min, max, maxLength, values, element, maxSize } = rules
  switch (type) {
    case 'text':
      return withPattern(z.string().max(maxLength), rules)
    case 'enum':
      return z.enum(values)
    case 'integer':
    case 'money':
      return z
        .int()
        .min(min ?? -MAX_INTEGER)
        .max(max ?? MAX_INTEGER)
    case 'number':
      return z
        .number()
        .min(min ?? -Number.MAX_VALUE)
        .max(max ?? Number.MAX_VALUE)
    case 'boolean':
      return z.boolean()
    case 'date':
      return CALENDAR_DAY
    case 'datetime':
      return Timestamp
    case 'list':
      return z.array(element ? valueSchemaOf(element) : z.string()).max(maxSize)
    case 'relation':
      return z.string().min(1).max(MAX_ID)
    case 'file':
      return refuse(z.string(), (value) => unlikeKey(field, String(value)))
    case 'json':
      return refuse(jsonSchemaOf(rules) ?? z.json(), (value) => longerThan(maxSize, value))
  }
}

function withPattern(schema: z.ZodString, { pattern, example }: Field['rules']): z.ZodType {
  if (!pattern) return schema
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''))
  const rule: BrokenRule = example === undefined ? { name: 'format' } : { name: 'example', example }
  const text = example === undefined ? 'has the wrong format' : `must have a format such as ${example}`
  const documented = /^u?$/.test(whole.flags) ? schema.meta({ pattern: whole.source }) : schema
  return refuse(documented, (value) => (whole.test(String(value)) ? undefined : { rule, text }))
}

const unlikeKey = (field: Field, text: string): FieldIssue | undefined =>
  isFileKey(text) && text.startsWith(`${folderOf(field)}/`)
    ? undefined
    : { rule: { name: 'format' }, text: requirementOfFile(field) }

function longerThan(maxSize: number, value: unknown): FieldIssue | undefined {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') <= maxSize) return undefined
  return { rule: { name: 'longest', limit: maxSize }, text: `must be JSON of at most ${maxSize} bytes` }
}

function validated({ rules }: Field, schema: z.ZodType): z.ZodType {
  return rules.validate ? refuse(schema, (value) => refusalOf(validate(rules, value))) : schema
}

/** The function `validate` of a field throws, which is a fault of its plugin and not of the value. */
export class FaultyValidation extends Error {}

function validate(rules: Field['rules'], value: unknown): LocalText | undefined {
  try {
    return rules.validate?.(value)
  } catch (cause) {
    throw new FaultyValidation('The function `validate` of a field threw an error', { cause })
  }
}

function refusalOf(fault: LocalText | undefined): FieldIssue | undefined {
  if (fault === undefined) return undefined
  const texts = typeof fault === 'string' ? { en: fault } : fault
  return { rule: { name: 'refused', texts }, text: texts.en }
}

const refuse = (schema: z.ZodType, issueOf: (value: unknown) => FieldIssue | undefined): z.ZodType =>
  schema.superRefine((value, context) => {
    const field = issueOf(value)
    if (field) context.addIssue({ code: 'custom', params: { field } })
  })

/** The schema of a value in a response. An older value may break the rules of the field. */
export function shownSchemaOf(field: Field): z.ZodType {
  const schema = typeSchemaOf(field)
  return field.default === undefined ? schema.nullable() : schema
}

/** The schema documents a value of another schema, and accepts others. */
function documentOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...document } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return document
}

function typeSchemaOf({ type, rules }: Field): z.ZodType {
  switch (type) {
    case 'text':
    case 'relation':
    case 'file':
      return z.string()
    case 'enum':
      return z.string().meta({ enum: [...rules.values] })
    case 'integer':
    case 'money':
      return z.int()
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'date':
      return z.string().meta({ format: 'date' })
    case 'datetime':
      return z.date()
    case 'list':
      return z.array(rules.element ? typeSchemaOf(rules.element) : z.string())
    case 'json': {
      const schema = jsonSchemaOf(rules)
      return schema ? z.json().meta(documentOf(schema)) : z.json()
    }
  }
}
