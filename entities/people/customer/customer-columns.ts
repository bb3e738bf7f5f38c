export const CUSTOMER_COLUMNS =
  'id, created_at, updated_at, deleted_at, metadata, email, first_name, last_name, phone, has_account, billing_address_id'
