import { ABSENT, ANY, type Schema } from './schemas.ts'

/** Properties whose types in client-types are wrong: the answers of Medusa v1 contradict them too. */
export interface Correction {
  reason: string
  /** Default: all operations. */
  operations?: RegExp
  /** A property of the rows that have the wrong types. */
  row: string
  /** Required by client-types and not in the answers. */
  missing?: readonly string[]
  /** Properties that an answer has with another type. */
  mistyped?: readonly string[]
}

const HIDDEN = 'Customers do not see internal columns'
const EMPTY = 'The empty columns of items, levels, locations and reservations are null'
const STORE = /^\w+ \/store\//
const COMPUTED = 'The tax lines of an open cart are computed, so they have no id'
const pricesOf = (kind: string) => [`${kind}_price`, `${kind}_price_incl_tax`, `${kind}_tax`]
const TAX_LINE = ['id', 'created_at', 'updated_at', 'metadata']

export const answerCorrections: readonly Correction[] = [
  {
    reason: 'A region shows its providers only if it is not a relation of another row',
    row: 'automatic_taxes',
    missing: ['payment_providers', 'fulfillment_providers'],
  },
  {
    reason: 'A cart shows its selected payment session only together with its sessions, and if one is selected',
    row: 'payment_authorized_at',
    missing: ['payment_session', 'idempotency_key'],
  },
  { reason: COMPUTED, row: 'item_id', missing: TAX_LINE },
  { reason: COMPUTED, row: 'shipping_method_id', missing: TAX_LINE },
  { reason: 'Batch jobs have more types and results', row: 'dry_run', mistyped: ['type', 'result'] },
  { reason: 'The author of an order edit can be null', row: 'declined_reason', mistyped: ['created_by'] },
  { reason: 'The numbers of a country are numbers', row: 'num_code', mistyped: ['id', 'num_code'] },
  {
    reason: 'The children of a return reason are a list',
    row: 'parent_return_reason_id',
    mistyped: ['return_reason_children'],
  },
  {
    reason: 'The providers of the store are a list, and the resolution of a module is false',
    row: 'swap_link_template',
    mistyped: ['payment_providers', 'fulfillment_providers', 'modules'],
  },
  {
    reason: EMPTY,
    row: 'requires_shipping',
    mistyped: [
      ...['sku', 'hs_code', 'origin_country', 'mid_code', 'material', 'title', 'description', 'thumbnail'],
      ...['weight', 'length', 'height', 'width', 'metadata'],
    ],
  },
  { reason: EMPTY, row: 'incoming_quantity', mistyped: ['metadata'] },
  {
    reason: EMPTY,
    row: 'inventory_item_id',
    mistyped: ['line_item_id', 'description', 'created_by', 'external_id', 'metadata', 'deleted_at'],
  },
  { reason: EMPTY, row: 'address_id', mistyped: ['address_id', 'metadata'] },
  { reason: 'The inventory of a variant is a list', row: 'sales_channel_availability', mistyped: ['inventory'] },
  { reason: 'The number of a draft order is a number', row: 'no_notification_order', mistyped: ['display_id'] },
  { reason: 'The code of a tax rate can be null', row: 'rate', mistyped: ['code'] },
  {
    reason: 'A variant without a price has the price null',
    row: 'manage_inventory',
    mistyped: [...pricesOf('original'), ...pricesOf('calculated'), 'tax_rates'],
  },
  {
    reason: 'Without its inventory modules, v1 does not show whether a variant can be purchased',
    row: 'manage_inventory',
    missing: ['purchasable'],
  },
  { reason: 'The category of a product has no children', row: 'mpath', missing: ['category_children'] },
  {
    reason: 'A created row has no relations yet',
    operations: /^POST \/admin\/(customers|shipping-profiles)$/,
    row: 'created_at',
    missing: ['shipping_addresses', 'orders', 'products', 'shipping_options'],
  },
  {
    reason: 'A refreshed payment session answers with fewer relations of its cart',
    operations: /\/refresh$/,
    row: 'payment_authorized_at',
    missing: ['billing_address', 'payment'],
  },
  {
    reason: HIDDEN,
    operations: STORE,
    row: 'declined_reason',
    missing: ['internal_note', 'created_by', 'confirmed_by', 'canceled_by'],
  },
  { reason: HIDDEN, operations: STORE, row: 'authorized_amount', missing: ['created_by'] },
  { reason: HIDDEN, row: 'parent_category_id', missing: ['is_internal', 'is_active'] },
  {
    reason: HIDDEN,
    operations: STORE,
    row: 'fulfillment_status',
    missing: [
      'billing_address_id',
      'canceled_at',
      'draft_order_id',
      'external_id',
      'idempotency_key',
      'metadata',
      'no_notification',
      'shipping_address_id',
      'updated_at',
    ],
  },
  { reason: HIDDEN, row: 'claim_order_id', missing: ['note'] },
  { reason: HIDDEN, row: 'gift_card_id', missing: ['gift_card'] },
  {
    reason: 'An order of the store has fewer relations',
    operations: STORE,
    row: 'fulfillment_status',
    missing: ['gift_cards', 'gift_card_transactions', 'claims', 'refunds', 'swaps'],
  },
  {
    reason: 'The lines of an order of the store show variants without products',
    operations: /^GET \/store\/(customers|orders)/,
    row: 'manage_inventory',
    missing: ['product'],
  },
  {
    reason: HIDDEN,
    operations: STORE,
    row: 'balance',
    missing: [
      'created_at',
      'deleted_at',
      'ends_at',
      'is_disabled',
      'metadata',
      'order_id',
      'region_id',
      'tax_rate',
      'updated_at',
    ],
  },
]

