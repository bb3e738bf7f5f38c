import type { DiscountedGoods } from './discount.ts'
import { roundedShare } from './exact.ts'
import { type Money, netOf } from './price.ts'

/** A line that the customer has bought, and what happened to its units. */
export class LedgerLine {
  id: string
  readonly label: string
  readonly variant: string
  goods: DiscountedGoods
  money: Money
  /** The part of a second discount. */
  second = 0
  fulfilled = 0
  shipped = 0
  /** Units that came back. */
  received = 0
  /** Units that are claimed, returned or swapped, also before the shop has received them. */
  covered = 0
  /** The agreed value of the covered units. */
  credited = 0

  constructor(line: Pick<LedgerLine, 'id' | 'label' | 'variant' | 'goods' | 'money'>) {
    this.id = line.id
    this.label = line.label
    this.variant = line.variant
    this.goods = line.goods
    this.money = line.money
  }

  /** A line whose discount was rounded to nothing has none in later edits. */
  price(money: Money): void {
    this.money = money
    if (this.discount === 0) this.goods = { ...this.goods, allowsDiscounts: false }
  }

  /** The first discount, without the rebate. */
  get discount(): number {
    return this.money.discount - this.goods.rebate - this.second
  }

  /** Each unit keeps its rebate, and half a minor unit rounds up. No line costs less than nothing. */
  changeQuantity(quantity: number): void {
    const goods = { ...this.goods, quantity }
    const rebate = Math.min(netOf(goods), roundedShare(goods.rebate, quantity, this.quantity))
    this.goods = { ...goods, rebate }
  }

  get quantity(): number {
    return this.goods.quantity
  }

  get coverable(): number {
    return this.fulfilled - this.covered
  }

  /** The value of `quantity` more units, so that all units add up to the paid price of the line. */
  valueOf(quantity: number): number {
    const worth = roundedShare(this.money.total, this.covered + quantity, this.quantity)
    return Math.max(0, Math.min(worth, this.money.total) - this.credited)
  }

  /** The part of the discount that `quantity` more units have. */
  discountOf(quantity: number): number {
    const upTo = (units: number) => roundedShare(this.discount, units, this.quantity)
    return upTo(this.covered + quantity) - upTo(this.covered)
  }

  cover(quantity: number, credit: number): void {
    this.covered += quantity
    this.credited += credit
  }
}
