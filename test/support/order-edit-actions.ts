import { expectSuccess } from './factories.ts'
import type { Reply } from './reply.ts'
import type { AnyBody, Identified, OrderEdit } from './resources.ts'
import type { TestShop } from './shop.ts'

export function orderEditActions(shop: () => TestShop) {
  const pathOf = ({ id }: Identified) => `/admin/order-edits/${id}`
  const expectEdit = async (reply: Promise<Reply<{ order_edit: OrderEdit }>>) => (await expectSuccess(reply)).order_edit
  return {
    pathOf,
    begin: ({ id }: Identified, more: object = {}) =>
      expectEdit(shop().admin.post('/admin/order-edits', { order_id: id, ...more })),
    read: (edit: Identified) => expectEdit(shop().admin.get(pathOf(edit))),
    add: (edit: Identified, variant: Identified, quantity = 1) =>
      expectEdit(shop().admin.post(`${pathOf(edit)}/items`, { variant_id: variant.id, quantity })),
    change: (edit: Identified, item: Identified, quantity: number) =>
      expectEdit(shop().admin.post(`${pathOf(edit)}/items/${item.id}`, { quantity })),
    remove: (edit: Identified, item: Identified) => expectEdit(shop().admin.delete(`${pathOf(edit)}/items/${item.id}`)),
    undo: (edit: Identified, change: Identified) =>
      expectSuccess(shop().admin.delete(`${pathOf(edit)}/changes/${change.id}`)),
    send: (edit: Identified, verb: string): Promise<Reply<AnyBody>> => shop().admin.post(`${pathOf(edit)}/${verb}`),
    act: (edit: Identified, verb: string) => expectEdit(shop().admin.post(`${pathOf(edit)}/${verb}`)),
    answerAsCustomer: (edit: Identified, verb: string, body?: object): Promise<Reply<AnyBody>> =>
      shop().post(`/store/order-edits/${edit.id}/${verb}`, body),
  }
}
