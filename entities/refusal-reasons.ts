import type { ImportReasons } from './catalogue/import-export/import-reasons.ts'
import type { EditStatus } from './orders/order-edit/edit-statuses.ts'
import type { NoValues } from './values/no-values.ts'

/** Something that must end before the shop can erase a customer. */
export interface OpenBusiness {
  kind:
    | 'order'
    | 'return'
    | 'claim'
    | 'swap'
    | 'edit'
    | 'refund'
    | 'draft_order'
    | 'payment'
    | 'cart'
    | 'balance'
    | 'notice'
  /** The number of the order or the draft order, the ID of the payment or the cart, or the kind and currency of a balance. Empty for a notice. */
  reference: string
}

/** Money in the currency of a region. Each value is a count. */
export type RegionMoney = {
  carts: number
  gift_cards: number
  discounts: number
  orders: number
  shipping_options: number
  prices: number
}

/** The reasons of refusals with the values for their texts. */
export interface RefusalReasons extends ImportReasons {
  /* Of long work on the shops of a deployment. */
  shop_task_running: { actor: string }
  shop_task_ended: NoValues
  shop_task_interrupted: NoValues
  shop_already_there: NoValues
  shop_not_active: NoValues
  shop_has_moved: { server: string }
  shop_without_move: NoValues
  servers_are_one: NoValues
  server_silent: { server: string }
  /** The server of the copy does not respond. */
  copy_stays: { server: string; current: string }
  server_not_logical: { server: string }
  server_role_limited: { server: string }
  upload_missing: NoValues
  file_no_shop: NoValues
  file_newer: NoValues
  file_older: NoValues
  file_without_variables: NoValues
  passphrase_wrong: NoValues
  /** Money is in minor units. */
  refund_too_large: { refundable: number; currency_code: string }
  refund_too_small: NoValues
  payment_not_captured: NoValues
  payment_canceled: NoValues
  /** Of a cart. The customer can choose another payment method. */
  payment_declined: NoValues
  order_canceled: NoValues
  order_archived: NoValues
  order_not_completed: NoValues
  order_refunded: NoValues
  order_has_open_parts: { part: 'fulfillments' | 'returns' | 'swaps' | 'claims' }
  order_without_items: NoValues
  order_without_payment: NoValues
  order_not_captured: NoValues
  order_not_exchangeable: NoValues
  order_not_fulfilled: NoValues
  /** Of an order, a claim or a swap, or of its payment or fulfillment. */
  status_transition: { from: string; to: string }
  total_too_large: NoValues
  country_outside_region: NoValues
  nothing_to_send: NoValues
  payment_captured: NoValues
  capture_whole_only: NoValues
  capture_in_progress: NoValues
  capture_too_large: { amount: number; currency_code: string }
  carrier_unknown: NoValues
  too_many_tags: { limit: number }
  too_many_views: { limit: number }
  tracking_url_invalid: NoValues
  document_too_long: { limit: number }
  /** The input has a value that an order keeps. */
  order_part_fixed: NoValues
  payment_without_order: NoValues
  /** The field of a plugin refuses a value, such as the ID of a row that does not exist. */
  field_refused: { field: string }

  fulfillment_items_claimed: NoValues
  fulfillment_shipped: NoValues
  fulfillment_canceled: NoValues
  fulfillment_quantity_too_large: NoValues
  no_shipping_method: NoValues
  no_shipping_method_for_items: { titles: string }
  already_fulfilled: NoValues
  item_not_at_location: { title: string }
  item_out_of_stock: { title: string }
  location_required: NoValues
  option_outside_region: NoValues
  option_requirements: NoValues
  option_for_returns: NoValues
  option_not_for_returns: NoValues
  option_for_administrators: NoValues

