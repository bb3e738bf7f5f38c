import { expect, test } from 'vitest'
import { definePlugin, NotAllowed, router } from '#server/index.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { memoParts } from './faults/memos.ts'

const { entities, migrations, store, admin } = memoParts('guarded')
const guarded = definePlugin({
  name: 'guarded',
  entities,
  migrations,
  store: router(store),
  admin: router(admin),
  rules: {
    'cart.complete': ({ cart }) => {
      if (cart.context?.code !== 'open sesame') throw new NotAllowed('Name the code')
    },
  },
})
const shop = defineShop({ plugins: [guarded] })

test('promises name the step that refuses their carts, and the option that creates others', async () => {
  const [first] = promises(shop, 'guarded')
  await expect(first?.check()).rejects.toThrow(
    'The step cart.complete refused a cart of the promises: Name the code. Create carts that the rules accept in the option addCart',
  )
})

const accepted = promises(shop, 'guarded', {
  addCart: (testShop, order) => testShop.addCart({ ...order, cart: { context: { code: 'open sesame' } } }),
})
for (const { name, check } of accepted) test(name, check)
