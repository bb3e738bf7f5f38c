import { AFTER_SALE_INVARIANTS } from './after-sale-invariants.ts'
import { CHECKOUT_INVARIANTS } from './checkout-invariants.ts'
import { EDIT_INVARIANTS } from './edit-invariants.ts'
import type { Invariant } from './invariant.ts'
import { INVENTORY_INVARIANTS } from './inventory-invariants.ts'
import { MONEY_INVARIANTS } from './money-invariants.ts'
import { ORDER_STOCK_INVARIANTS } from './order-stock-invariants.ts'
import { SALES_INVARIANTS } from './sales-invariants.ts'
import { STATUS_INVARIANTS } from './status-invariants.ts'
import { SWAP_INVARIANTS } from './swap-invariants.ts'
import { TERMS_INVARIANTS } from './terms-invariants.ts'
import { WORK_INVARIANTS } from './work-invariants.ts'

export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...CHECKOUT_INVARIANTS,
  ...INVENTORY_INVARIANTS,
  ...MONEY_INVARIANTS,
  ...AFTER_SALE_INVARIANTS,
  ...EDIT_INVARIANTS,
  ...SWAP_INVARIANTS,
  ...TERMS_INVARIANTS,
  ...ORDER_STOCK_INVARIANTS,
  ...STATUS_INVARIANTS,
  ...WORK_INVARIANTS,
  ...SALES_INVARIANTS,
}
