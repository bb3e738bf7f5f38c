import { expect, test } from 'vitest'
import { currencyDecimals as ofClients } from '#client/currency-decimals.ts'
import { moneyText } from '#console/components/money-text.ts'
import { currencyDecimals } from '#entities/values/currency-decimals.ts'
import { currencies } from '#server/database/data/currencies.ts'

test('clients, plugins and the shop count the same decimals', () => {
  const stored = currencies.map(({ code, decimal_digits }) => [code, decimal_digits])
  expect(currencies.map(({ code }) => [code, currencyDecimals(code)])).toEqual(stored)
  expect(currencies.map(({ code }) => [code, ofClients(code.toUpperCase())])).toEqual(stored)
})

test.each([
  ['kwd', 1234, 'KWD 1.234'],
  ['jpy', 1234, '¥1,234'],
  ['huf', 123450, 'HUF 1,234.50'],
  ['iqd', 1234567, 'IQD 1,234.567'],
  ['eur', -5, '-€0.05'],
])('the console shows an amount in %s with the decimals of the shop', (currency, amount, text) => {
  expect(moneyText(amount, currency, 'en').replaceAll('\u00a0', ' ')).toBe(text)
})

const load = async (path: string): Promise<{ moneyText: typeof moneyText }> => import(path)

test('pages of plugins show an amount as the console does', async () => {
  const { moneyText: textOfPlugins } = await load('../../console/public/plugin-money.js')
  for (const { code } of currencies)
    for (const language of ['en', 'de', 'hu', 'ar'])
      expect(textOfPlugins(1_234_567, code, language)).toBe(moneyText(1_234_567, code, language))
})