  /** The claim or the swap that sent the item is canceled. */
  item_canceled: NoValues
  gift_card_not_returnable: NoValues
  custom_item_not_claimable: NoValues
  claim_quantity_too_large: NoValues
  return_quantity_too_large: NoValues
  received_quantity_too_large: NoValues
  nothing_returnable: NoValues
  return_reason_is_category: NoValues
  return_reason_nested: NoValues
  return_canceled: NoValues
  return_received: NoValues
  claim_canceled: NoValues
  claim_without_items: NoValues
  claim_without_replacement: NoValues
  /** A claim refunds or replaces its items. */
  claim_mixes_types: NoValues
  /** A claim that refunds has no fulfillments. */
  claim_sends_nothing: NoValues
  /** The claim or the swap of a return refunds its items. */
  owner_refunds_return: { owner: 'claim' | 'swap' }
  swap_canceled: NoValues
  swap_unconfirmed: NoValues
  swap_return_canceled: NoValues
  part_refunded: NoValues
  part_has_fulfillments: NoValues
  part_has_return: NoValues
  replacement_is_gift_card: NoValues

  edit_exists: NoValues
  edit_without_changes: NoValues
  edit_not_paid: NoValues
  order_edit_status: { status: EditStatus }
  line_fulfilled: NoValues
  gift_card_not_editable: NoValues
  total_below_gift_cards: NoValues

  draft_order_completed: NoValues
  payment_link_invalid: NoValues
  /** The customer owes nothing. */
  nothing_due: NoValues
  swap_confirmed: NoValues
  notification_without_preview: NoValues
  total_changed: NoValues
  customer_missing: NoValues
  sales_channel_disabled: { channel: string }
  variant_without_price: { title: string }
  variant_unavailable: { ids: string }
  products_outside_channel: { titles: string }
  tax_of_product: NoValues
  /** Of goods that were counted. */
  stock_changed: { titles: string }
  stock_not_counted: NoValues
  counted_twice: NoValues
  tax_rate_outside_region: NoValues
  /** Lines of a cart whose product is deleted, a draft, or not in the sales channel. */
  products_not_sold: { titles: string }
  shipping_missing: { titles: string }
  option_not_offered: NoValues
  /** The names of chosen options. */
  shipping_not_offered: { names: string }
  region_holds_money: RegionMoney
  /** The codes of the currencies. */
  order_in_other_currency: { region: string; order: string }
  discount_used_up: { code: string }
  discount_used_by_customer: { code: string }
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

  inventory_disabled: NoValues
  level_exists: NoValues
  has_reservations: NoValues
  inventory_item_exists: NoValues
  variant_without_inventory_item: NoValues
  line_without_variant: NoValues
  line_not_open: NoValues
  nothing_to_reserve: NoValues
  reservation_quantity_too_large: NoValues
  not_stocked_at_location: NoValues
  negative_stock: NoValues
  stock_at_locations: NoValues

  gift_card_balance_invalid: NoValues
  bought_gift_cards_used: NoValues
  balance_kind_unknown: { kind: string }
  balance_currency_required: NoValues
  balance_without_currency: NoValues
  balance_of_guest: NoValues
  balance_without_limit: NoValues
  /** Minor units, or units of the kind. */
  balance_too_low: { available: number; currency_code: string | null }
  balance_below_limit: { owed: number; currency_code: string | null }
  balance_of_other_customer: NoValues
  balance_in_swap: NoValues
  balance_chosen_twice: NoValues
  balance_of_units: NoValues
  payment_method_unavailable: { provider: string }
  split_in_swap: NoValues
  split_provider_twice: NoValues
  split_without_rest: NoValues
  /** In minor units. */
  split_too_large: { due: number; currency_code: string }
  split_canceled: NoValues
  discounts_need_region: { codes: string }
  value_not_whole: NoValues
  percentage_too_large: NoValues
  free_shipping_tiers: NoValues
  tiers_not_rising: NoValues
  buy_get_type: NoValues
  buy_get_minimum: NoValues
  buy_get_incomplete: NoValues
  buy_get_amount_once: NoValues
  buy_get_fixed: NoValues
  budget_repeated: NoValues
  region_required: NoValues
  fixed_discount_regions: NoValues
  amount_in_several_currencies: { currencies: string }
  condition_exists: NoValues
  condition_empty: NoValues
  condition_types_mixed: NoValues
  discount_not_dynamic: NoValues
  automatic_with_codes: NoValues
  usage_limit_too_small: { count: number }
  dynamic_code_regions: NoValues
  date_too_late: NoValues
  ends_before_start: NoValues

