import { expectSuccess, type Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'

export const firstLineQuantity = ({ items }: Json, quantity: number) => [{ item_id: items[0].id, quantity }]

/** Admin requests that change orders. `shop` is a function because the shop may be opened later. */
export function orderActions(shop: () => TestShop) {
  const send = ({ id }: Json, verb: string, body?: object): Promise<Reply> =>
    shop().admin.post(`/admin/orders/${id}/${verb}`, body)
  const act = async (order: Json, verb: string, body?: object): Promise<Json> =>
    (await expectSuccess(send(order, verb, body))).order
  return {
    send,
    /** Sends a request, expects success and returns the order. */
    act,
    /** Places an order of one line at 1000 without tax and captures its payment. */
    placeCapturedOrder: async ({ quantity = 1, ...options }: Json): Promise<Json> => {
      const order = await shop().given.order({ ...options, lines: [[await shop().given.variant(), quantity]] })
      await act(order, 'capture')
      return order
    },
    /** Fulfills the whole first line. */
    fulfillFirstLine: (order: Json): Promise<Json> =>
      act(order, 'fulfillment', { items: firstLineQuantity(order, order.items[0].quantity) }),
    readOrder: async ({ id }: Json): Promise<Json> =>
      (await expectSuccess(shop().admin.get(`/admin/orders/${id}`))).order,
  }
}
