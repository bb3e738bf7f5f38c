import { afterAll, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { openFakeStripe } from '#test/support/fake-stripe.ts'
import { stripe } from '../../plugins/stripe/index.ts'

const fake = await openFakeStripe()
afterAll(() => fake[Symbol.asyncDispose]())

/** The customers of the promises pay by card. */
const checks = promises(defineShop({ plugins: [stripe] }), 'stripe', {
  env: fake.env,
  async addCart(testShop, order) {
    const { regions } = await testShop.admin.regions.list.query()
    for (const { id } of regions)
      await testShop.admin.regions.update.mutate({ id, payment_providers: ['manual', 'stripe'] })
    const cart = await testShop.addCart(order)
    const { carts } = cart.store
    const selected = await carts.selectPaymentSession.mutate({ id: cart.id, provider_id: 'stripe' })
    fake.account.pay(selected.cart.payment_session?.data.client_secret)
    return cart
  },
})
for (const { name, check } of checks) test(name, check)
