import { lineOfVariant, type useEditShop } from './edit-shop.ts'
import { expectSuccess, type Json } from './factories.ts'

/** What is done with the money that is due for edits. */
export function paymentCollectionActions({ shop, edits, givenOrder }: Awaited<ReturnType<typeof useEditShop>>) {
  const at = (edit: Json) => `/store/payment-collections/${edit.payment_collection_id}`
  const collected = async (reply: ReturnType<typeof shop.post>): Promise<Json> =>
    (await expectSuccess(reply)).payment_collection
  return {
    at,
    /** An edit that its customer was asked to agree to, of an order that costs 3600, for 1200 more. */
    async requested(more: object = {}): Promise<{ edit: Json; order: Json; first: Json }> {
      const { order, first } = await givenOrder()
      const begun = await edits.begin(order)
      await edits.change(begun, lineOfVariant(begun, first), 3)
      const { order_edit } = await expectSuccess(shop.admin.post(`${edits.at(begun)}/request`, more))
      return { edit: order_edit, order, first }
    },
    read: (edit: Json): Promise<Json> =>
      collected(shop.admin.get(`/admin/payment-collections/${edit.payment_collection_id}`)),
    /** Its session is the first of those of the answer. */
    payBy: (edit: Json, provider_id: string): Promise<Json> =>
      collected(shop.post(`${at(edit)}/sessions`, { provider_id })),
    payByParts: (edit: Json, ...sessions: object[]) => shop.post(`${at(edit)}/sessions/batch`, { sessions }),
    authorize: (edit: Json, session: Json) => shop.post(`${at(edit)}/sessions/${session.id}/authorize`),
    authorizeAll: (edit: Json, { payment_sessions }: Json) =>
      shop.post(`${at(edit)}/sessions/batch/authorize`, { session_ids: payment_sessions.map(({ id }: Json) => id) }),
  }
}
