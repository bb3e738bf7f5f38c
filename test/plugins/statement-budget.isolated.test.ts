import { expect, test } from 'vitest'
import { readParts } from '#server/shop/read-parts.ts'
import { referencePlugins as plugins } from '#test/support/all-plugins.ts'
import { openTestShop } from '#test/support/shop.ts'
import { findBudgetOverruns } from '#test/support/statement-budget.ts'

test('a checkout that uses no plugin stays within the budget of a shop without plugins', async () => {
  await using shop = await openTestShop({ plugins })
  expect(await findBudgetOverruns(shop, readParts(plugins, {}))).toEqual([])
})
