import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

test('regions are listed newest first or in the requested order', async () => {
  await using shop = await openTestShop()
  for (const name of ['B', 'C', 'A']) await shop.given.region({ name })
  const named = async (query: string) =>
    (await expectSuccess(shop.get(`/store/regions${query}`))).regions.map(({ name }) => name)
  expect(await named('')).toEqual(['A', 'C', 'B'])
  expect(await named('?order=name')).toEqual(['A', 'B', 'C'])
  expect(await named('?order=-name&limit=1')).toEqual(['C'])
  expect(await named('?updated_at[gt]=2099-01-01')).toEqual([])
})
