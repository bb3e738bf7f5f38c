import { expect, test } from 'vitest'
import { readParts } from '#server/shop/read-shop.ts'
import { openTestShop } from '#test/support/shop.ts'
import { findBudgetOverruns } from '#test/support/statement-budget.ts'
import { b2bApproval } from '../../plugins/b2b-approval/index.ts'
import { engraving } from '../../plugins/engraving/index.ts'
import { flatTax } from '../../plugins/flat-tax-service/index.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'
import { reviews } from '../../plugins/reviews/index.ts'
import { wishlist } from '../../plugins/wishlist/index.ts'

const plugins = [b2bApproval, engraving, flatTax, loyalty, reviews, wishlist]

test('a checkout that uses no plugin stays within the budget of a shop without plugins', async () => {
  await using shop = await openTestShop({ plugins })
  expect(await findBudgetOverruns(shop, readParts(plugins, {}))).toEqual([])
})
