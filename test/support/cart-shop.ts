import { afterAll } from 'vitest'
import type { Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import { openTestShop } from './shop.ts'

export async function useCartShop() {
  const shop = await openTestShop()
  afterAll(() => shop[Symbol.asyncDispose]())
  const update = (cart: Json, body: object): Promise<Reply> => shop.post(`/store/carts/${cart.id}`, body)
  return {
    ...{ shop, update },
    updateCart: async (cart: Json, body: object): Promise<Json> => (await update(cart, body)).body.cart,
    readCart: async (cart: Json): Promise<Json> => (await shop.get(`/store/carts/${cart.id}`)).body.cart,
  }
}
