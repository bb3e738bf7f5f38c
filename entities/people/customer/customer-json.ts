/** Writes a row of `customer` as JSON with the fields of plugins, and without the password and the hash of its token. */
export const customerJsonSql = (row: string): string => `to_jsonb(${row}) - 'password_hash' - 'kept_token_hash'`
