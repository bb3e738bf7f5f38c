import { expectSuccess } from './factories.ts'
import { orderActions } from './order-actions.ts'
import type { Reply } from './reply.ts'
import type { AdminOrder, AnyBody, LineItem, Order, Region, ShippingOption, Swap, Variant } from './resources.ts'
import type { TestShop } from './shop.ts'

export interface SoldLine {
  order: Order
  item: LineItem
}

export interface CreatedSwap extends SoldLine {
  /** The variant that the customer receives. */
  replacement: Variant
  swap: Swap
  path: string
}

export interface SaleOptions {
  region?: Region
  /** `price` is per unit. `fulfilled` is a quantity and defaults to the whole quantity. */
  price?: number
  quantity?: number
  fulfilled?: number
  discounts?: readonly string[]
}

export interface SwapOptions extends SaleOptions {
  /** `replacementPrice` and `stock` belong to the replacement variant. `sent` is its quantity. */
  replacementPrice?: number
  stock?: number
  sent?: number
  /** The quantity to return. Default: 1. */
  back?: number
  /** Whether the cart has a free shipping method. Default: true. */
  ships?: boolean
  body?: object
}

export function swapActions(shop: () => TestShop, place: () => { region: Region; option: ShippingOption }) {
  const orders = orderActions(shop)
  const send = (path: string, body?: object): Promise<Reply<AnyBody>> => shop().admin.post(path, body)
  const changeOrder = async (path: string, body?: object) => (await expectSuccess(send(path, body))).order
  const complete = ({ cart_id }: { cart_id: string }) => shop().post(`/store/carts/${cart_id}/complete`)

  async function placeFulfilledOrder({
    price = 1000,
    quantity = 1,
    fulfilled = quantity,
    ...options
  }: SaleOptions = {}): Promise<SoldLine> {
    const { region, option } = { ...place(), ...options }
    const variant = await shop().given.regionalVariant(region, price)
    const order = await shop().given.order({ region, option, ...options, lines: [[variant, quantity]] })
    const [item] = order.items
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: fulfilled }] })
    return { order, item }
  }

  async function createReplacement({ replacementPrice = 1000, stock = 10, region = place().region }: SwapOptions) {
    const replacement = await shop().given.regionalVariant(region, replacementPrice)
    const path = `/admin/products/${replacement.product_id}/variants/${replacement.id}`
    await expectSuccess(shop().admin.post(path, { inventory_quantity: stock }))
    return replacement
  }

  async function createSwap(options: SwapOptions = {}): Promise<CreatedSwap> {
    const { sent = 1, back = 1, ships = true, body = {} } = options
    const sale = await placeFulfilledOrder(options)
    const replacement = await createReplacement(options)
    const swap = await createSwapOf(sale, {
      return_items: [{ item_id: sale.item.id, quantity: back }],
      additional_items: [{ variant_id: replacement.id, quantity: sent }],
      ...body,
    })
    const { region } = { ...place(), ...options }
    if (ships) await shop().given.chooseShipping({ id: swap.cart_id, region_id: region.id })
    return { ...sale, replacement, swap, path: `/admin/orders/${sale.order.id}/swaps/${swap.id}` }
  }

  const createSwapOf = async ({ order }: Pick<SoldLine, 'order'>, body: object) =>
    lastSwapOf(await changeOrder(`/admin/orders/${order.id}/swaps`, body))

  /** Completes the cart of a swap. `option` replaces its free shipping. */
  async function confirmSwap({ swap }: Pick<CreatedSwap, 'swap'>, option?: ShippingOption) {
    const cart = `/store/carts/${swap.cart_id}`
    if (option) await expectSuccess(shop().post(`${cart}/shipping-methods`, { option_id: option.id }))
    await expectSuccess(shop().post(`${cart}/payment-sessions`))
    const { type, data } = await expectSuccess(complete(swap))
    if (type !== 'swap') throw new Error(`The completion returned a ${type}`)
    return data
  }

  return {
    placeFulfilledOrder,
    send,
    changeOrder,
    createSwapOf,
    createSwap,
    complete,
    confirmSwap,
    read: async ({ order, swap }: Pick<CreatedSwap, 'order' | 'swap'>) => {
      const read = await expectSuccess(shop().admin.get(`/admin/orders/${order.id}`))
      const found = read.order.swaps.find(({ id }) => id === swap.id)
      if (!found) throw new Error(`Order ${order.id} has no swap ${swap.id}`)
      return found
    },
    cart: async ({ swap }: Pick<CreatedSwap, 'swap'>) =>
      (await expectSuccess(shop().get(`/store/carts/${swap.cart_id}`))).cart,
    replacementStock: async ({ replacement }: Pick<CreatedSwap, 'replacement'>): Promise<number> =>
      (await expectSuccess(shop().admin.get(`/admin/variants/${replacement.id}`))).variant.inventory_quantity,
    receiveReturn: ({ swap, item }: Pick<CreatedSwap, 'swap' | 'item'>, quantity = 1): Promise<Reply<AnyBody>> =>
      send(`/admin/returns/${swap.return_order.id}/receive`, { items: [{ item_id: item.id, quantity }] }),
  }
}

function lastSwapOf({ id, swaps }: AdminOrder) {
  const swap = swaps.at(-1)
  if (!swap) throw new Error(`Order ${id} has no swap`)
  return swap
}
