import { answered, type Json } from './given.ts'
import type { Reply } from './lab.ts'
import type { TestShop } from './shop.ts'

/** What those who run the shop do with its orders. The shop may be opened later. */
export function orderDesk(shop: () => TestShop) {
  const send = ({ id }: Json, verb: string, body?: object): Promise<Reply> =>
    shop().admin.post(`/admin/orders/${id}/${verb}`, body)
  return {
    send,
    /** The order that is answered: it has to succeed. */
    act: async (order: Json, verb: string, body?: object): Promise<Json> =>
      (await answered(send(order, verb, body))).order,
    read: async ({ id }: Json): Promise<Json> => (await answered(shop().admin.get(`/admin/orders/${id}`))).order,
  }
}
