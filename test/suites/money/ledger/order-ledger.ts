import {
  type DiscountTerms,
  discountableOf,
  discountOf,
  isDiscounted,
  isShared,
  priceGoods,
  sharedAmount,
} from './discount.ts'
import { roundedShare, total, WHOLE } from './exact.ts'
import type { LedgerLine } from './ledger-line.ts'
import type { Money } from './price.ts'

export interface LedgerPayment {
  amount: number
  isCaptured: boolean
  isOfSwap: boolean
  refunded: number
  /** Set for a payment with the order. */
  provider?: string
  /** Set for a payment by a balance. */
  tender?: LedgerTender
}

export interface LedgerTender {
  kind: string
  isRefundedFirst: boolean
  /** The units that the payment took, and the units that refunds returned. */
  units: number
  returned: number
}

/** `value` is hundredths of a percent. */
export interface SecondDiscount {
  value: number
}

/** Everything that was agreed with the customer of one order, and what both sides owe. Reads no price list of the shop. */
export class OrderLedger {
  discount: DiscountTerms | null
  /** Combines with the first one. A percentage of all goods, with its budget. */
  second: SecondDiscount | null
  readonly shipping: Money
  lines: LedgerLine[] = []
  /** Lines that claims and swaps have sent. */
  sentLines: LedgerLine[] = []
  payments: LedgerPayment[] = []
  /** What gift cards paid when the order was placed. Their rate is in hundredths of a percent. */
  spent: { paid: number; rate: number | null } = { paid: 0, rate: null }
  refunded = 0
  /** The part of the refunds that paid back an excess. A later edit can make the customer owe it again. */
  paidBack = 0
  /** The value of unpaid goods that came back. The customer does not owe it. */
  settled = 0
  /** The refunds that went to a balance instead of the payments, by its kind. */
  credits = new Map<string, number>()
  isCanceled = false
  wasCaptured = false
  hasCanceledFulfillment = false
  isEdited = false

  constructor({ discount, second, shipping }: Pick<OrderLedger, 'discount' | 'second' | 'shipping'>) {
    this.discount = discount
    this.second = second
    this.shipping = shipping
  }

  /** A discount that gave nothing is not part of the sale. */
  agree(): void {
    for (const line of this.lines) line.price(line.money)
    if (this.lines.every(({ discount }) => discount === 0)) this.discount = null
    if (this.lines.every(({ second }) => second === 0)) this.second = null
  }

  get allLines(): LedgerLine[] {
    return [...this.lines, ...this.sentLines]
  }

  get goods(): Money {
    const sum = (part: keyof Money) => total(this.lines.map(({ money }) => money[part]))
    return { net: sum('net'), discount: sum('discount'), tax: sum('tax'), total: sum('total') }
  }

  /** Goods and shipping, before gift cards. */
  get purchase(): Money {
    const { goods, shipping } = this
    return {
      net: goods.net + shipping.net,
      discount: goods.discount,
      tax: goods.tax + shipping.tax,
      total: goods.total + shipping.total,
    }
  }

  /** What gift cards pay, and the tax that they save: never more than the tax of the purchase. */
  get card(): { paid: number; tax: number } {
    const { paid, rate } = this.spent
    return { paid, tax: rate === null ? 0 : Math.min(this.purchase.tax, roundedShare(paid, rate, WHOLE)) }
  }

  /** The units that a balance has lost by the order. */
  takenUnits(kind: string): number {
    const tenders = this.payments.flatMap(({ tender }) => (tender?.kind === kind ? [tender] : []))
    return total(tenders.map(({ units, returned }) => units - returned)) - (this.credits.get(kind) ?? 0)
  }

  /** What the customer owes in money. */
  get due(): number {
    return this.purchase.total - this.card.paid - this.card.tax
  }

  get paid(): number {
    return this.isCanceled ? this.captured : total(this.payments.map(({ amount }) => amount))
  }

  get captured(): number {
    return total(this.payments.filter(({ isCaptured }) => isCaptured).map(({ amount }) => amount))
  }

  /** Whether the shop has taken the money of all payments, and nothing is free only until its edit is paid. */
  get isCaptured(): boolean {
    const isPaid = this.payments.length > 0 || this.outstanding <= 0
    return this.wasCaptured && isPaid && this.payments.every(({ isCaptured }) => isCaptured)
  }

  /** Money of the customer that the shop still has. */
  get kept(): number {
    return this.captured - this.refunded
  }

  /** Whether the customer got all money back. */
  get isRefunded(): boolean {
    return this.captured > 0 && this.kept <= 0
  }

  /** What the customer still owes. Negative if the shop owes. Swaps and refunds of items settle themselves. */
  get outstanding(): number {
    return this.cost - total(this.orderPayments(() => true))
  }

  /** The order without the goods that came back unpaid, and with the excess that was paid back. */
  get cost(): number {
    return this.due + this.paidBack - this.settled
  }

  /** What the shop owes because an edit lowered the order after its capture. */
  get excess(): number {
    return Math.max(0, total(this.orderPayments((one) => one.isCaptured)) - this.cost)
  }

  /** What the customer owes, or, if negative, what the shop owes. */
  get difference(): number {
    if (this.isCanceled) return 0
    return this.outstanding > 0 ? this.outstanding : 0 - this.excess
  }

