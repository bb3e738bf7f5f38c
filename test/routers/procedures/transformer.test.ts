import fc from 'fast-check'
import superjson from 'superjson'
import { expect, test } from 'vitest'
import { transformer } from '#routers/procedures/transformer.ts'

const date = fc.date({ noInvalidDate: true })
const key = fc
  .oneof(fc.string({ maxLength: 5 }), fc.constantFrom('a.b', 'a\\b', '\\.', ''))
  .filter((name) => !RESERVED.has(name))
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

const { answer } = fc.letrec<{ value: unknown; answer: object }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), date, tie('answer')),
  answer: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

const throughJson = (payload: unknown) => JSON.parse(JSON.stringify(payload))

test('responses are serialized as superjson does and can be deserialized by it', () => {
  fc.assert(
    fc.property(answer, (value) => {
      const payload = throughJson(transformer.output.serialize(value))
      expect(payload).toEqual(throughJson(superjson.serialize(value)))
      expect(superjson.deserialize(payload)).toEqual(value)
    }),
  )
})

test.each([undefined, null, 'text', 1, new Date(0)])('the response %s is serialized as superjson does', (value) => {
  expect(transformer.output.serialize(value)).toEqual(superjson.serialize(value))
})

test('a response is not copied', () => {
  const value = { rows: [{ created_at: new Date(0) }] }
  const payload = transformer.output.serialize(value)
  expect(payload).toEqual({ json: value, meta: { values: { 'rows.0.created_at': ['Date'] }, v: 1 } })
  expect((payload as { json: unknown }).json).toBe(value)
})
