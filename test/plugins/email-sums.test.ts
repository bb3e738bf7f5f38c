import { expect, test } from 'vitest'
import { EMPTY_VALUES } from '../../plugins/email/compose-mail.ts'
import { sumsOf } from '../../plugins/email/sums-of-order.ts'
import { Templates } from '../../plugins/email/templates.ts'

const templates = new Templates({ folder: undefined, caches: false })

/** Goods of 120.00 with 20.00 tax, and a taxable gift card of 60.00 that covers 10.00 of the tax. */
const priced = (includes_tax: boolean) => ({
  items: [{ includes_tax, original_total: 12000, total: 12000 }],
  ...{ subtotal: 10000, discount_total: 0, shipping_total: 0, tax_total: 1000 },
  ...{ gift_card_total: 5000, gift_card_tax_total: 1000, total: 6000 },
})

function mailOf({ includes_tax, locale }: { includes_tax: boolean; locale: string }) {
  const order = priced(includes_tax)
  return templates.render({
    ...{ template: 'payment-link', locale },
    values: {
      ...EMPTY_VALUES,
      ...{ shop: { name: 'Shop', url: 'https://shop.test' }, first_name: '', link: 'https://shop.test/pay' },
      order_numbers: [],
      order: {
        ...{ id: 'order', display_id: 1, created_at: new Date(0), currency_code: 'eur', email: 'a@shop.test' },
        ...order,
        ...{ shipping_address: null, shipping_methods: [], sums: sumsOf(order) },
        items: [
          { title: 'Hat', description: null, quantity: 1, subtotal: 10000, amount: includes_tax ? 12000 : 10000 },
        ],
      },
    },
  })
}

/** Amounts of the rows from the subtotal to the total, in minor units. */
const amountsIn = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, name, minus, digits = ''] = /^([A-Z]\w+(?: card)?): (-?)€?([\d.,]+)/.exec(line) ?? []
    return name ? [{ name, amount: Number(`${minus}${digits.replace(/\D/g, '')}`) }] : []
  })

test.each([
  [true, 'en', ['Subtotal', 'Shipping', 'Gift card', 'Total']],
  [false, 'en', ['Subtotal', 'Shipping', 'Tax', 'Gift card', 'Total']],
  [true, 'de', ['Zwischensumme', 'Versand', 'Gutschein', 'Gesamt']],
  [false, 'de', ['Zwischensumme', 'Versand', 'Steuern', 'Gutschein', 'Gesamt']],
] as const)('with taxable gift cards the rows add up to the total: prices with tax %s, %s', (includes_tax, locale, names) => {
  const rows = amountsIn(mailOf({ includes_tax, locale }).text)
  expect(rows.map(({ name }) => name)).toEqual(names)
  const parts = rows.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)
  expect([parts, rows.at(-1)?.amount]).toEqual([6000, 6000])
})

test('the table of a German mail keeps amounts on one line, as the English one', () => {
  const [english, german] = ['en', 'de'].map((locale) => mailOf({ includes_tax: true, locale }).html)
  for (const part of ['<bdi>', 'white-space:nowrap'])
    expect(german?.split(part).length, part).toBe(english?.split(part).length)
  expect(german).toContain('Gutschein')
})
