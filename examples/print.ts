import { currencyDecimals } from 'cartwright/client'

export const shopUrl = (): string => process.argv[2] ?? process.env.SHOP_URL ?? 'http://127.0.0.1:9000'

interface PlacedOrder {
  display_id: number
  email: string
  currency_code: string
  items: { title: string; description?: string | null; quantity: number; subtotal?: number | null }[]
  subtotal?: number
  discount_total?: number
  shipping_total?: number
  tax_total?: number | null
  gift_card_total?: number
  total?: number
}

export function printOrder({ currency_code, items, ...order }: PlacedOrder): void {
  const row = (name: string, amount: number | null | undefined) =>
    console.log(`${name.padEnd(44)}${money(amount ?? 0, currency_code).padStart(12)}`)
  console.log(`\nOrder #${order.display_id} for ${order.email}\n`)
  for (const { quantity, title, description, subtotal } of items)
    row(`${quantity} × ${title}${description ? `, ${description}` : ''}`, subtotal)
  console.log('─'.repeat(56))
  row('Goods', order.subtotal)
  row('Discount', -(order.discount_total ?? 0))
  row('Shipping', order.shipping_total)
  row('Tax', order.tax_total)
  if (order.gift_card_total) row('Gift card', -order.gift_card_total)
  row('Total', order.total)
}

export function money(amount: number, currency_code: string): string {
  const digits = currencyDecimals(currency_code)
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency_code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}
