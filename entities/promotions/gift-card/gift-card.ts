import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  alive,
  amount,
  double,
  flag,
  id,
  notPersonal,
  personalMetadata,
  softDelete,
  timestamps,
} from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { Order } from '#entities/orders/order/order.ts'
import { assertGiftCardUsable } from './usable-gift-card.ts'

const GiftCardSchema = defineEntity({
  name: 'GiftCard',
  tableName: 'gift_card',
  properties: {
    id: id('gift'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    code: notPersonal(p.text().unique()),
    value: amount(),
    /** Between 0 and `value`. */
    balance: amount(),
    /** The sum of all manual changes of the balance. `balance` = `value` + `balance_correction` - payments. */
    balance_correction: amount().onCreate(() => 0),
    region_id: p.text(),
    order_id: p.text().nullable(),
    is_disabled: flag(false),
    ends_at: p.datetime(3).nullable(),
    /** Percent. Null if the region does not tax gift cards. */
    tax_rate: double().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
  },
  filters: alive,
})

export class GiftCard extends GiftCardSchema.class {
  assertUsable(use: { now: Date; region_id: string }): void {
    assertGiftCardUsable(this, use)
  }

  /** Refunds a payment to the card. The balance never exceeds `value`; the excess is subtracted from `balance_correction`. */
  restore(amount: number): void {
    const restored = Math.min(amount, this.value - this.balance)
    this.is_disabled = this.is_disabled && this.balance > 0
    this.balance += restored
    this.balance_correction -= amount - restored
  }

  correctBalance(balance: number): void {
    if (balance < 0 || balance > this.value)
      throw new InvalidData('new balance is invalid').about('balance').because({ name: 'gift_card_balance_invalid' })
    this.balance_correction += balance - this.balance
    this.balance = balance
  }

  isUsed(): boolean {
    return this.balance < this.value
  }
}
GiftCardSchema.setClass(GiftCard)
