import type { EntityClass } from '@mikro-orm/postgresql'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { CustomShippingOption } from '#entities/cart/shipping/custom-shipping-option.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { ShippingMethodTaxLine } from '#entities/cart/shipping/shipping-method-tax-line.ts'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { ImportMapping } from '#entities/catalogue/import-export/mapping/import-mapping.ts'
import { RemotePicture } from '#entities/catalogue/import-export/pictures/remote-picture.ts'
import { ImportedChange } from '#entities/catalogue/import-export/undo/imported-change.ts'
import { ImportedProduct } from '#entities/catalogue/import-export/undo/imported-product.ts'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { PricePeriod } from '#entities/catalogue/price-period/price-period.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductImage } from '#entities/catalogue/product/product-image.ts'
import { ProductOption } from '#entities/catalogue/product/product-option.ts'
import { ProductOptionValue } from '#entities/catalogue/product/product-option-value.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { InventoryItem } from '#entities/inventory/item/inventory-item.ts'
import { ProductVariantInventoryItem } from '#entities/inventory/item/variant-inventory-item.ts'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { ReservationItem } from '#entities/inventory/reservation/reservation-item.ts'
import { SalesChannelLocation } from '#entities/inventory/stock-location/sales-channel-location.ts'
import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { StockLocationAddress } from '#entities/inventory/stock-location/stock-location-address.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { PublishableApiKey } from '#entities/market/publishable-api-key/publishable-api-key.ts'
import { Country } from '#entities/market/region/country.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { Region } from '#entities/market/region/region.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { Carrier } from '#entities/market/shipping/carrier/carrier.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ShippingOptionRequirement } from '#entities/market/shipping/shipping-option-requirement.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { Store } from '#entities/market/store/store.ts'
import { TaxProvider } from '#entities/market/tax/tax-provider.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { ImportedCustomer } from '#entities/old-shop/customers/imported-customer.ts'
import { PastOrder } from '#entities/old-shop/orders/past-order.ts'
import { ClaimImage } from '#entities/orders/claim/claim-image.ts'
import { ClaimItem } from '#entities/orders/claim/claim-item.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { ClaimTag } from '#entities/orders/claim/claim-tag.ts'
import { DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { FulfillmentItem } from '#entities/orders/fulfillment/fulfillment-item.ts'
import { FulfillmentStock } from '#entities/orders/fulfillment/fulfillment-stock.ts'
import { TrackingLink } from '#entities/orders/fulfillment/tracking-link.ts'
import { Order } from '#entities/orders/order/order.ts'
import { OrderEdit } from '#entities/orders/order-edit/order-edit.ts'
import { OrderItemChange } from '#entities/orders/order-edit/order-item-change.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { PaymentCollection } from '#entities/orders/payment-collection/payment-collection.ts'
import { Return } from '#entities/orders/return/return.ts'
import { ReturnItem } from '#entities/orders/return/return-item.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { StockCount } from '#entities/orders/stock-count/stock-count.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { Invite } from '#entities/people/invite/invite.ts'
import { Note } from '#entities/people/note/note.ts'
import { Passkey } from '#entities/people/passkey/passkey.ts'
import { Role } from '#entities/people/role/role.ts'
import { SavedView } from '#entities/people/saved-view/saved-view.ts'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import { Session } from '#entities/people/session/session.ts'
import { User } from '#entities/people/user/user.ts'
import { App } from '#entities/platform/app/app.ts'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { Event } from '#entities/platform/event/event.ts'
import { Upload } from '#entities/platform/file/upload.ts'
import { IdempotencyKey } from '#entities/platform/idempotency/idempotency-key.ts'
import { Notification } from '#entities/platform/notification/notification.ts'
import { Tag } from '#entities/platform/tag/tag.ts'
import { Webhook } from '#entities/platform/webhook/webhook.ts'
import { WebhookDelivery } from '#entities/platform/webhook/webhook-delivery.ts'
import { BalanceAccount } from '#entities/promotions/balance/balance-account.ts'
import { BalanceEntry } from '#entities/promotions/balance/balance-entry.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { DiscountCondition } from '#entities/promotions/discount/discount-condition.ts'
import { DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'

type Entities = readonly EntityClass<object>[]

/* Every entity of the core is in one of these three lists. The names are resources of the administration. */

/** A relation to these rows needs the scope of the resource. */
const PROTECTED: Readonly<Record<string, Entities>> = {
  apiKeys: [ApiKey],
  customers: [Customer],
  draftOrders: [Cart, DraftOrder],
  giftCards: [GiftCard],
  balances: [BalanceAccount, BalanceEntry],
  orderEdits: [OrderEdit],
  orders: [ClaimOrder, Order],
  paymentCollections: [PaymentCollection],
  payments: [Payment, Refund],
  returns: [Return],
  roles: [Role],
  swaps: [Swap],
  users: [User],
}

/** Rows of the core lead to these rows, which belong to them. A relation of a plugin needs the scope of the resource. */
const PROTECTED_FROM_PLUGINS: Readonly<Record<string, Entities>> = {
  apps: [App],
  auditLog: [AuditLog],
  batchJobs: [BatchJob, ImportedChange, ImportedProduct, ImportMapping, RemotePicture],
  customerGroups: [CustomerGroup],
  customers: [Address, ImportedCustomer],
  discounts: [Discount, DiscountCondition, DiscountRule],
  events: [Event],
  giftCards: [GiftCardTransaction],
  inventoryItems: [InventoryItem, InventoryLevel, ProductVariantInventoryItem],
  invites: [Invite],
  notes: [Note],
  notifications: [Notification],
  tags: [Tag],
  orderEdits: [OrderItemChange],
  orders: [
    ClaimImage,
    ClaimItem,
    ClaimTag,
    CustomShippingOption,
    Fulfillment,
    FulfillmentItem,
    FulfillmentStock,
    LineItem,
    LineItemAdjustment,
    LineItemTaxLine,
    PastOrder,
    ShippingMethod,
    ShippingMethodTaxLine,
    TrackingLink,
  ],
  paymentCollections: [CollectionSession],
  payments: [PaymentAttempt, PaymentSession],
  priceLists: [PriceList],
  publishableApiKeys: [PublishableApiKey],
  reservations: [ReservationItem],
  returns: [ReturnItem],
  stockCounts: [StockCount],
  stockLocations: [SalesChannelLocation, StockLocation, StockLocationAddress],
  taxRates: [TaxRate],
  uploads: [Upload],
  users: [IdempotencyKey, Passkey, SavedView, SecondFactor, Session],
  webhooks: [Webhook, WebhookDelivery],
}

/** The catalogue and the settings of the shop. Relations need no scope. */
export const UNPROTECTED_ENTITIES: Entities = [
  Carrier,
  Country,
  Currency,
  FulfillmentProvider,
  MoneyAmount,
  PaymentProvider,
  PricePeriod,
  Product,
  ProductCategory,
  ProductCollection,
  ProductImage,
  ProductOption,
  ProductOptionValue,
  ProductTag,
  ProductType,
  ProductVariant,
  Region,
  ReturnReason,
  SalesChannel,
  ShippingOption,
  ShippingOptionRequirement,
  ShippingProfile,
  Store,
  TaxProvider,
]

const byEntity = (lists: Readonly<Record<string, Entities>>): ReadonlyMap<EntityClass<object>, string> =>
  new Map(
    Object.entries(lists).flatMap(([resource, entities]) => entities.map((entity) => [entity, resource] as const)),
  )

/** Rows that a relation shows only with the scope of the resource. */
export const PROTECTED_ROWS = byEntity(PROTECTED)
const rowsOfCore = byEntity(PROTECTED_FROM_PLUGINS)

/** The admin resource that protects the rows of an entity. */
export const PROTECTED_ENTITIES: ReadonlyMap<EntityClass<object>, string> = new Map([...PROTECTED_ROWS, ...rowsOfCore])

const coreEntities = new Set([...PROTECTED_ENTITIES.keys(), ...UNPROTECTED_ENTITIES])

/** Returns the admin resource that a relation between rows of these entities needs, also if a plugin declares the relation. */
export const protectorOf = (from: EntityClass<object>, to: EntityClass<object>): string | undefined =>
  PROTECTED_ROWS.get(to) ?? (coreEntities.has(from) ? undefined : rowsOfCore.get(to))
