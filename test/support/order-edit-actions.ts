import { expectSuccess, type Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'

/** Requests that change order edits. `shop` is a function because the shop may be opened later. */
export function orderEditActions(shop: () => TestShop) {
  const pathOf = ({ id }: Json) => `/admin/order-edits/${id}`
  const expectEdit = async (reply: Promise<Reply>): Promise<Json> => (await expectSuccess(reply)).order_edit
  return {
    pathOf,
    begin: ({ id }: Json, more: object = {}): Promise<Json> =>
      expectEdit(shop().admin.post('/admin/order-edits', { order_id: id, ...more })),
    read: (edit: Json): Promise<Json> => expectEdit(shop().admin.get(pathOf(edit))),
    add: (edit: Json, variant: Json, quantity = 1): Promise<Json> =>
      expectEdit(shop().admin.post(`${pathOf(edit)}/items`, { variant_id: variant.id, quantity })),
    change: (edit: Json, item: Json, quantity: number): Promise<Json> =>
      expectEdit(shop().admin.post(`${pathOf(edit)}/items/${item.id}`, { quantity })),
    remove: (edit: Json, item: Json): Promise<Json> =>
      expectEdit(shop().admin.delete(`${pathOf(edit)}/items/${item.id}`)),
    undo: (edit: Json, change: Json): Promise<Json> =>
      expectSuccess(shop().admin.delete(`${pathOf(edit)}/changes/${change.id}`)),
    send: (edit: Json, verb: string): Promise<Reply> => shop().admin.post(`${pathOf(edit)}/${verb}`),
    act: (edit: Json, verb: string): Promise<Json> => expectEdit(shop().admin.post(`${pathOf(edit)}/${verb}`)),
    answerAsCustomer: (edit: Json, verb: string, body?: object): Promise<Reply> =>
      shop().post(`/store/order-edits/${edit.id}/${verb}`, body),
  }
}
