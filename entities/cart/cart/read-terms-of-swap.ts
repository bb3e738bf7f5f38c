import { jsonListSql } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import type { SoldLine } from '../pricing/agreed-terms.ts'

interface TermsOfSwap {
  sold_lines: SoldLine[]
  agreed: { discount_id: string; value: number; allocation: DiscountSnapshot['agreed_allocation'] }[]
}

/** Reads the lines of the order of a swap, and the stored terms of its discounts, for the cart of the swap. */
export const readTermsOfSwap = statement<TermsOfSwap, [cart_id: string]>(`
  select
    ${jsonListSql(`
      select sold.unit_price, sold.quantity, sold.includes_tax, v.product_id,
        ${jsonListSql('select amount, discount_id, plugin from line_item_adjustment where item_id = sold.id order by id')} as adjustments,
        ${jsonListSql('select rate from line_item_tax_line where item_id = sold.id order by id')} as tax_lines
      from line_item sold left join product_variant v on v.id = sold.variant_id
      where sold.order_id = s.order_id order by sold.created_at, sold.id`)} as sold_lines,
    ${jsonListSql('select discount_id, value, allocation from agreed_discount where order_id = s.order_id')} as agreed
  from swap s where s.cart_id = $1`)
