import type { EntityClass } from '@mikro-orm/postgresql'
import type { Resource } from '../reading/define-resource.ts'
import { AdminCustomerResource } from '../resources/admin-customer.ts'
import { AdminPayment, AdminRefund } from '../resources/admin-payment.ts'
import { ApiKeyResource } from '../resources/api-key.ts'
import { CartResource } from '../resources/cart.ts'
import { CartCustomer } from '../resources/cart-customer.ts'
import { ClaimResource } from '../resources/claim.ts'
import { CustomerResource } from '../resources/customer.ts'
import { AdminGiftCardResource, GiftCardOrder, GiftCardResource } from '../resources/gift-card.ts'
import { AdminOrder } from '../resources/order.ts'
import { OrderEditResource, StoredOrderEdit } from '../resources/order-edit.ts'
import { PaymentResource, RefundResource } from '../resources/payment.ts'
import { PaymentCollectionResource } from '../resources/payment-collection.ts'
import { ReturnResource } from '../resources/return.ts'
import { CartRow, StoredCart } from '../resources/stored-cart.ts'
import { StoredDraftOrder, StoredOrder } from '../resources/stored-order.ts'
import { SwapResource } from '../resources/swap.ts'
import { SingleUserResource, UserResource } from '../resources/user.ts'
import { ListedDraftOrder } from './draft-orders/draft-order-resources.ts'

const PROTECTED: Readonly<Record<string, readonly Resource[]>> = {
  apiKeys: [ApiKeyResource],
  customers: [AdminCustomerResource, CartCustomer, CustomerResource],
  draftOrders: [CartResource, CartRow, ListedDraftOrder, StoredCart, StoredDraftOrder],
  giftCards: [AdminGiftCardResource, GiftCardResource],
  orderEdits: [OrderEditResource, StoredOrderEdit],
  orders: [AdminOrder, GiftCardOrder, ClaimResource, StoredOrder],
  paymentCollections: [PaymentCollectionResource],
  payments: [AdminPayment, AdminRefund, PaymentResource, RefundResource],
  returns: [ReturnResource],
  swaps: [SwapResource],
  users: [SingleUserResource, UserResource],
}

/** The admin resource that protects the rows of an entity, also if a plugin declares a separate resource for them. */
export const PROTECTED_ENTITIES: ReadonlyMap<EntityClass<object>, string> = new Map(
  Object.entries(PROTECTED).flatMap(([by, resources]) => resources.map(({ model }) => [model.entity, by] as const)),
)

export const protectorOf = ({ model }: Resource): string | undefined => PROTECTED_ENTITIES.get(model.entity)
