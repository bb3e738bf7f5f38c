import { createShopClient, type ShopClient } from '@cartwright/client'
import type { shop } from '../my-shop/shop.ts'
import type { Shop } from './shop.d.ts'

/* A front end with its own packages. Nothing here runs: the test compiles it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => {}
const url = 'http://localhost:9000'

async function typed({ admin, store }: ShopClient<Shop>) {
  const showrooms = await store.showrooms.list.query()
  is<Same<typeof showrooms, { cities: string[] }>>()
  const { product } = await admin.products.update.mutate({ id: 'prod_1', rating: 4.5 })
  is<Same<typeof product.rating, number | null>>()
  is<Same<typeof product.metadata, Record<string, unknown> | null>>()
  const { cart } = await store.carts.get.query({ id: 'cart_1' })
  is<Same<(typeof cart)['items'][number]['gift_note'], string | null>>()
  // @ts-expect-error a wrong type
  await admin.products.update.mutate({ id: 'prod_1', rating: 'five' })
  // @ts-expect-error an unknown procedure
  void store.showrooms.get
}

await typed(createShopClient<Shop>({ url }))
await typed(createShopClient<typeof shop>({ url }))
