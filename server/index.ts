/* The public interface for shops and plugins. Everything else may change in any version. */

export { deleteRow, findRow, findRows, insertRow, lockRow, lockRows, type Row } from '#database/rows.ts'
export { batch, statement } from '#database/statement.ts'
export { inTransaction } from '#database/transaction.ts'
export {
  alive,
  amount,
  flag,
  id,
  metadata,
  notPersonal,
  oneOf,
  type PersonalOptions,
  personal,
  softDelete,
  timestamps,
} from '#entities/base.ts'
export { Cart } from '#entities/cart/cart/cart.ts'
export { readCartFingerprint } from '#entities/cart/cart/cart-fingerprint.ts'
export { type PricedCartSnapshot, readPricedCart } from '#entities/cart/cart/read-priced-cart.ts'
export { LineItem } from '#entities/cart/line-item/line-item.ts'
export { Payment } from '#entities/cart/payment/payment.ts'
export type * from '#entities/cart/payment/payment-port.ts'
export type { PriceAdjustment } from '#entities/cart/pricing/price-adjustments.ts'
export { ProductCategory } from '#entities/catalogue/category/product-category.ts'
export { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
export type * from '#entities/catalogue/import-export/old-addresses/old-address-port.ts'
export { Product } from '#entities/catalogue/product/product.ts'
export { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
export type * from '#entities/catalogue/search/search-port.ts'
export {
  Conflict,
  DomainError,
  Forbidden,
  InvalidData,
  NotAllowed,
  NotFound,
  Unauthorized,
  Unavailable,
} from '#entities/errors.ts'
export { Region } from '#entities/market/region/region.ts'
export type * from '#entities/market/shipping/fulfillment-port.ts'
export { maybeReadLogo } from '#entities/market/store/logo/read-logo.ts'
export type * from '#entities/market/tax/tax-port.ts'
export { capturePayment } from '#entities/orders/order/capture-order.ts'
export { Order } from '#entities/orders/order/order.ts'
export { findPaymentLinkUrl } from '#entities/orders/payment-link/payment-link-url.ts'
export { Customer } from '#entities/people/customer/customer.ts'
export type * from '#entities/platform/app/oauth-provider.ts'
export { type BatchRun, type BatchType, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
export { announce } from '#entities/platform/event/announce.ts'
export type { EventName, EventOf, PluginEvents } from '#entities/platform/event/events.ts'
export { entityWithFields } from '#entities/platform/field/entity-with-fields.ts'
export { type Field, type Fields, field } from '#entities/platform/field/field.ts'
export { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
export { type FileKey, newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
export type { FileStore } from '#entities/platform/file/file-port.ts'
export { addUpload, type UploadFolder } from '#entities/platform/file/uploads.ts'
export type { ReceivedNotice } from '#entities/platform/notice/received-notice.ts'
export type {
  MailFormat,
  MailText,
  Message,
  NotificationContext,
  NotificationProvider,
} from '#entities/platform/notification/notification-port.ts'
export { mailsOf, type PluginMail } from '#entities/platform/notification/plugin-mail.ts'
export type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'
export { timeZoneOf } from '#entities/shop.ts'
export { now } from '#entities/values/clock.ts'
export { currencyDecimals } from '#entities/values/currency-decimals.ts'
export { Timestamp } from '#entities/values/time-input.ts'
export { rest } from '#routers/context/meta.ts'
export { visibleProducts } from '#routers/filters/visible-products.ts'
export { columnsOf, pickColumns } from '#routers/inputs/columns.ts'
export { emptyInput, Metadata, requiredText } from '#routers/inputs/common.ts'
export {
  orderParams,
  pagingParams,
  queryBoolean,
  queryInt,
  queryNumber,
  selectionParams,
  storePaging,
} from '#routers/inputs/query.ts'
export { showInLocale } from '#routers/pipeline/translate-rows.ts'
export { adminGet, openGet, rowGet } from '#routers/procedures/row-get.ts'
export { adminList, customerList, openList, rowList } from '#routers/procedures/row-list.ts'
export {
  adminDeletion,
  adminMutation,
  customerDeletion,
  customerMutation,
  openMutation,
  rowDeletion,
  rowMutation,
} from '#routers/procedures/row-mutation.ts'
export { adminProcedure, customerProcedure, openProcedure, router } from '#routers/procedures/trpc.ts'
export { equalTo, inRange, relatedTo, searchText } from '#routers/reading/conditions.ts'
export { defineResource, type RowOf, toMany, toOne } from '#routers/reading/define-resource.ts'
export { listRows } from '#routers/reading/list-rows.ts'
export { readRow } from '#routers/reading/read-row.ts'
export { listResponseSchema, responseSchema } from '#routers/reading/resource.ts'
export { type AnswerView, type RowAnswer, rowAnswer } from '#routers/reading/row-answer.ts'
export { CustomerResource } from '#routers/resources/customer.ts'
export { OrderResource } from '#routers/resources/order.ts'
export { ProductResource, ProductVariantResource } from '#routers/resources/product.ts'
export { findInviteLink, passwordLink } from './auth/user-links.ts'
export { consoleUrl } from './base/server-address.ts'
export { type ShopInside, shopIn } from './operations/shop-in.ts'
export { fetchUncompressed } from './outgoing/fetch-uncompressed.ts'
export { ASK_FOR_IDENTITY, refuseCompressed } from './outgoing/refuse-compressed.ts'
export { defineJob, type Job } from './plugin/define-job.ts'
export { defineMail, type Mail } from './plugin/define-mail.ts'
export { defineNumbers, type Numbers } from './plugin/define-numbers.ts'
export { defineTender, type Tender } from './plugin/define-tender.ts'
export { defineWebhook, verifySignature, type Webhook } from './plugin/define-webhook.ts'
export type {
  Actor,
  As,
  CallOptions,
  CustomerActor,
  CustomerCallOptions,
  PluginActor,
  SavedMethodToCharge,
  ShopOperations,
  UserActor,
} from './plugin/operations.ts'
export {
  definePlugin,
  type Effect,
  type Effects,
  type EventHandlers,
  type Plugin,
  type PluginAction,
  type PluginConsole,
  type PluginContext,
  type PluginLink,
  type PriceContext,
  type Prices,
  type Provided,
  type ProvidesContext,
  type Rule,
  type Rules,
} from './plugin/plugin.ts'
export type { ContentSources } from './plugin/route/content-sources.ts'
export { html, type Markup, rawHtml, xml } from './plugin/route/markup.ts'
export type { PathParams } from './plugin/route/path-params.ts'
export { partOfCatalogue } from './plugin/route/reuse-page.ts'
export {
  pathOfShop,
  type Route,
  type RouteAnswer,
  type RouteCall,
  type RouteContext,
  type RouteCookies,
  type RouteOptions,
  type RouteRequest,
  rawBody,
  redirect,
  route,
} from './plugin/route/route.ts'
export { UploadedFile, uploadedFile } from './plugin/route/uploaded-file.ts'
export { defineSettings, type Settings } from './plugin/settings.ts'
export type { EffectContexts, RefusableStep, StepContexts, StepName } from './plugin/steps.ts'
export { defineShop, type OpenedShop, type Shop, type StartOptions } from './process/define-shop.ts'
