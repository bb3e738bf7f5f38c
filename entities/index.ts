import { ApiKey } from './api-key/api-key.ts'
import { App } from './app/app.ts'
import { AuditLog } from './audit/audit-log.ts'
import { BatchJob } from './batch-job/batch-job.ts'
import { Cart } from './cart/cart.ts'
import { LineItem } from './cart/line-item.ts'
import { LineItemAdjustment } from './cart/line-item-adjustment.ts'
import { LineItemTaxLine } from './cart/line-item-tax-line.ts'
import { ProductCategory } from './category/product-category.ts'
import { ClaimImage } from './claim/claim-image.ts'
import { ClaimItem } from './claim/claim-item.ts'
import { ClaimOrder } from './claim/claim-order.ts'
import { ClaimTag } from './claim/claim-tag.ts'
import { ProductCollection } from './collection/product-collection.ts'
import { Currency } from './currency/currency.ts'
import { Address } from './customer/address.ts'
import { Customer } from './customer/customer.ts'
import { CustomerGroup } from './customer/customer-group.ts'
import { Discount } from './discount/discount.ts'
import { DiscountCondition } from './discount/discount-condition.ts'
import { DiscountRule } from './discount/discount-rule.ts'
import { DraftOrder } from './draft-order/draft-order.ts'
import { Event } from './event/event.ts'
import { Fulfillment } from './fulfillment/fulfillment.ts'
import { FulfillmentItem } from './fulfillment/fulfillment-item.ts'
import { TrackingLink } from './fulfillment/tracking-link.ts'
import { GiftCard } from './gift-card/gift-card.ts'
import { GiftCardTransaction } from './gift-card/gift-card-transaction.ts'
import { IdempotencyKey } from './idempotency/idempotency-key.ts'
import { Invite } from './invite/invite.ts'
import { Note } from './note/note.ts'
import { Notification } from './notification/notification.ts'
import { Order } from './order/order.ts'
import { OrderEdit } from './order-edit/order-edit.ts'
import { OrderItemChange } from './order-edit/order-item-change.ts'
import { Payment } from './payment/payment.ts'
import { PaymentAttempt } from './payment/payment-attempt.ts'
import { PaymentProvider } from './payment/payment-provider.ts'
import { PaymentSession } from './payment/payment-session.ts'
import { Refund } from './payment/refund.ts'
import { CollectionSession } from './payment-collection/collection-session.ts'
import { PaymentCollection } from './payment-collection/payment-collection.ts'
import { PriceList } from './price-list/price-list.ts'
import { MoneyAmount } from './product/money-amount.ts'
import { Product } from './product/product.ts'
import { ProductImage } from './product/product-image.ts'
import { ProductOption } from './product/product-option.ts'
import { ProductOptionValue } from './product/product-option-value.ts'
import { ProductTag } from './product/product-tag.ts'
import { ProductType } from './product/product-type.ts'
import { ProductVariant } from './product/product-variant.ts'
import { PublishableApiKey } from './publishable-api-key/publishable-api-key.ts'
import { Country } from './region/country.ts'
import { Region } from './region/region.ts'
import { Return } from './return/return.ts'
import { ReturnItem } from './return/return-item.ts'
import { ReturnReason } from './return/return-reason.ts'
import { SalesChannel } from './sales-channel/sales-channel.ts'
import { Session } from './session/session.ts'
import { FulfillmentProvider } from './shipping/fulfillment-provider.ts'
import { ShippingMethod } from './shipping/shipping-method.ts'
import { ShippingMethodTaxLine } from './shipping/shipping-method-tax-line.ts'
import { ShippingOption } from './shipping/shipping-option.ts'
import { ShippingOptionRequirement } from './shipping/shipping-option-requirement.ts'
import { ShippingProfile } from './shipping/shipping-profile.ts'
import { Store } from './store/store.ts'
import { CustomShippingOption } from './swap/custom-shipping-option.ts'
import { Swap } from './swap/swap.ts'
import { TaxProvider } from './tax/tax-provider.ts'
import { TaxRate } from './tax/tax-rate.ts'
import { User } from './user/user.ts'
import { Webhook } from './webhook/webhook.ts'
import { WebhookDelivery } from './webhook/webhook-delivery.ts'

/** Every entity of the shop, for the ORM. */
export const entities = [
  AuditLog,
  BatchJob,
  ApiKey,
  App,
  Cart,
  LineItemAdjustment,
  LineItemTaxLine,
  LineItem,
  ProductCategory,
  ClaimImage,
  ClaimItem,
  ClaimOrder,
  ClaimTag,
  DraftOrder,
  Fulfillment,
  FulfillmentItem,
  TrackingLink,
  Return,
  ReturnItem,
  ReturnReason,
  ProductCollection,
  Currency,
  Address,
  CustomerGroup,
  Customer,
  DiscountCondition,
  DiscountRule,
  Discount,
  Event,
  GiftCardTransaction,
  GiftCard,
  IdempotencyKey,
  Invite,
  Note,
  Notification,
  Order,
  OrderEdit,
  OrderItemChange,
  PaymentAttempt,
  CollectionSession,
  PaymentCollection,
  PaymentProvider,
  PaymentSession,
  Payment,
  Refund,
  PriceList,
  MoneyAmount,
  ProductImage,
  ProductOptionValue,
  ProductOption,
  ProductTag,
  ProductType,
  ProductVariant,
  Product,
  Country,
  Region,
  SalesChannel,
  PublishableApiKey,
  Session,
  FulfillmentProvider,
  ShippingMethodTaxLine,
  ShippingMethod,
  ShippingOptionRequirement,
  ShippingOption,
  ShippingProfile,
  Store,
  CustomShippingOption,
  Swap,
  TaxProvider,
  TaxRate,
  User,
  Webhook,
  WebhookDelivery,
]
