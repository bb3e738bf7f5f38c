import { expect, test } from 'vitest'
import { amountText, wholeUnits } from '#entities/catalogue/import-export/dialects/cells.ts'

test.each([
  ['.99', '0.99'],
  ['$.99', '0.99'],
  ['€ ,50', '0.50'],
  ['1.234,50 €', '1234.50'],
  ['Rs.500', '500'],
  ['34.0000', '34.00'],
  ['-5', '-5'],
  ['1,234', '1,234'],
])('the amount %s of another program is %s', (text, amount) => {
  expect(amountText(text)).toBe(amount)
})

test.each([
  ['.5', '500'],
  [',5', '500'],
  ['0.125', '125'],
  ['2', '2000'],
  ['0', ''],
  ['5 kg', '5 kg'],
  ['.', '.'],
])('the weight %s in kilograms is %s grams', (text, grams) => {
  expect(wholeUnits(text, 1000)).toBe(grams)
})
