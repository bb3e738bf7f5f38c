import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

/** They read relations of the model, and change nothing. */
const READERS = [
  'entities/cart/shipping/find-cart-shipping-options.ts',
  'entities/catalogue/category/descendants.ts',
  'entities/orders/draft-order/change-draft-shipping.ts',
]

test('an operation holds rows, and no entities of the unit of work', () => {
  const files = ['entities', 'routers'].flatMap((folder) => filesIn(folder))
  const call = /\bem\.(?:find|findOne|findOneOrFail|create|persist|assign|populate|remove)\(/
  expect(files.filter((file) => call.test(readSource(file))).sort()).toEqual(READERS)
})