  /** Captures the owed amount, and never more than the customer has authorized. */
  capture(): void {
    let owed = Math.max(0, this.cost - total(this.orderPayments((one) => one.isCaptured)))
    for (const payment of this.payments) {
      if (payment.isCaptured || payment.isOfSwap) continue
      payment.amount = Math.min(payment.amount, owed)
      payment.isCaptured = true
      owed -= payment.amount
    }
    this.wasCaptured = this.payments.length > 0 || this.outstanding <= 0
  }

  /** An order that was captured because it cost nothing awaits a payment once an edit made it cost something. */
  endEdit(): void {
    if (this.payments.length === 0 && this.outstanding > 0) this.wasCaptured = false
  }

  private orderPayments(isWanted: (payment: LedgerPayment) => boolean): number[] {
    return this.payments.filter((one) => !one.isOfSwap && isWanted(one)).map(({ amount }) => amount)
  }

  /** What the customer owes. Goods that come back settle it before anything is refunded. */
  get debt(): number {
    return Math.max(0, this.outstanding)
  }

  /** Settles the debt with the value of goods. Returns the rest. */
  settle(value: number): number {
    const amount = Math.min(value, this.debt)
    this.settled += amount
    return value - amount
  }

  /** A refund for returned, claimed or swapped items. */
  refund(amount: number, creditedKind?: string): void {
    this.refunded += amount
    let rest = amount
    for (const payment of this.refundOrder()) {
      const share = Math.min(rest, payment.amount - payment.refunded)
      const before = returnedUnits(payment)
      payment.refunded += share
      rest -= share
      if (payment.tender && !creditedKind) payment.tender.returned += returnedUnits(payment) - before
    }
    if (creditedKind) this.credits.set(creditedKind, (this.credits.get(creditedKind) ?? 0) + amount)
  }

  private refundOrder(): LedgerPayment[] {
    const captured = this.payments.filter(({ isCaptured }) => isCaptured)
    return [
      ...captured.filter(({ tender }) => tender?.isRefundedFirst),
      ...captured.filter(({ tender }) => !tender),
      ...captured.filter(({ tender }) => tender && !tender.isRefundedFirst),
    ]
  }

  /** A refund without items pays back an excess first. The rest is a gift. */
  give(amount: number, creditedKind?: string): void {
    this.paidBack += Math.min(amount, this.excess)
    this.refund(amount, creditedKind)
  }

  /** Refunds all money and restores all gift cards. */
  cancel(): void {
    this.refund(this.kept)
    this.isCanceled = true
  }

  /** The agreed price of a line, or null if it shares its discount with other lines. */
  priceOf(goods: LedgerLine['goods']): Money | null {
    const { discount } = this
    if (discount && isShared(discount) && isDiscounted(discount, goods)) return null
    return priceGoods(goods, discount ? discountOf(discount, goods) : 0)
  }

  /** The amount that the lines share, and the part of each line. Null if they share nothing. */
  get sharing() {
    const { discount, lines, isEdited } = this
    if (!discount || !isShared(discount)) return null
    const shares = lines.map(({ goods, discount: share }) => ({
      net: discountableOf(goods),
      share,
      isDiscounted: isDiscounted(discount, goods),
    }))
    // Fulfilled goods keep their parts, so the other lines share the rest.
    const fixed = isEdited ? total(lines.filter(({ fulfilled }) => fulfilled > 0).map((line) => line.discount)) : 0
    const open = lines.filter(({ fulfilled }) => !isEdited || fulfilled === 0).map(({ goods }) => goods)
    const amount = fixed + sharedAmount({ ...discount, value: Math.max(0, discount.value - fixed) }, open)
    return { amount, shares }
  }

  get paymentStatus(): readonly string[] {
    if (this.isCanceled) return ['canceled']
    if (this.payments.some(({ isCaptured }) => !isCaptured)) return ['awaiting']
    // Goods that were added and not paid.
    if (this.outstanding > 0) return ['awaiting']
    if (this.payments.length === 0) return [this.wasCaptured ? 'captured' : 'awaiting']
    if (this.refunded > 0) return [this.refunded < this.captured ? 'partially_refunded' : 'refunded']
    return ['captured']
  }

  get fulfillmentStatus(): readonly string[] {
    if (this.isCanceled) return ['canceled']
    const { lines } = this
    const every = (part: 'received' | 'shipped' | 'fulfilled') => lines.every((line) => line[part] >= line.quantity)
    const some = (part: 'received' | 'shipped' | 'fulfilled') => lines.some((line) => line[part] > 0)
    if (some('received')) return [every('received') ? 'returned' : 'partially_returned']
    if (some('shipped')) return [every('shipped') ? 'shipped' : 'partially_shipped']
    if (some('fulfilled')) return [every('fulfilled') ? 'fulfilled' : 'partially_fulfilled']
    return this.hasCanceledFulfillment ? ['not_fulfilled', 'canceled'] : ['not_fulfilled']
  }
}

/** The units for the refunded part of a payment, rounded down. All refunds together return all units. */
const returnedUnits = ({ amount, refunded, tender }: LedgerPayment): number =>
  tender ? Number((BigInt(tender.units) * BigInt(refunded)) / BigInt(amount)) : 0
