import { answered, type Json } from './given.ts'
import type { Reply } from './lab.ts'
import { orderDesk } from './order-desk.ts'
import type { TestShop } from './shop.ts'

export interface Sold {
  order: Json
  item: Json
}

export interface Swapped extends Sold {
  /** What is sent for the pieces. */
  spare: Json
  swap: Json
  /** Where that is in the administration. */
  at: string
}

export interface WantedSale {
  region?: Json
  /** Of a piece; how many there are, and how many of them are packed: all where it is not said. */
  price?: number
  quantity?: number
  fulfilled?: number
  discounts?: readonly string[]
}

export interface WantedSwap extends WantedSale {
  /** Of a spare piece; how many there are; and how many are sent. */
  sparePrice?: number
  stock?: number
  sent?: number
  /** How many come back. */
  back?: number
  body?: Json
}

/** What is done with swaps in a region, by an option that ships there. The shop may be opened later. */
export function swapDesk(shop: () => TestShop, place: () => { region: Json; option: Json }) {
  const orders = orderDesk(shop)
  const ask = (path: string, body?: Json): Promise<Reply> => shop().admin.post(path, body)
  const act = async (path: string, body?: Json): Promise<Json> => (await answered(ask(path, body))).order
  const complete = ({ cart_id }: Json): Promise<Reply> => shop().post(`/store/carts/${cart_id}/complete`)

  /** An order of one line that is paid and packed. */
  async function sold({ price = 1000, quantity = 1, fulfilled = quantity, ...wanted }: WantedSale = {}): Promise<Sold> {
    const { region, option } = { ...place(), ...wanted }
    const variant = await shop().given.regionalVariant(region, price)
    const order = await shop().given.order({ region, option, ...wanted, lines: [[variant, quantity]] })
    const [item] = order.items
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: fulfilled }] })
    return { order, item }
  }

  async function spareOf({ sparePrice = 1000, stock = 10, region = place().region }: WantedSwap): Promise<Json> {
    const spare = await shop().given.regionalVariant(region, sparePrice)
    const path = `/admin/products/${spare.product_id}/variants/${spare.id}`
    await answered(shop().admin.post(path, { inventory_quantity: stock }))
    return spare
  }

  async function made(wanted: WantedSwap = {}): Promise<Swapped> {
    const { sent = 1, back = 1, body = {} } = wanted
    const sale = await sold(wanted)
    const spare = await spareOf(wanted)
    const swap = await create(sale, {
      return_items: [{ item_id: sale.item.id, quantity: back }],
      additional_items: [{ variant_id: spare.id, quantity: sent }],
      ...body,
    })
    return { ...sale, spare, swap, at: `/admin/orders/${sale.order.id}/swaps/${swap.id}` }
  }

  const create = async ({ order }: Pick<Sold, 'order'>, body: Json): Promise<Json> =>
    (await act(`/admin/orders/${order.id}/swaps`, body)).swaps.at(-1)

  /** Ships the cart of a swap by an option, where one is named, and completes it; answers the swap. */
  async function confirmed({ swap }: Pick<Swapped, 'swap'>, option?: Json): Promise<Json> {
    const cart = `/store/carts/${swap.cart_id}`
    if (option) await answered(shop().post(`${cart}/shipping-methods`, { option_id: option.id }))
    await answered(shop().post(`${cart}/payment-sessions`))
    const { type, data } = await answered(complete(swap))
    if (type !== 'swap') throw new Error(`The swap became ${type}`)
    return data
  }

  return {
    sold,
    ask,
    act,
    create,
    made,
    complete,
    confirmed,
    read: async ({ order, swap }: Pick<Swapped, 'order' | 'swap'>): Promise<Json> => {
      const read = await answered(shop().admin.get(`/admin/orders/${order.id}`))
      return read.order.swaps.find(({ id }: Json) => id === swap.id)
    },
    cart: async ({ swap }: Pick<Swapped, 'swap'>): Promise<Json> =>
      (await answered(shop().get(`/store/carts/${swap.cart_id}`))).cart,
    stockOf: async ({ spare }: Pick<Swapped, 'spare'>): Promise<number> =>
      (await answered(shop().admin.get(`/admin/variants/${spare.id}`))).variant.inventory_quantity,
    receive: ({ swap, item }: Pick<Swapped, 'swap' | 'item'>, quantity = 1): Promise<Reply> =>
      ask(`/admin/returns/${swap.return_order.id}/receive`, { items: [{ item_id: item.id, quantity }] }),
  }
}
