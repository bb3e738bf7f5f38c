import { p } from '@mikro-orm/postgresql'

/** The columns of a row whose customer can pay by a link. */
export const paymentLinkColumns = () => ({
  /** Signs the payment links of the row. Null after they are revoked. */
  payment_link_key: p.text().nullable().hidden(),
  payment_link_expires_at: p.datetime(3).nullable(),
})

export interface LinkedRow {
  payment_link_key?: string | null
  payment_link_expires_at?: Date | null
}

/** Makes all payment links of the row invalid. */
export function revokeLinks(row: LinkedRow): void {
  row.payment_link_key = null
  row.payment_link_expires_at = null
}
