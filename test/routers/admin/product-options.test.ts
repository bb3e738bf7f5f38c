import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Variant } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'

const values = (variant: Variant) => variant.options.map((option) => option.value)

test('a new option gives existing variants a default value', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product()
  const { product } = await expectSuccess(shop.admin.post(`/admin/products/${id}/options`, { title: 'Colour' }))
  expect(product.options.map((option) => option.title)).toEqual(['Size', 'Colour'])
  expect(values(product.variants[0])).toEqual(['V0', 'Default Value'])
})

test('an option cannot get the title of another option', async () => {
  await using shop = await openTestShop()
  const { id, options } = await shop.given.product({ variants: [], options: [{ title: 'Size' }, { title: 'Colour' }] })
  const path = `/admin/products/${id}/options`
  const { product } = await expectSuccess(shop.admin.post(`${path}/${options[0].id}`, { title: 'SIZE' }))
  expect(product.options[0]).toMatchObject({ id: options[0].id, title: 'SIZE' })
  const message = 'An option with the title: Colour already exists'
  for (const taken of [path, `${path}/${options[0].id}`])
    await expectError(
      shop.admin.post(taken, { title: 'Colour' }),
      422,
      'duplicate_error',
      message,
      'invalid_request_error',
    )
  await expectError(
    shop.admin.post(`${path}/opt_no`, { title: 'Fit' }),
    404,
    'not_found',
    'Option with id: opt_no does not exist',
  )
})

test('an option is deleted unless it is the only difference between variants', async () => {
  await using shop = await openTestShop()
  const one = (title: string, ...of: string[]) => ({ title, prices: [], options: of.map((value) => ({ value })) })
  const { id, options } = await shop.given.product({
    options: [{ title: 'Size' }, { title: 'Colour' }],
    variants: [one('a', 'S', 'red'), one('b', 'M', 'red')],
  })
  const path = `/admin/products/${id}/options`
  await expectError(
    shop.admin.delete(`${path}/${options[0].id}`),
    400,
    'invalid_data',
    'To delete an option, first delete all variants, such that when an option is deleted, no duplicate variants will exist.',
  )
  for (let i = 0; i < 2; i++) {
    const answer = await expectSuccess(shop.admin.delete(`${path}/${options[1].id}`))
    expect(answer).toMatchObject({ option_id: options[1].id, object: 'option', deleted: true, product: { id } })
    expect(answer.product.options).toHaveLength(1)
    expect(values(answer.product.variants[0])).toEqual(['S'])
  }
})
