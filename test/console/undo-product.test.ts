import { expect, test } from 'vitest'
import type { ProductRow } from '#console/screens/products/product-row.ts'
import { changesStock, withStructureUndo } from '#console/screens/products/undo-product.ts'

const variantOf = (...values: string[]) => ({
  id: values.join('_'),
  title: values.join(' / '),
  options: values.map((value, at) => ({ option_id: at === 0 ? 'size' : 'opt_colour', value })),
})
const optionOf = (id: string, title: string, ...values: string[]) => ({
  ...{ id, title },
  values: values.map((value) => ({ value })),
})
const productOf = (options: object[], variants: object[]) => ({ id: 'prod_1', options, variants }) as ProductRow

const value = (text: string, stored: string | null = text) => ({ id: text, stored, value: text })
const savedWith = (options: object[]) =>
  ({ options, removed: [], fillsGaps: false }) as Parameters<typeof withStructureUndo>[1]['saved']

test('the Undo of a product deletes the variants that the save has added, and none of another user', () => {
  const product = productOf([optionOf('size', 'Size', 'S')], [variantOf('S')])
  const saved = savedWith([{ id: 'size', title: 'Size', isNew: false, values: [value('S'), value('M', null)] }])
  const stored = productOf(
    [optionOf('size', 'Size', 'S', 'M', 'XL'), optionOf('opt_fit', 'Fit')],
    [variantOf('S'), variantOf('M'), variantOf('XL')],
  )
  expect(withStructureUndo({ id: 'prod_1' }, { product, saved, stored })).toEqual({
    id: 'prod_1',
    deleted_variant_ids: ['M'],
  })
})

test('the Undo of a product deletes the option that the save has added', () => {
  const product = productOf([optionOf('size', 'Size', 'S')], [variantOf('S')])
  const saved = savedWith([
    { id: 'size', title: 'Size', isNew: false, values: [value('S')] },
    { id: '+1', title: 'Colour ', isNew: true, values: [value('Red', null), value('Blue', null)] },
  ])
  const stored = productOf(
    [optionOf('size', 'Size', 'S'), optionOf('opt_colour', 'Colour', 'Red', 'Blue'), optionOf('opt_fit', 'Fit')],
    [{ ...variantOf('S', 'Red'), id: 'S' }, variantOf('S', 'Blue')],
  )
  expect(withStructureUndo({ id: 'prod_1' }, { product, saved, stored })).toMatchObject({
    deleted_variant_ids: ['S_Blue'],
    deleted_option_ids: ['opt_colour'],
  })
})

test('only a change of the stock of a stored variant prevents the Undo of a product', () => {
  expect(changesStock({})).toBe(false)
  expect(changesStock({ variant_changes: [{ id: 'S', title: 'Small' }] })).toBe(false)
  expect(changesStock({ variant_changes: [{ id: 'S', inventory_quantity: 0 }] })).toBe(true)
})
