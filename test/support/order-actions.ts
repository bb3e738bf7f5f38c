import { expectSuccess, type Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'

/** So many pieces of the first line of an order. */
export const firstLineQuantity = ({ items }: Json, quantity: number) => [{ item_id: items[0].id, quantity }]

/** What those who run the shop do with its orders. The shop may be opened later. */
export function orderActions(shop: () => TestShop) {
  const send = ({ id }: Json, verb: string, body?: object): Promise<Reply> =>
    shop().admin.post(`/admin/orders/${id}/${verb}`, body)
  const act = async (order: Json, verb: string, body?: object): Promise<Json> =>
    (await expectSuccess(send(order, verb, body))).order
  return {
    send,
    /** The order that is answered: it has to succeed. */
    act,
    /** An order of pieces of one line, at 1000 each without tax, which is paid. */
    paid: async ({ quantity = 1, ...wanted }: Json): Promise<Json> => {
      const order = await shop().given.order({ ...wanted, lines: [[await shop().given.variant(), quantity]] })
      await act(order, 'capture')
      return order
    },
    /** Has all pieces of the first line packed. */
    pack: (order: Json): Promise<Json> =>
      act(order, 'fulfillment', { items: firstLineQuantity(order, order.items[0].quantity) }),
    read: async ({ id }: Json): Promise<Json> => (await expectSuccess(shop().admin.get(`/admin/orders/${id}`))).order,
  }
}
