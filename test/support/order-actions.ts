import type { CartOptions } from './cart-options.ts'
import { expectSuccess } from './expect-success.ts'
import type { Reply } from './reply.ts'
import type { AnyBody, Identified, OrderLines } from './resources.ts'
import type { TestShop } from './shop.ts'

export const firstLineQuantity = ({ items }: { items: readonly Identified[] }, quantity: number) => [
  { item_id: items[0]?.id, quantity },
]

/** `shop` is a function, because a test file calls this before it opens the shop. */
export function orderActions(shop: () => TestShop) {
  const send = ({ id }: Identified, verb: string, body?: object): Promise<Reply<AnyBody>> =>
    shop().admin.post(`/admin/orders/${id}/${verb}`, body)
  const act = async (order: Identified, verb: string, body?: object) =>
    (await expectSuccess(send(order, verb, body))).order
  return {
    send,
    /** Sends a request, expects success and returns the order. */
    act,
    /** Places an order of one line at 1000 without tax and captures its payment. */
    placeCapturedOrder: async ({ quantity = 1, ...options }: CartOptions & { quantity?: number }) => {
      const order = await shop().given.order({ ...options, lines: [[await shop().given.variant(), quantity]] })
      await act(order, 'capture')
      return order
    },
    /** Fulfills and ships the first line. Default: its whole quantity. */
    async ship(order: OrderLines, quantity = order.items[0].quantity) {
      const { fulfillments } = await act(order, 'fulfillment', { items: firstLineQuantity(order, quantity) })
      return act(order, 'shipment', { fulfillment_id: fulfillments.at(-1)?.id })
    },
    fulfillFirstLine: (order: OrderLines) =>
      act(order, 'fulfillment', { items: firstLineQuantity(order, order.items[0].quantity) }),
    readOrder: async ({ id }: Identified) => (await expectSuccess(shop().admin.get(`/admin/orders/${id}`))).order,
  }
}
