import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { InvalidData } from '#entities/errors.ts'
import { type CellFault, cellFault } from '#entities/platform/batch-job/line-faults.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import type { OldAddress } from '../customers/old-customer.ts'
import type { OldProgram } from '../old-program.ts'
import { filled } from '../reading/cells.ts'
import type { OldDialect } from '../reading/open-old-file.ts'
import { readAmount } from '../reading/read-amount.ts'
import { readTime } from '../reading/read-time.ts'
import type { OrderLayout } from './group-rows.ts'
import type { PastOrderStatus } from './past-order.ts'
import type { PastOrderDetails, PastOrderItem } from './past-order-parts.ts'

export interface OldOrder {
  email: string
  placed_at: string | null
  canceled_at: string | null
  status: PastOrderStatus | null
  old_status: string
  currency_code: string
  subtotal: number | null
  discount_total: number | null
  shipping_total: number | null
  tax_total: number | null
  total: number | null
  refunded_total: number | null
  items: PastOrderItem[]
  billing_address: OldAddress
  shipping_address: OldAddress
  paid_at: string | null
  details: Omit<PastOrderDetails, 'paid_at'>
}

export interface OrderDialect extends OldDialect, OrderLayout {
  source: OldProgram
  currencyTitles: readonly string[]
  /** Reads all rows of one order. */
  readOrder(rows: readonly ForeignRow[], cells: OrderCells): OldOrder
}

const TOO_LARGE = new InvalidData('is too large').because({ name: 'cell_not_valid' })

/** Reads cells of one order, and collects their faults. */
export class OrderCells {
  readonly faults: CellFault[] = []
  readonly #digits: number

  constructor(digits: number) {
    this.#digits = digits
  }

  amount(row: ForeignRow, ...titles: string[]): number | null {
    return this.amountOf(filled(row, ...titles), titles[0] ?? '')
  }

  /** `title` names the column of a fault. */
  amountOf(text: string, title: string): number | null {
    return this.#read(title, () => readAmount(text, this.#digits))
  }

  time(row: ForeignRow, ...titles: string[]): string | null {
    return this.#read(titles[0] ?? '', () => readTime(filled(row, ...titles)))
  }

  /** 1 for an empty cell. */
  quantityOf(text: string, title: string): number {
    const quantity = text === '' ? 1 : Number(text.replace(',', '.'))
    if (Number.isFinite(quantity)) return quantity
    this.refuse(title, new InvalidData('must be a number').because({ name: 'cell_not_a_number' }))
    return 1
  }

  /** The price of all units, in minor units. `title` names the column of a fault. */
  totalOf(price: number | null, quantity: number, title: string): number | null {
    if (price === null) return null
    const total = Math.round(price * quantity)
    if (Math.abs(total) <= MAX_AMOUNT) return total
    this.refuse(title, TOO_LARGE)
    return null
  }

  refuse(title: string, problem: InvalidData): void {
    this.faults.push(cellFault(title, problem))
  }

  #read<Value>(title: string, read: () => Value): Value | null {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      this.refuse(title, error)
      return null
    }
  }
}
