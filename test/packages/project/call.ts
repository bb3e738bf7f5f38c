import { createShopClient, type RouterOutputs } from '@cartwright/client'
import type { shop } from './shop.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_Claim extends true>() => {}

const { store, admin } = createShopClient<typeof shop>({ url: process.argv[2] ?? '' })
const { cities } = await store.showrooms.list.query()
is<Same<typeof cities, string[]>>()

const { products } = await store.products.list.query({ limit: 1 })
is<Same<(typeof products)[number]['rating'], number | null>>()
is<Same<(typeof products)[number]['title'], string>>()
is<Same<RouterOutputs['store']['carts']['create']['cart']['completed_at'], Date | null>>()

const { regions } = await store.regions.list.query({})
is<Same<(typeof regions)[number]['currency_code'], string>>()

export async function checkTypes() {
  await admin.products.update.mutate({ id: 'prod_1', rating: 5 })
  // @ts-expect-error a wrong type
  await admin.products.update.mutate({ id: 'prod_1', rating: 'five' })
  // @ts-expect-error an unknown procedure
  void store.showrooms.nothing
}

console.log(JSON.stringify({ cities, rating: products[0]?.rating }))
