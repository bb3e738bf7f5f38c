import { expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '#entities/people/customer/customer.ts'
import { columnsOf } from '#routers/inputs/columns.ts'
import { defineResource } from '#routers/reading/define-resource.ts'
import { untyped } from '#test/support/untyped.ts'

type Definition = Parameters<typeof defineResource>[0]

const define = (parts: object) =>
  defineResource(untyped<Definition>({ name: 'Person', entity: Customer, columns: columnsOf(Customer), ...parts }))

test.each([
  ['relations that are no function', { relations: {} }, '`relations` must be a function'],
  ['added relations that are no function', { addedRelations: {} }, '`addedRelations` must be a function'],
  ['an unknown column', { columns: { shoe_size: z.int() } }, 'the entity has no column shoe_size'],
  ['a column without a schema', { columns: { email: 'text' } }, 'the column email has no schema'],
  ['an entity that is no class', { entity: {} }, '`entity` must be a class'],
])('a resource with %s is refused at its definition', (_, parts, message) => {
  expect(() => define(parts)).toThrow(message)
})

test('a resource of columns is accepted', () => {
  expect(define({}).model.name).toBe('Person')
})
