import fc from 'fast-check'
import type { z } from 'zod'
import type { Vocabulary } from './vocabulary.ts'

interface Place {
  vocabulary: Vocabulary
  procedure: string
  field: string
  depth: number
}

interface Definition {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
}

/** Generates valid-looking inputs: of the declared types, with ids of existing rows. */
export function inputsOf(schema: z.ZodType, procedure: string, vocabulary: Vocabulary): fc.Arbitrary<unknown> {
  return valuesOf(schema, { vocabulary, procedure, field: 'input', depth: 0 })
}

export function smallInputsOf(schema: z.ZodType, procedure: string, vocabulary: Vocabulary): fc.Arbitrary<unknown> {
  return valuesOf(schema, { vocabulary, procedure, field: 'input', depth: MAX_DEPTH + 1 })
}

/** Below this depth, inputs have no optional properties. */
const MAX_DEPTH = 4

function valuesOf(schema: z.ZodType, at: Place): fc.Arbitrary<unknown> {
  const definition: Definition = schema._zod.def
  const within = (inner: z.ZodType | undefined) => (inner ? valuesOf(inner, at) : fc.constant(undefined))
  switch (definition.type) {
    case 'optional':
      return at.depth > MAX_DEPTH ? fc.constant(undefined) : fc.option(within(definition.innerType), { nil: undefined })
    case 'nullable':
      return fc.option(within(definition.innerType), { freq: 8, nil: null })
    case 'prefault':
    case 'default':
      return at.depth > MAX_DEPTH ? fc.constant(undefined) : within(definition.innerType)
    case 'pipe':
      return within(definition.in?._zod.def.type === 'transform' ? definition.out : definition.in)
    case 'object':
      return objectsOf(definition.shape ?? {}, at)
    case 'array':
      return fc.array(within(definition.element), { minLength: 1, maxLength: 2 })
    case 'record':
      return fc.dictionary(fc.constantFrom('note', 'size', 'x'), within(definition.valueType), { maxKeys: 2 })
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(within))
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'number':
      return fc.constantFrom(1, 0, 2, 10, 1000)
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc.constantFrom(new Date('2026-01-01'), new Date('2036-06-01'))
    case 'unknown':
      return fc.constantFrom('a text', 1, true, { nested: [1, 'two'] })
    case 'never':
    case 'undefined':
      return fc.constant(undefined)
    default:
      return textsOf(definition, at)
  }
}

function objectsOf(shape: Record<string, z.ZodType>, at: Place): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([field, schema]) => [
    field,
    valuesOf(schema, { ...at, field, depth: at.depth + 1 }),
  ])
  return fc.record(Object.fromEntries(fields))
}

function textsOf({ format }: Definition, { vocabulary, field, procedure }: Place): fc.Arbitrary<string> {
  if (format === 'email') return fc.constantFrom('ada@example.com', 'buyer1@example.com')
  if (format === 'url') return fc.constant('https://example.com/hook')
  return fc.constantFrom(...vocabulary.wordsFor(field, procedure))
}
