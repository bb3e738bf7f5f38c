import { expect, test } from 'vitest'
import type { ProductRow } from '#console/screens/products/product-row.ts'
import {
  type FormOption,
  isTooLarge,
  MAX_COMBINATIONS,
  type Structure,
  structureOf,
  structureValuesOf,
} from '#console/screens/products/product-structure.ts'
import { rowsFor } from '#console/screens/products/variant-rows.ts'

const OPTIONS = ['size', 'colour']

/** A product with the options size and colour, and variants such as `S / Red`. */
function productWith(...titles: string[]): ProductRow {
  const choices = titles.map((title) =>
    title.split(' / ').map((value, at) => ({ option_id: OPTIONS[at] ?? '', value })),
  )
  return {
    options: OPTIONS.map((id) => ({
      id,
      title: id,
      values: choices.flat().filter(({ option_id }) => option_id === id),
    })),
    variants: titles.map((title, at) => ({ id: title, title, options: choices[at] })),
  } as ProductRow
}

const optionValue = (value: string, stored: string | null = value) => ({ id: value, stored, value })

const newOption = (id: string, ...values: string[]): FormOption => ({
  ...{ id, isNew: true, title: id },
  values: values.map((value) => optionValue(value, null)),
})

const namesIn = ({ kept, deleted, added, gaps }: Structure) => ({
  kept: kept.map(({ variant, title = variant.title }) => title),
  deleted: deleted.map(({ title }) => title),
  added: added.map(({ title }) => title),
  gaps,
})

const SQUARE = productWith('S / Red', 'S / Blue', 'M / Red', 'M / Blue')
const GAP = productWith('S / Red', 'S / Blue', 'M / Red')
const [SIZE, COLOUR] = structureValuesOf(SQUARE).options as [FormOption, FormOption]
const ALL = ['S / Red', 'S / Blue', 'M / Red', 'M / Blue']

test.each([
  ['an untouched product keeps its variants', SQUARE, {}, { kept: ALL }],
  [
    'a new value gets a variant with each value of the other option',
    SQUARE,
    { options: [{ ...SIZE, values: [...SIZE.values, optionValue('L', null)] }, COLOUR] },
    { kept: ALL, added: ['L / Red', 'L / Blue'] },
  ],
  [
    'a renamed value renames its variants',
    SQUARE,
    { options: [{ ...SIZE, values: [{ ...optionValue('S'), value: 'Small' }, optionValue('M')] }, COLOUR] },
    { kept: ['Small / Red', 'Small / Blue', 'M / Red', 'M / Blue'] },
  ],
  [
    'a removed value deletes its variants',
    SQUARE,
    { options: [{ ...SIZE, values: [optionValue('M')] }, COLOUR] },
    { kept: ['M / Red', 'M / Blue'], deleted: ['S / Red', 'S / Blue'] },
  ],
  [
    'a removed option keeps the first of equal variants',
    SQUARE,
    { options: [SIZE] },
    { kept: ['S / Red', 'M / Red'], deleted: ['S / Blue', 'M / Blue'] },
  ],
  [
    'the variants get the first value of a new option, and its other values get new variants',
    SQUARE,
    { options: [SIZE, COLOUR, newOption('material', 'Wool', 'Silk')] },
    { kept: ALL, added: ALL.map((title) => `${title} / Silk`) },
  ],
  ['a missing combination stays a gap', GAP, {}, { kept: ALL.slice(0, 3), gaps: 1 }],
  [
    'a missing combination is added on demand',
    GAP,
    { fillsGaps: true },
    { kept: ALL.slice(0, 3), added: ['M / Blue'] },
  ],
  [
    'a removed variant is deleted, and is then a gap',
    SQUARE,
    { removed: ['M / Blue'] },
    { kept: ALL.slice(0, 3), deleted: ['M / Blue'], gaps: 1 },
  ],
  [
    'a removed variant does not come back as an empty one',
    GAP,
    { fillsGaps: true, removed: ['S / Red'] },
    { kept: ['S / Blue', 'M / Red'], deleted: ['S / Red'], added: ['M / Blue'], gaps: 1 },
  ],
])('%s', (_, product, changes, expected) => {
  const structure = structureOf(product, { ...structureValuesOf(product), ...changes })
  const none = { kept: [], deleted: [], added: [], gaps: 0 }
  const { kept, ...others } = namesIn(structure)
  expect({ kept: kept.map((title) => title.replace(/ \/ Wool$/, '')), ...others }).toEqual({ ...none, ...expected })
})

test('a removed new variant is not added, also after its value is renamed', () => {
  const values = structureValuesOf(SQUARE)
  const withL = (value: string) => [{ ...SIZE, values: [...SIZE.values, { ...optionValue('L', null), value }] }, COLOUR]
  const { added } = structureOf(SQUARE, { ...values, options: withL('L') })
  const removed = added.slice(0, 1).map(({ id }) => id)
  expect(namesIn(structureOf(SQUARE, { ...values, removed, options: withL('XL') }))).toMatchObject({
    added: ['XL / Blue'],
    gaps: 1,
  })
})

test('a product without variants gets each combination, and an option without values changes none of them', () => {
  const titlesOf = (...options: FormOption[]) =>
    structureOf({ variants: [] }, { options, removed: [], fillsGaps: true }).added.map(({ title }) => title)
  const size = newOption('size', 'S', 'M')
  expect(titlesOf(size, newOption('colour'))).toEqual(['S', 'M'])
  expect(titlesOf(size, newOption('colour', 'Red', 'Blue'))).toEqual(ALL)
  expect(titlesOf(newOption('size'))).toEqual([])
})

test('a new variant keeps its row when an option is added', () => {
  const added = (...options: FormOption[]) =>
    structureOf({ variants: [] }, { options, removed: [], fillsGaps: true }).added
  const size = newOption('size', 'S', 'M')
  const [small, medium] = added(size)
  const rowOf = (sku: string) => ({
    ...{ title: '', sku, ean: '', inventory_quantity: 3, prices: { eur: 900 }, cost: 200, thumbnail: null },
  })
  const rows = { [small?.id ?? '']: rowOf('TEE-S'), [medium?.id ?? '']: rowOf('TEE-M') }
  const variants = added(size, newOption('colour', 'Red', 'Blue'))
  const next = rowsFor({ variants: [] }, { rows, added: variants })
  expect(variants.map(({ id, title }) => [title, next[id]?.sku])).toEqual([
    ['S / Red', 'TEE-S'],
    ['S / Blue', ''],
    ['M / Red', 'TEE-M'],
    ['M / Blue', ''],
  ])
})

test('options beyond the limit delete no variant', () => {
  const values = Array.from({ length: MAX_COMBINATIONS / 4 + 1 }, (_, at) => String(at))
  const options = [SIZE, COLOUR, newOption('number', ...values)]
  expect(isTooLarge(options)).toBe(true)
  expect(isTooLarge([SIZE, COLOUR, newOption('number', ...values.slice(1))])).toBe(false)
  expect(structureOf(SQUARE, { ...structureValuesOf(SQUARE), options })).toMatchObject({ deleted: [], added: [] })
})
