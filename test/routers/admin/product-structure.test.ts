import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { withoutUpdatedAt } from '#test/support/without-updated-at.ts'

const shop = await openTestShop()
afterAll(() => shop[Symbol.asyncDispose]())
beforeAll(async () => {
  await createShirt('Sock')
})

interface Shown {
  title: string
  sku: string | null
  choices: string
  stock: number
}

async function createShirt(title: string) {
  const variants = ['S', 'M'].map((value) => ({
    ...{ title: value, sku: `${title}-${value}`, inventory_quantity: 5 },
    prices: [{ currency_code: 'eur', amount: 1000 }],
    options: [{ value }],
  }))
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', { title, options: [{ title: 'Size' }], variants }),
  )
  const size = product.options![0]!
  const [small, medium] = product.variants!
  return { id: product.id, size: size.id, small: small!.id, medium: medium!.id }
}

const readProduct = async (id: string) => (await expectSuccess(shop.admin.get(`/admin/products/${id}`))).product

async function shownOf(id: string): Promise<{ options: string[]; variants: Shown[] }> {
  const { options = [], variants = [] } = await readProduct(id)
  return {
    options: options.map(({ title }) => title),
    variants: variants.map((variant) => ({
      ...{ title: variant.title, sku: variant.sku ?? null, stock: variant.inventory_quantity },
      choices: options.map(({ id }) => variant.options?.find((one) => one.option_id === id)?.value).join(' '),
    })),
  }
}

test('one request changes options, variants and texts', async () => {
  const { id, size, small, medium } = await createShirt('Shirt')
  await expectSuccess(
    shop.admin.post(`/admin/products/${id}`, {
      title: 'Tee',
      option_changes: [{ id: size, title: 'Fit' }, { title: 'Colour' }],
      deleted_variant_ids: [medium],
      variant_changes: [
        {
          id: small,
          title: 'Small / Red',
          options: [
            { option_id: size, value: 'Small' },
            { option_title: 'Colour', value: 'Red' },
          ],
        },
      ],
      new_variants: [
        {
          ...{ title: 'Small / Blue', sku: 'Shirt-M', ean: '4006381333931', inventory_quantity: 3 },
          ...{ cost_amount: 400, cost_currency_code: 'eur', thumbnail: 'https://shop.test/blue.png' },
          prices: [{ currency_code: 'eur', amount: 1200 }],
          options: [
            { option_title: 'Fit', value: 'Small' },
            { option_title: 'colour', value: 'Blue' },
          ],
        },
      ],
    }),
  )
  expect(await shownOf(id)).toEqual({
    options: ['Fit', 'Colour'],
    variants: [
      { title: 'Small / Red', sku: 'Shirt-S', stock: 5, choices: 'Small Red' },
      { title: 'Small / Blue', sku: 'Shirt-M', stock: 3, choices: 'Small Blue' },
    ],
  })
  const { title, variants } = await readProduct(id)
  expect(title).toBe('Tee')
  expect(variants?.[1]).toMatchObject({
    ...{ ean: '4006381333931', cost_amount: 400, thumbnail: 'https://shop.test/blue.png' },
    prices: [{ currency_code: 'eur', amount: 1200 }],
  })
})

test('an option is deleted with all variants but one', async () => {
  const { id, size, medium } = await createShirt('Scarf')
  const changes = { deleted_option_ids: [size], deleted_variant_ids: [medium] }
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, changes))
  expect(await shownOf(id)).toMatchObject({ options: [], variants: [{ title: 'S', choices: '' }] })
})

