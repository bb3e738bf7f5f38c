import { createServerFn } from '@tanstack/react-start'
import { cartId, explain, findCart, keep, openStore, readRegion } from './shop.server.ts'

/* The cart of the visitor. Amounts are in minor units, such as cents. */

const MONTH = 30 * 24 * 60 * 60

/** Returns the open cart of the visitor, or undefined. */
export const readCart = createServerFn().handler(async () => {
  const cart = await findCart(openStore())
  if (!cart?.items.length) return undefined
  const items = cart.items.map(({ id, title, variant, quantity, total }) => {
    return { id, title: `${title} ${variant?.title ?? ''}`, quantity, total }
  })
  return { items, total: cart.total, currency: cart.region.currency_code }
})

interface Line {
  variant_id: string
  quantity: number
}

/** Returns the message of a refusal, such as for goods that are sold out. */
export const addToCart = createServerFn({ method: 'POST' })
  .validator((line: Line) => line)
  .handler(async ({ data }) => {
    const store = openStore()
    const cart = await findCart(store)
    return explain(async () => {
      if (cart) return store.carts.addLineItem.mutate({ id: cart.id, ...data })
      const { id } = await readRegion(store)
      const created = await store.carts.create.mutate({ region_id: id, items: [data] })
      keep('cart', created.cart.id, MONTH)
    })
  })

interface LineChange {
  line_id: string
  quantity: number
}

/** A quantity of 0 removes the line. Returns the message of a refusal. */
export const changeLine = createServerFn({ method: 'POST' })
  .validator((change: LineChange) => change)
  .handler(async ({ data }) => {
    const id = cartId()
    return id ? explain(() => openStore().carts.updateLineItem.mutate({ id, ...data })) : undefined
  })
