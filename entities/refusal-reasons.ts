import type { ImportReasons } from './catalogue/import-export/import-reasons.ts'

export type NoValues = Record<never, never>

/** Something that must end before the shop can erase a customer. */
export interface OpenBusiness {
  kind: 'order' | 'return' | 'claim' | 'swap' | 'edit' | 'refund' | 'draft_order' | 'payment' | 'cart' | 'notice'
  /** The number of the order, or the ID of the payment or the cart. */
  number: string
}

interface OrderReasons {
  refund_too_large: NoValues
  refund_too_small: NoValues
  payment_not_captured: NoValues
  payment_canceled: NoValues
  order_canceled: NoValues
  order_archived: NoValues
  order_not_completed: NoValues
  order_status_final: NoValues
  order_refunded: NoValues
  order_has_open_parts: { part: 'fulfillments' | 'returns' | 'swaps' | 'claims' }
  order_without_items: NoValues
  order_not_captured: NoValues
  order_not_fulfilled: NoValues
  total_too_large: NoValues
  country_outside_region: NoValues
}

interface FulfillmentReasons {
  fulfillment_items_claimed: NoValues
  fulfillment_shipped: NoValues
  fulfillment_canceled: NoValues
  no_shipping_method: NoValues
  fulfills_too_many: NoValues
  already_fulfilled: NoValues
  item_not_at_location: { title: string }
  item_out_of_stock: { title: string }
  location_required: NoValues
  option_outside_region: NoValues
  option_requirements: NoValues
}

interface ReturnReasons {
  item_canceled: NoValues
  gift_card_not_returnable: NoValues
  custom_item_not_claimable: NoValues
  returns_too_many: NoValues
  nothing_returnable: NoValues
  return_reason_is_category: NoValues
  return_reason_nested: NoValues
  return_canceled: NoValues
  return_received: NoValues
  claim_canceled: NoValues
  swap_canceled: NoValues
  swap_unconfirmed: NoValues
  swap_return_canceled: NoValues
  part_refunded: NoValues
  part_has_fulfillments: NoValues
  part_has_return: NoValues
  replacement_is_gift_card: NoValues
}

interface EditReasons {
  edit_exists: NoValues
  edit_without_changes: NoValues
  edit_closed: NoValues
  edit_not_paid: NoValues
  line_fulfilled: NoValues
  gift_card_not_editable: NoValues
  total_below_gift_cards: NoValues
}

interface DraftReasons {
  draft_order_completed: NoValues
  variant_without_price: { title: string }
  variant_unavailable: NoValues
  products_outside_channel: { titles: string }
  discount_used_up: { code: string }
  discount_not_started: { code: string }
  discount_expired: { code: string }
  discount_disabled: { code: string }
  discount_for_customers: { code: string }
  discount_outside_region: { code: string }
  discount_unknown: { codes: string }
  gift_card_disabled: NoValues
  gift_card_outside_region: NoValues
  gift_card_expired: NoValues
  gift_card_unknown: { code: string }
}

interface InventoryReasons {
  level_exists: NoValues
  has_reservations: NoValues
  inventory_item_exists: NoValues
  variant_without_inventory_item: NoValues
  nothing_to_reserve: NoValues
  reserves_too_many: NoValues
  not_stocked_at_location: NoValues
  negative_stock: NoValues
}

interface PromotionReasons {
  gift_card_balance_invalid: NoValues
  bought_gift_cards_used: NoValues
  discounts_need_region: { codes: string }
  value_not_whole: NoValues
  percentage_too_large: NoValues
  region_required: NoValues
  fixed_discount_regions: NoValues
  condition_exists: NoValues
  usage_limit_too_small: { count: number }
  dynamic_code_regions: NoValues
  date_too_late: NoValues
  ends_before_start: NoValues
}

interface CatalogueReasons {
  category_has_children: NoValues
  category_below_itself: NoValues
  option_exists: { title: string }
  option_in_use: NoValues
  variant_options_incomplete: NoValues
  variant_option_missing: { title: string }
  variant_exists: { title: string }
  title_required: NoValues
  handle_required: NoValues
  maximum_below_minimum: NoValues
}

interface PeopleReasons {
  email_registered: NoValues
  customer_has_open_business: { parts: readonly OpenBusiness[]; more: number }
  last_administrator: NoValues
  user_exists: NoValues
  user_without_password: NoValues
  token_invalid: NoValues
  invite_missing: NoValues
  administrators_only: NoValues
  other_users_key: NoValues
  other_users_batch_job: NoValues
  scopes_unknown: { scopes: string }
  date_in_past: NoValues
  key_revoked: NoValues
}

interface SettingsReasons {
  url_invalid: NoValues
  url_with_password: NoValues
  url_private: NoValues
  events_unknown: { events: string }
  webhook_disabled: NoValues
  requirement_twice: NoValues
  provider_outside_region: NoValues
  option_rejected_by_provider: NoValues
  price_required: NoValues
  price_not_calculated: NoValues
  last_shipping_profile: NoValues
  currency_added: NoValues
  currency_not_in_store: NoValues
  default_currency: NoValues
  default_sales_channel: NoValues
  country_in_other_region: { country: string }
  tax_rate_out_of_range: NoValues
  app_state_mismatch: NoValues
  app_without_token: NoValues
  app_without_handler: NoValues
  notification_with_token: NoValues
  job_running: NoValues
  batch_job_status: NoValues
}

interface RecordReasons {
  value_exists: { value: string }
  record_in_use: NoValues
  references_missing: NoValues
  value_out_of_range: NoValues
  text_too_long: NoValues
  file_too_large: NoValues
  too_many_files: { maximum: number }
  text_not_storable: NoValues
  date_invalid: NoValues
}

/** The reasons of refusals with the values of their messages. */
export interface RefusalReasons
  extends OrderReasons,
    FulfillmentReasons,
    ReturnReasons,
    EditReasons,
    DraftReasons,
    InventoryReasons,
    PromotionReasons,
    CatalogueReasons,
    PeopleReasons,
    SettingsReasons,
    RecordReasons,
    ImportReasons {}

export type RefusalReason<Name extends keyof RefusalReasons = keyof RefusalReasons> = {
  [Each in Name]: { name: Each } & RefusalReasons[Each]
}[Name]