test('deleted options and variants come back with their IDs, prices and values', async () => {
  const { id, size, small, medium } = await createShirt('Apron')
  const shown = async () => withoutUpdatedAt(await readProduct(id))
  const before = await shown()
  const changed = await expectSuccess(
    shop.admin.post(`/admin/products/${id}`, {
      ...{ deleted_option_ids: [size], deleted_variant_ids: [medium], option_changes: [{ title: 'Colour' }] },
      variant_changes: [{ id: small, title: 'Red', options: [{ option_title: 'Colour', value: 'Red' }] }],
      new_variants: [
        { title: 'Blue', sku: 'Apron-M', prices: [], options: [{ option_title: 'Colour', value: 'Blue' }] },
      ],
    }),
  )
  const added = changed.product.variants?.find(({ title }) => title === 'Blue')?.id ?? ''
  const colour = changed.product.options?.[0]?.id ?? ''
  const undo = {
    ...{ deleted_option_ids: [colour], deleted_variant_ids: [added] },
    ...{ restored_option_ids: [size], restored_variant_ids: [medium] },
    variant_changes: [{ id: small, title: 'S', options: [{ option_id: size, value: 'S' }] }],
  }
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, undo))
  expect(await shown()).toEqual(before)
  const again = await shop.admin.post(`/admin/products/${id}`, { restored_variant_ids: [medium] })
  expect({ status: again.status, body: again.body }).toMatchObject({ status: 404 })
  const other = await createShirt('Bonnet')
  await expectSuccess(shop.admin.post(`/admin/products/${other.id}`, { deleted_variant_ids: [other.medium] }))
  expect((await shop.admin.post(`/admin/products/${id}`, { restored_variant_ids: [other.medium] })).status).toBe(404)
})

test.each([
  ['a new option without values', () => ({ option_changes: [{ title: 'Colour' }] }), 400],
  ['a second option with the same title', () => ({ option_changes: [{ title: 'SIZE' }] }), 422],
  ['an unknown option', () => ({ option_changes: [{ id: 'opt_none', title: 'Fit' }] }), 404],
  ['an unknown variant', () => ({ deleted_variant_ids: ['variant_none'] }), 404],
  ['a deleted option with equal variants', ({ size }) => ({ deleted_option_ids: [size] }), 422],
  ['a value of an unknown option', ({ small }) => ({ variant_changes: [{ id: small, options: [named('Hue')] }] }), 400],
  ['a variant that exists', () => ({ new_variants: [newVariant('M')] }), 422],
  ['two equal new variants', () => ({ new_variants: [newVariant('L'), newVariant('L')] }), 422],
  ['a new variant without its value', () => ({ new_variants: [{ title: 'L', prices: [] }] }), 400],
  ['a taken SKU', () => ({ new_variants: [{ ...newVariant('L'), sku: 'Sock-S' }] }), 422],
  [
    'a choice with both names',
    ({ size }) => ({ new_variants: [withChoice({ ...named('Size'), option_id: size })] }),
    400,
  ],
  ['a choice without a name', () => ({ new_variants: [withChoice({ value: 'L' })] }), 400],
  ['variants and changes', ({ small }) => ({ variants: [{ id: small }], deleted_variant_ids: [] }), 400],
] as [
  string,
  (ids: Awaited<ReturnType<typeof createShirt>>) => object,
  number,
][])('%s is refused, and nothing changes', async (name, changesFor, status) => {
  const product = await createShirt(name)
  const before = await shownOf(product.id)
  const reply = await shop.admin.post(`/admin/products/${product.id}`, { title: 'Lost', ...changesFor(product) })
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status })
  expect(await shownOf(product.id)).toEqual(before)
  expect((await readProduct(product.id)).title).toBe(name)
})

const named = (option_title: string) => ({ option_title, value: 'L' })
const withChoice = (choice: object) => ({ title: 'L', prices: [], options: [choice] })
const newVariant = (value: string) => ({ title: value, prices: [], options: [{ option_title: 'Size', value }] })

test('two options swap their titles, and two variants their values', async () => {
  const { id, size, small, medium } = await createShirt('Hat')
  const red = (variant: string) => ({ id: variant, options: [{ option_title: 'Colour', value: 'Red' }] })
  await expectSuccess(
    shop.admin.post(`/admin/products/${id}`, {
      option_changes: [{ title: 'Colour' }],
      variant_changes: [red(small), red(medium)],
    }),
  )
  const { options } = await readProduct(id)
  const colour = options!.find(({ title }) => title === 'Colour')!.id
  const sized = (variant: string, value: string) => ({ id: variant, options: [{ option_id: size, value }] })
  await expectSuccess(
    shop.admin.post(`/admin/products/${id}`, {
      option_changes: [
        { id: size, title: 'Colour' },
        { id: colour, title: 'Size' },
      ],
      variant_changes: [sized(small, 'M'), sized(medium, 'S')],
    }),
  )
  expect(await shownOf(id)).toMatchObject({
    options: ['Colour', 'Size'],
    variants: [{ choices: 'M Red' }, { choices: 'S Red' }],
  })
})
