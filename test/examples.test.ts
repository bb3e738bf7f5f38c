import { expect, test } from 'vitest'
import { Order } from '#entities/order/order.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop } from '#test/support/shop.ts'

test.each(['checkout', 'storefront'])('examples/%s.ts places an order in the demo shop', async (name) => {
  await using shop = await openTestShop({ demo: true })
  await using program = runProgram([process.execPath, `examples/${name}.ts`, shop.url], {})
  const { code, stdout, stderr } = await program.ending
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { display_id, email } = await shop.orm.em.fork().findOneOrFail(Order, { cart_id: { $ne: null } })
  expect(stdout).toContain(`Order #${display_id} for ${email}`)
  for (const row of [/Discount +-€[\d.]+/, /Shipping +€[\d.]+/, /Tax +€[\d.]+/, /Total +€[\d.]+/])
    expect(stdout).toMatch(row)
})

test.each(['checkout', 'storefront'])('examples/%s.ts finds the shop by SHOP_URL, too', async (name) => {
  await using shop = await openTestShop({ demo: true })
  await using program = runProgram([process.execPath, `examples/${name}.ts`], { SHOP_URL: shop.url })
  expect((await program.ending).code).toBe(0)
})