/** Sets aside the properties that a correction names, here and in nested rows. */
export function correctAnswer(operation: string, schema: Schema): Schema {
  const applied = answerCorrections.filter(({ operations }) => operations?.test(operation) ?? true)
  return correct(applied, schema)
}

function correct(applied: readonly Correction[], schema: Schema): Schema {
  const { properties, required = [], items, anyOf, oneOf } = schema
  const correctAll = (schemas: readonly Schema[]) => schemas.map((one) => correct(applied, one))
  if (anyOf) return { ...schema, anyOf: correctAll(anyOf) }
  if (oneOf) return { ...schema, oneOf: correctAll(oneOf) }
  if (items) return { ...schema, items: correct(applied, items) }
  if (!properties) return schema
  const some = applied.filter(({ row }) => properties[row])
  const aside = [
    ...some.flatMap(({ missing = [] }) => missing.filter((name) => !required.includes(name))),
    ...some.flatMap(({ mistyped = [] }) => mistyped.filter((name) => properties[name])),
  ]
  const corrected = Object.entries(properties).map(([name, property]) => [name, correct(applied, property)])
  return {
    ...schema,
    properties: { ...Object.fromEntries(corrected), ...Object.fromEntries(aside.map((name) => [name, ABSENT])) },
    required: [...new Set([...required, ...aside])],
  }
}

interface BodyCorrection {
  reason: string
  operation: string
  property: string
}

/** Bodies of client-types that Medusa v1 refuses too. */
export const bodyCorrections: readonly BodyCorrection[] = [
  { reason: 'A gift card has a value', operation: 'POST /admin/gift-cards', property: 'value' },
  { reason: 'A claimed item has a reason', operation: 'POST /admin/orders/{id}/claims', property: 'reason' },
  { reason: 'A refund has one of five reasons', operation: 'POST /admin/orders/{id}/refund', property: 'reason' },
  { reason: 'A refund has one of five reasons', operation: 'POST /admin/payments/{id}/refund', property: 'reason' },
  { reason: 'The list is required', operation: 'POST /admin/price-lists/{id}/prices/batch', property: 'prices' },
  { reason: 'The list is required', operation: 'DELETE /admin/price-lists/{id}/prices/batch', property: 'price_ids' },
  { reason: 'The list is required', operation: 'POST /admin/products', property: 'prices' },
  ...['barcode', 'ean', 'upc', 'inventory_quantity', 'allow_backorder', 'manage_inventory'].map((property) => ({
    reason: 'An inventory item has no stock settings and no codes except its SKU',
    operation: 'POST /admin/inventory-items',
    property,
  })),
  { reason: 'The id of a profile is a text', operation: 'POST /admin/shipping-options', property: 'profile_id' },
]

/** Accepts any value of the properties that a correction names, also in nested objects. */
export function correctBody(operation: string, schema: Schema): Schema {
  const names = bodyCorrections.filter((one) => one.operation === operation).map(({ property }) => property)
  const { properties, ...accepted } = accept(names, schema)
  if (!properties) return schema
  return { ...accepted, properties: { ...properties, ...Object.fromEntries(names.map((name) => [name, ANY])) } }
}

function accept(names: readonly string[], schema: Schema): Schema {
  const { properties, required = [], items, anyOf } = schema
  if (anyOf) return { ...schema, anyOf: anyOf.map((one) => accept(names, one)) }
  if (items) return { ...schema, items: accept(names, items) }
  if (!properties) return schema
  const accepted = Object.entries(properties).map(([name, property]) => [
    name,
    names.includes(name) ? ANY : accept(names, property),
  ])
  return {
    ...schema,
    properties: Object.fromEntries(accepted),
    required: required.filter((name) => !names.includes(name)),
  }
}
