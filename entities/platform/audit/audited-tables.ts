/** What no entry of the audit log tells: that a column of these changed is told, its values are not. */
export const SECRET_COLUMNS = [
  'user.password_hash',
  'user.api_token',
  'customer.password_hash',
  'customer.kept_token_hash',
  'webhook.secret',
  'api_key.secret_hash',
  // What providers are told and tell, and what people were.
  'fulfillment.data',
  'notification.data',
  'oauth.data',
  'payment.data',
  'payment_attempt.data',
  'payment_collection_session.data',
  'payment_session.data',
] as const

/**
 * The resource of the administration that an API key must be able to read to see the changes of a table, in the entries of
 * other resources too.
 */
export const RESOURCE_OF_TABLE: Readonly<Record<string, string>> = {
  api_key: 'apiKeys',
  invite: 'invites',
  session: 'auth',
  user: 'users',
}

/** The tables that no entry tells of: each only says again, or serves, what is told already. */
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
