import { expectSuccess } from './factories.ts'
import { lineOfVariant, type useOrderEditShop } from './order-edit-shop.ts'
import type { Reply } from './reply.ts'
import type { Identified, Order, OrderEdit, Variant } from './resources.ts'

type CollectedEdit = Pick<OrderEdit, 'payment_collection_id'>

export function paymentCollectionActions({
  shop,
  edits,
  placeEditableOrder,
}: Awaited<ReturnType<typeof useOrderEditShop>>) {
  const pathOf = (edit: CollectedEdit) => `/store/payment-collections/${edit.payment_collection_id}` as const
  const expectCollection = async <Collection>(reply: Promise<Reply<{ payment_collection: Collection }>>) =>
    (await expectSuccess(reply)).payment_collection
  return {
    pathOf,
    /** Requests an edit that adds 1200 to an order of 3600. */
    async requestEdit(more: object = {}): Promise<{ edit: OrderEdit; order: Order; first: Variant }> {
      const { order, first } = await placeEditableOrder()
      const draftEdit = await edits.begin(order)
      await edits.change(draftEdit, lineOfVariant(draftEdit, first), 3)
      const { order_edit } = await expectSuccess(shop.admin.post(`${edits.pathOf(draftEdit)}/request`, more))
      return { edit: order_edit, order, first }
    },
    read: (edit: CollectedEdit) =>
      expectCollection(shop.admin.get(`/admin/payment-collections/${edit.payment_collection_id}`)),
    payBy: (edit: CollectedEdit, provider_id: string) =>
      expectCollection(shop.post(`${pathOf(edit)}/sessions`, { provider_id })),
    payByParts: (edit: CollectedEdit, ...sessions: object[]) =>
      shop.post(`${pathOf(edit)}/sessions/batch`, { sessions }),
    authorize: (edit: CollectedEdit, session: Identified) =>
      shop.post(`${pathOf(edit)}/sessions/${session.id}/authorize`),
    authorizeAll: (edit: CollectedEdit, { payment_sessions }: { payment_sessions: readonly Identified[] }) =>
      shop.post(`${pathOf(edit)}/sessions/batch/authorize`, {
        session_ids: payment_sessions.map(({ id }) => id),
      }),
  }
}
