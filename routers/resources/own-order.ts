import { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { storedCartColumns } from './cart-columns.ts'
import { ClaimItemResource, StoreClaim } from './claim.ts'
import { draftOrderColumns } from './draft-order.ts'
import { GiftCardResource, type GiftCardView } from './gift-card.ts'
import { StoredLine, type StoredLineView } from './line-item.ts'
import { computesTotals, GiftCardTransactionResource, StoreOrder } from './order.ts'
import { orderColumns } from './order-columns.ts'
import { OrderItemChangeResource, type OrderItemChangeView, publicEditColumns } from './order-edit.ts'
import { CurrencyResource, type CurrencyView } from './region.ts'

/* An order for its own customer. The relations leave out internal notes of the shop. */

const OwnCart = resource('OwnCart', storedCartColumns, {
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
})

const OwnDraftOrder = resource(
  'OwnDraftOrder',
  z.object(draftOrderColumns).omit({ metadata: true, no_notification_order: true, idempotency_key: true }).shape,
)

const OwnOrderEdit = resource('OwnOrderEdit', publicEditColumns, {
  get changes(): ToMany<OrderItemChangeView> {
    return toMany(OrderItemChangeResource)
  },
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
})

const OwnClaimItem = resource(
  'OwnClaimItem',
  ClaimItemResource.omit({ note: true, metadata: true, tags: true, variant: true }).shape,
)

const OwnClaim = resource('OwnClaim', StoreClaim.shape, {
  get claim_items(): ToMany<OwnClaimItemView> {
    return toMany(OwnClaimItem)
  },
})

const OwnGiftCardTransaction = resource('OwnGiftCardTransaction', GiftCardTransactionResource.shape, {
  get gift_card(): ToOne<GiftCardView> {
    return toOne(GiftCardResource)
  },
})

/** `fields` may name all columns here; other routes of the store show fewer. */
export const OwnOrder = resource(
  'OwnOrder',
  {
    ...z.object(orderColumns).partial().shape,
    ...StoreOrder.omit({ claims: true, gift_card_transactions: true }).shape,
  },
  {
    get cart(): ToOne<OwnCartView> {
      return toOne(OwnCart)
    },
    get currency(): ToOne<CurrencyView> {
      return toOne(CurrencyResource)
    },
    get draft_order(): ToOne<OwnDraftOrderView> {
      return toOne(OwnDraftOrder)
    },
    get edits(): ToMany<OwnOrderEditView> {
      return toMany(OwnOrderEdit)
    },
    get claims(): ToMany<OwnClaimView> {
      return toMany(OwnClaim)
    },
    get gift_card_transactions(): ToMany<OwnGiftCardTransactionView> {
      return toMany(OwnGiftCardTransaction)
    },
  },
)
computesTotals(OwnOrder)

interface OwnCartView extends z.output<typeof OwnCart> {}
interface OwnDraftOrderView extends z.output<typeof OwnDraftOrder> {}
interface OwnOrderEditView extends z.output<typeof OwnOrderEdit> {}
interface OwnClaimItemView extends z.output<typeof OwnClaimItem> {}
interface OwnClaimView extends z.output<typeof OwnClaim> {}
interface OwnGiftCardTransactionView extends z.output<typeof OwnGiftCardTransaction> {}
