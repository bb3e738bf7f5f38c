/** Columns whose values the audit log never contains. The log only reports that they changed. */
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

/** Admin resource that an API key must be able to read to see the changes of a table. */
export const RESOURCE_OF_TABLE: Readonly<Record<string, string>> = {
  api_key: 'apiKeys',
  invite: 'invites',
  session: 'auth',
  user: 'users',
}

/** Tables whose changes are not audited, because their rows repeat or support audited changes. */
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
