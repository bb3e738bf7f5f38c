/** The audit log reports that such a column changed, without its values. */
export const SECRET_COLUMNS = [
  'user.password_hash',
  'user.api_token',
  'customer.password_hash',
  'customer.kept_token_hash',
  'webhook.secret',
  'api_key.secret_hash',
  // Data of providers, which may contain secrets or personal data.
  'fulfillment.data',
  'notification.data',
  'oauth.data',
  'payment.data',
  'payment_attempt.data',
  'payment_collection_session.data',
  'payment_session.data',
] as const

/** An API key must be able to read this resource to see the changes of the table. */
export const RESOURCE_OF_TABLE: Readonly<Record<string, string>> = {
  api_key: 'apiKeys',
  invite: 'invites',
  session: 'auth',
  user: 'users',
}

/** Changes of these tables are not recorded. Their rows repeat or serve recorded changes. */
export const UNAUDITED_TABLES = [
  'audit_log',
  'event',
  'event_outbox',
  'idempotency_key',
  'product_search',
  'row_count',
  'schema_migration',
  'settings_version',
] as const
