import { expect, test } from 'vitest'
import { z } from 'zod'
import { Region } from '#entities/market/region/region.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { columnsOf, pickColumns } from '#routers/inputs/columns.ts'
import { defineResource, toMany } from '#routers/reading/define-resource.ts'
import { CountryResource } from '#routers/resources/region.ts'

test('the columns of a resource have the types of the entity', () => {
  const { name, tax_rate, tax_code, created_at } = columnsOf(Region)
  expect([name, tax_rate, created_at].map((schema) => schema.safeParse(null).success)).toEqual([false, false, false])
  expect([name.parse('North'), tax_rate.parse(0.5), tax_code.parse(null)]).toEqual(['North', 0.5, null])
  expect(created_at.safeParse('2026-01-01').success).toBe(false)
})

test('hidden columns are left out', () => {
  expect(Object.keys(columnsOf(ApiKey))).not.toContain('secret_hash')
  // @ts-expect-error the column is hidden
  pickColumns(ApiKey, ['secret_hash'])
})

test('the compiler refuses columns, types and relations that the entity does not have', () => {
  // @ts-expect-error the entity has no such column
  expect(() => pickColumns(Region, ['colour'])).toThrow('needs a schema in its resource')
  // @ts-expect-error the entity has no such column
  expect(() => defineResource({ name: 'Colour', entity: Region, columns: { colour: z.string() } })).toThrow('colour')
  // @ts-expect-error the column can be null
  defineResource({ name: 'Code', entity: Region, columns: { tax_code: z.string() } })
  // @ts-expect-error the column is a number
  defineResource({ name: 'Rate', entity: Region, columns: { tax_rate: z.string() } })
  const relations = () => ({ cities: toMany(CountryResource) })
  // @ts-expect-error the entity has no such relation
  defineResource({ name: 'Cities', entity: Region, columns: columnsOf(Region), relations })
})
