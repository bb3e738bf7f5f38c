import { afterAll } from 'vitest'
import type { Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import { openTestShop } from './shop.ts'

/** A shop whose carts are changed, for the tests of a file. */
export async function useCartShop() {
  const shop = await openTestShop()
  afterAll(() => shop[Symbol.asyncDispose]())
  const update = (cart: Json, body: object): Promise<Reply> => shop.post(`/store/carts/${cart.id}`, body)
  return {
    ...{ shop, update },
    updated: async (cart: Json, body: object): Promise<Json> => (await update(cart, body)).body.cart,
    read: async (cart: Json): Promise<Json> => (await shop.get(`/store/carts/${cart.id}`)).body.cart,
  }
}
