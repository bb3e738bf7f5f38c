/**
 * The audit log records that these columns and all hidden columns changed, but not their values. Provider data may
 * contain secrets or personal data.
 */
export const SECRET_COLUMNS = [
  'fulfillment.data',
  'notification.data',
  'oauth.data',
  'payment.data',
  'payment_attempt.data',
  'payment_collection_session.data',
  'payment_session.data',
] as const

/** Changes of these tables are visible only to callers that may read the resource. */
export const RESOURCE_OF_TABLE: Readonly<Record<string, string>> = {
  api_key: 'apiKeys',
  invite: 'invites',
  role: 'roles',
  session: 'auth',
  user: 'users',
}

/** These tables only repeat or support changes of audited tables. */
export const UNAUDITED_TABLES = [
  'audit_log',
  'catalogue_change',
  'daily_sale',
  'daily_tax',
  'deleted_cart',
  'deleted_row',
  'deleted_row_part',
  'event',
  'event_outbox',
  'event_subscription',
  'idempotency_key',
  'imported_change',
  'imported_customer',
  'imported_product',
  'language_chain',
  'past_order',
  'price_period',
  'product_option_texts',
  'product_search',
  'product_title',
  'quarter_hour_sale',
  'remote_picture',
  'row_count',
  'sale',
  'sales_calendar',
  'schema_migration',
  'settings_version',
  'tax_change',
  'tax_entry',
  'translated_text',
  'upload',
  'variant_sale',
  'variant_sale_total',
  'visit_day',
  'visitor',
] as const
