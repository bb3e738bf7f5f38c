import { expectSuccess, type Json } from './factories.ts'
import type { Reply } from './sample-api.ts'
import type { TestShop } from './shop.ts'

/** What is done with edits of orders. The shop may be opened later. */
export function orderEditActions(shop: () => TestShop) {
  const at = ({ id }: Json) => `/admin/order-edits/${id}`
  const edited = async (reply: Promise<Reply>): Promise<Json> => (await expectSuccess(reply)).order_edit
  return {
    at,
    begin: ({ id }: Json, more: object = {}): Promise<Json> =>
      edited(shop().admin.post('/admin/order-edits', { order_id: id, ...more })),
    read: (edit: Json): Promise<Json> => edited(shop().admin.get(at(edit))),
    add: (edit: Json, variant: Json, quantity = 1): Promise<Json> =>
      edited(shop().admin.post(`${at(edit)}/items`, { variant_id: variant.id, quantity })),
    change: (edit: Json, item: Json, quantity: number): Promise<Json> =>
      edited(shop().admin.post(`${at(edit)}/items/${item.id}`, { quantity })),
    remove: (edit: Json, item: Json): Promise<Json> => edited(shop().admin.delete(`${at(edit)}/items/${item.id}`)),
    undo: (edit: Json, change: Json): Promise<Json> =>
      expectSuccess(shop().admin.delete(`${at(edit)}/changes/${change.id}`)),
    /** `request`, `confirm` or `cancel`. */
    send: (edit: Json, verb: string): Promise<Reply> => shop().admin.post(`${at(edit)}/${verb}`),
    act: (edit: Json, verb: string): Promise<Json> => edited(shop().admin.post(`${at(edit)}/${verb}`)),
    /** What its customer says: `complete` or `decline`. */
    says: (edit: Json, verb: string, body?: object): Promise<Reply> =>
      shop().post(`/store/order-edits/${edit.id}/${verb}`, body),
  }
}
