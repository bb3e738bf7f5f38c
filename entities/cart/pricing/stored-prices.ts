import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { SpentGiftCard } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import type { AdjustmentSnapshot, CartSnapshot } from '../cart/read-cart.ts'

interface StoredPricesRow {
  adjustments: AdjustmentSnapshot[]
  tax_lines: (TaxLine & { item_id: string })[]
  shipping_tax_lines: (TaxLine & { shipping_method_id: string })[]
  gift_card_transactions: (SpentGiftCard & { cart_id: string })[]
  payments: (CartSnapshot['payments'][number] & { cart_id: string })[]
}

export async function addStoredPrices(em: EntityManager, carts: readonly CartSnapshot[]): Promise<void> {
  const completed = carts.filter((cart) => cart.completed_at !== null)
  if (completed.length === 0) return
  const [prices] = await selectStoredPrices(
    em,
    completed.map((cart) => cart.id),
  )
  const { adjustments, tax_lines, shipping_tax_lines, gift_card_transactions, payments } =
    fromJson<StoredPricesRow>(prices)
  for (const cart of completed) {
    const { items, shipping_methods } = cart
    cart.gift_card_transactions = gift_card_transactions.filter(({ cart_id }) => cart_id === cart.id)
    cart.payments = payments.filter(({ cart_id }) => cart_id === cart.id)
    for (const item of items) {
      item.adjustments = adjustments.filter(({ item_id }) => item_id === item.id)
      item.tax_lines = tax_lines.filter(({ item_id }) => item_id === item.id)
    }
    for (const method of shipping_methods)
      method.tax_lines = shipping_tax_lines.filter(({ shipping_method_id }) => shipping_method_id === method.id)
  }
}

const selectOfLinesSql = (table: string) =>
  jsonListSql(
    `select t.* from ${table} t join line_item li on li.id = t.item_id where li.cart_id = any($1::text[]) order by t.id`,
  )

const selectStoredPrices = statement<StoredPricesRow>(`
  select ${selectOfLinesSql('line_item_adjustment')} as adjustments, ${selectOfLinesSql('line_item_tax_line')} as tax_lines,
    ${jsonListSql(`select t.* from shipping_method_tax_line t join shipping_method sm on sm.id = t.shipping_method_id
      where sm.cart_id = any($1::text[]) order by t.id`)} as shipping_tax_lines,
    ${jsonListSql(`select t.*, o.cart_id from gift_card_transaction t join "order" o on o.id = t.order_id
      where o.cart_id = any($1::text[]) order by t.created_at, t.id`)} as gift_card_transactions,
    ${jsonListSql('select cart_id, amount, amount_refunded, canceled_at from payment where cart_id = any($1::text[])')} as payments`)
