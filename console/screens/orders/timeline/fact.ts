export type FactKind = 'order' | 'money' | 'stock' | 'return' | 'edit' | 'mail' | 'note' | 'canceled'

/** Something that happened to an order. */
export interface Fact {
  kind: FactKind
  at: Date
  text: string
  /** The ID of the changed row, which the audit log contains. */
  row: string
  detail?: string | undefined
  /** The name of the user. */
  by?: string | undefined
}

/** Returns one fact, or no fact if `at` is empty. */
export const fact = (at: Date | null | undefined, values: Omit<Fact, 'at'>): Fact[] => (at ? [{ at, ...values }] : [])
