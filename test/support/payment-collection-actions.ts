import { expectSuccess, type Json } from './factories.ts'
import { lineOfVariant, type useOrderEditShop } from './order-edit-shop.ts'

export function paymentCollectionActions({
  shop,
  edits,
  placeEditableOrder,
}: Awaited<ReturnType<typeof useOrderEditShop>>) {
  const pathOf = (edit: Json) => `/store/payment-collections/${edit.payment_collection_id}`
  const expectCollection = async (reply: ReturnType<typeof shop.post>): Promise<Json> =>
    (await expectSuccess(reply)).payment_collection
  return {
    pathOf,
    /** Requests an edit that adds 1200 to an order of 3600. */
    async requestEdit(more: object = {}): Promise<{ edit: Json; order: Json; first: Json }> {
      const { order, first } = await placeEditableOrder()
      const draftEdit = await edits.begin(order)
      await edits.change(draftEdit, lineOfVariant(draftEdit, first), 3)
      const { order_edit } = await expectSuccess(shop.admin.post(`${edits.pathOf(draftEdit)}/request`, more))
      return { edit: order_edit, order, first }
    },
    read: (edit: Json): Promise<Json> =>
      expectCollection(shop.admin.get(`/admin/payment-collections/${edit.payment_collection_id}`)),
    payBy: (edit: Json, provider_id: string): Promise<Json> =>
      expectCollection(shop.post(`${pathOf(edit)}/sessions`, { provider_id })),
    payByParts: (edit: Json, ...sessions: object[]) => shop.post(`${pathOf(edit)}/sessions/batch`, { sessions }),
    authorize: (edit: Json, session: Json) => shop.post(`${pathOf(edit)}/sessions/${session.id}/authorize`),
    authorizeAll: (edit: Json, { payment_sessions }: Json) =>
      shop.post(`${pathOf(edit)}/sessions/batch/authorize`, {
        session_ids: payment_sessions.map(({ id }: Json) => id),
      }),
  }
}