  category_has_children: NoValues
  category_below_itself: NoValues
  option_exists: { title: string }
  option_in_use: NoValues
  /** The number of options of the product, and of values of the variant. */
  variant_options_incomplete: { product: number; variant: number }
  variant_option_missing: { title: string }
  variant_exists: { title: string }
  title_required: NoValues
  handle_required: NoValues
  maximum_below_minimum: NoValues

  customer_has_account: NoValues
  customer_has_open_business: { parts: readonly OpenBusiness[]; more: number }
  last_administrator: NoValues
  user_exists: NoValues
  user_without_password: NoValues
  token_invalid: NoValues
  /** The password is right. The user can also log in with a passkey if it has one. */
  second_factor_required: { has_passkey: boolean }
  /** The password is right, and the person has a second factor in the deployment. */
  person_code_required: NoValues
  second_factor_wrong: NoValues
  second_factor_missing: NoValues
  /** The store requires a second factor, and this is the last one. */
  second_factor_last: NoValues
  password_wrong: NoValues
  passkey_refused: NoValues
  passkey_exists: NoValues
  passkey_needs_host_name: NoValues
  own_second_factor: NoValues
  invite_missing: NoValues
  administrators_only: NoValues
  not_in_role: { role: string; scope: string }
  rights_not_held: { scopes: string }
  role_fixed: { role: string }
  role_exists: NoValues
  role_unknown: { role: string }
  role_in_use: { users: number; invites: number }

  origin_blocked: NoValues

  other_users_key: NoValues
  scopes_unknown: { scopes: string }
  date_in_past: NoValues
  key_revoked: NoValues

  duplicate_requirement: NoValues
  provider_outside_region: NoValues
  provider_not_installed: { provider: string }
  saved_method_fixed: { provider: string }
  /** The answer of a provider is late, an error or not valid. */
  provider_failed: NoValues
  option_rejected_by_provider: NoValues
  price_required: NoValues
  price_not_calculated: NoValues
  last_shipping_profile: NoValues
  currency_added: NoValues
  currency_not_in_store: NoValues
  language_invalid: NoValues
  language_repeated: NoValues
  default_language: { language: string }
  language_fallback_invalid: { from: string; to: string }
  /** The languages of the store that take translations. */
  language_not_in_store: { language: string; languages: string }
  text_not_translatable: { column: string; columns: string }
  text_required: { column: string }
  default_currency: NoValues
  default_sales_channel: NoValues
  country_in_other_region: { country: string }
  country_repeated: NoValues
  provider_without_method: NoValues
  tax_rate_out_of_range: NoValues

  url_invalid: NoValues
  url_with_password: NoValues
  url_private: NoValues
  events_unknown: { events: string }
  webhook_disabled: NoValues
  app_state_mismatch: { app: string }
  app_without_token: { app: string }
  app_without_handler: { app: string }
  app_not_installable: { app: string }
  notification_with_token: NoValues

  job_running: NoValues
  batch_job_status: { status: string }
  other_users_batch_job: NoValues

  restore_expired: { days: number }
  restore_needs_other: NoValues

  /** The value of one column. */
  value_exists: { field: string; value: string }
  /** A combination of several values exists. */
  record_exists: NoValues
  record_in_use: NoValues
  references_missing: NoValues
  entry_missing: NoValues
  value_required: NoValues
  value_out_of_range: NoValues
  value_not_allowed: NoValues
  text_too_long: NoValues
  text_not_storable: NoValues
  date_invalid: NoValues

  request_too_large: NoValues
  request_too_slow: NoValues
  too_many_entries: { maximum: number }
  upload_incomplete: NoValues
  /** In bytes. */
  file_too_large: { maximum: number }
  storage_full: NoValues
  file_not_a_picture: { file: string }
  too_many_files: { maximum: number }
}

export type RefusalReason<Name extends keyof RefusalReasons = keyof RefusalReasons> = {
  [Each in Name]: { name: Each } & RefusalReasons[Each]
}[Name]
