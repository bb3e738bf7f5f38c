import { createShopClient } from '@cartwright/client'
import { definePlugin, defineShop, field, openProcedure, router } from 'cartwright'
import { z } from 'zod'

const count = openProcedure.output(z.object({ count: z.number() })).query(() => ({ count: 0 }))

const engraving = definePlugin({ name: 'engraving', fields: { line_item: { engraving: field.text() } } })
const rating = definePlugin({ name: 'rating', fields: { product: { rating: field.number() } } })
const packSize = definePlugin({ name: 'pack-size', fields: { variant: { pack_size: field.integer() } } })
const membership = definePlugin({
  name: 'membership',
  fields: { customer: { vip: field.boolean({ default: false }) } },
})
const giftNotes = definePlugin({
  name: 'gift-notes',
  fields: { cart: { gift_note: field.text() }, order: { gift_note: field.text() } },
})
const packing = definePlugin({ name: 'packing', fields: { order: { packed_at: field.datetime() } } })
const wishes = definePlugin({ name: 'wishes', store: router({ count }) })
const reports = definePlugin({ name: 'reports', admin: router({ count }) })

export const shop = defineShop({
  plugins: [engraving, rating, packSize, membership, giftNotes, packing, wishes, reports],
})

const { store } = createShopClient<typeof shop>({ url: 'http://localhost:9000' })
const { cart } = await store.carts.get.query({ id: 'cart_1' })
export const [gift_note, line]: [string | null, string | null | undefined] = [cart.gift_note, cart.items[0]?.engraving]
