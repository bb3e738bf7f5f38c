import { defineEntity, p } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { flag, id, metadata, timestamps } from '#entities/base.ts'
import { csvColumnsOf, splitColumns } from '#entities/catalogue/import-export/product-csv/entity-columns.ts'

const GadgetSchema = defineEntity({
  name: 'Gadget',
  properties: {
    id: id('gadget'),
    ...timestamps(),
    ...metadata(),
    sku_alias: p.text().nullable(),
    hs_code: p.text(),
    size: p.enum(['small', 'large']).onCreate(() => 'small'),
    stock: p.integer().onCreate(() => 0),
    is_fragile: flag(false),
    secret: p.text().hidden(),
    owner_id: p.text(),
  },
})
class Gadget extends GadgetSchema.class {}
GadgetSchema.setClass(Gadget)

const columns = csvColumnsOf(Gadget, { prefix: 'Gadget', fields: new Map(), omit: ['owner_id'] })

test('every text, integer and boolean of an entity and its metadata is a CSV column', () => {
  expect(columns.map(({ title, type }) => [title, type])).toEqual([
    ['Gadget Id', 'text'],
    ['Gadget Metadata', 'json'],
    ['Gadget SKU Alias', 'text'],
    ['Gadget HS Code', 'text'],
    ['Gadget Size', 'text'],
    ['Gadget Stock', 'integer'],
    ['Gadget Is Fragile', 'boolean'],
  ])
})

test('a column that is not nullable has a default for empty cells', () => {
  expect(columns.map((column) => column.default)).toEqual([undefined, undefined, undefined, '', 'small', 0, false])
})

test('a column lists its allowed values', () => {
  expect(columns.flatMap(({ allowedValues }) => allowedValues ?? [])).toEqual(['small', 'large'])
})

test('columns are split by the given names in their order', () => {
  const names = splitColumns(columns, ['stock', 'id']).map((part) => part.map(({ name }) => name))
  expect(names).toEqual([
    ['stock', 'id'],
    ['metadata', 'sku_alias', 'hs_code', 'size', 'is_fragile'],
  ])
})
