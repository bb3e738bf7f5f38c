/** A change of the shop, by one transaction of a user or by one event. */
export interface Change {
  at: Date
  /** The procedure of the user, such as `admin.orders.refund`, or the name of the event. */
  cause: string
  /** Null if a customer or the server made the change. */
  by: { id: string; name: string | null } | null
  /** At most 100 rows. */
  rows: ChangedRow[]
  /** The ids of the rows, and of other resources that the change belongs to, such as the order of a refund. */
  ids: string[]
}

export interface ChangedRow {
  /** The name of the table. */
  entity: string
  id: string
  kind: 'created' | 'updated' | 'deleted'
}

/** A change with the rules for its viewers. */
export interface StoredChange {
  /** A change with a known key was read before. */
  key: string
  change: Change
  /** The callers that may read this admin resource see the change. */
  resource: string
  /** Only this user sees the change. */
  owner_id: string | null
}
