import { expectSuccess, type Json } from './factories.ts'
import { orderActions } from './order-actions.ts'
import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'

export interface SoldLine {
  order: Json
  item: Json
}

export interface CreatedSwap extends SoldLine {
  /** What is sent for the pieces. */
  spare: Json
  swap: Json
  /** Where that is in the administration. */
  at: string
}

export interface SaleOptions {
  region?: Json
  /** Of a piece; how many there are, and how many of them are packed: all where it is not said. */
  price?: number
  quantity?: number
  fulfilled?: number
  discounts?: readonly string[]
}

export interface SwapOptions extends SaleOptions {
  /** Of a spare piece; how many there are; and how many are sent. */
  sparePrice?: number
  stock?: number
  sent?: number
  /** How many come back. */
  back?: number
  body?: Json
}

/** What is done with swaps in a region, by an option that ships there. The shop may be opened later. */
export function swapActions(shop: () => TestShop, place: () => { region: Json; option: Json }) {
  const orders = orderActions(shop)
  const ask = (path: string, body?: Json): Promise<Reply> => shop().admin.post(path, body)
  const act = async (path: string, body?: Json): Promise<Json> => (await expectSuccess(ask(path, body))).order
  const complete = ({ cart_id }: Json): Promise<Reply> => shop().post(`/store/carts/${cart_id}/complete`)

  /** An order of one line that is paid and packed. */
  async function sold({
    price = 1000,
    quantity = 1,
    fulfilled = quantity,
    ...wanted
  }: SaleOptions = {}): Promise<SoldLine> {
    const { region, option } = { ...place(), ...wanted }
    const variant = await shop().given.regionalVariant(region, price)
    const order = await shop().given.order({ region, option, ...wanted, lines: [[variant, quantity]] })
    const [item] = order.items
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: fulfilled }] })
    return { order, item }
  }

  async function spareOf({ sparePrice = 1000, stock = 10, region = place().region }: SwapOptions): Promise<Json> {
    const spare = await shop().given.regionalVariant(region, sparePrice)
    const path = `/admin/products/${spare.product_id}/variants/${spare.id}`
    await expectSuccess(shop().admin.post(path, { inventory_quantity: stock }))
    return spare
  }

  async function made(wanted: SwapOptions = {}): Promise<CreatedSwap> {
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

  const create = async ({ order }: Pick<SoldLine, 'order'>, body: Json): Promise<Json> =>
    (await act(`/admin/orders/${order.id}/swaps`, body)).swaps.at(-1)

  /** Ships the cart of a swap by an option, where one is named, and completes it; answers the swap. */
  async function confirmed({ swap }: Pick<CreatedSwap, 'swap'>, option?: Json): Promise<Json> {
    const cart = `/store/carts/${swap.cart_id}`
    if (option) await expectSuccess(shop().post(`${cart}/shipping-methods`, { option_id: option.id }))
    await expectSuccess(shop().post(`${cart}/payment-sessions`))
    const { type, data } = await expectSuccess(complete(swap))
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
    read: async ({ order, swap }: Pick<CreatedSwap, 'order' | 'swap'>): Promise<Json> => {
      const read = await expectSuccess(shop().admin.get(`/admin/orders/${order.id}`))
      return read.order.swaps.find(({ id }: Json) => id === swap.id)
    },
    cart: async ({ swap }: Pick<CreatedSwap, 'swap'>): Promise<Json> =>
      (await expectSuccess(shop().get(`/store/carts/${swap.cart_id}`))).cart,
    stockOf: async ({ spare }: Pick<CreatedSwap, 'spare'>): Promise<number> =>
      (await expectSuccess(shop().admin.get(`/admin/variants/${spare.id}`))).variant.inventory_quantity,
    receive: ({ swap, item }: Pick<CreatedSwap, 'swap' | 'item'>, quantity = 1): Promise<Reply> =>
      ask(`/admin/returns/${swap.return_order.id}/receive`, { items: [{ item_id: item.id, quantity }] }),
  }
}
