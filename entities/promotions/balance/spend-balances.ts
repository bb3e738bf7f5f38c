/** A balance that the customer of a cart has chosen to pay with. */
export interface SpendableBalance {
  account_id: string
  kind: string
  /** The units that may be spent. */
  units: number
  /** The minor units that one unit pays. */
  worth: number
  /** At most this amount is spent, in minor units. Null: no maximum. */
  max_amount: number | null
}

/** The part of a total that a balance pays. */
export interface TenderShare {
  account_id: string
  kind: string
  units: number
  /** In minor units. */
  amount: number
}

export interface SpentBalances {
  tenders: readonly TenderShare[]
  /** The rest for a payment provider, in minor units. */
  due: number
}

const NO_TENDERS: readonly TenderShare[] = []

/** Spends the balances in their order. Only whole units pay. The amounts and `due` add up to `total`. */
export function spendBalances(balances: readonly SpendableBalance[], total: number): SpentBalances {
  if (balances.length === 0) return { tenders: NO_TENDERS, due: total }
  let due = total
  const tenders: TenderShare[] = []
  for (const { account_id, kind, units: spendable, worth, max_amount } of balances) {
    const units = Math.min(spendable, Math.floor(Math.min(due, max_amount ?? due) / worth))
    if (units <= 0) continue
    tenders.push({ account_id, kind, units, amount: units * worth })
    due -= units * worth
  }
  return { tenders, due }
}

/** Returns the units of a refund. All refunds of a payment together return exactly its units. */
export function unitsOfRefund({
  units,
  amount,
  before,
  after,
}: {
  /** Of the payment. */
  units: number
  /** Of the payment, in minor units. */
  amount: number
  /** The refunded amount before and after the refund. */
  before: number
  after: number
}): number {
  // The product can exceed the safe integers.
  const returned = (refunded: number) => (BigInt(units) * BigInt(refunded)) / BigInt(amount)
  return Number(returned(after) - returned(before))
}
