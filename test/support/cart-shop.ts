import { afterAll } from 'vitest'
import type { Identified } from './resources.ts'
import { openTestShop } from './shop.ts'

export async function useCartShop() {
  const shop = await openTestShop()
  afterAll(() => shop[Symbol.asyncDispose]())
  const update = (cart: Identified, body: object) => shop.post(`/store/carts/${cart.id}`, body)
  return {
    ...{ shop, update },
    updateCart: async (cart: Identified, body: object) => (await update(cart, body)).body.cart,
    readCart: async (cart: Identified) => (await shop.get(`/store/carts/${cart.id}`)).body.cart,
  }
}
