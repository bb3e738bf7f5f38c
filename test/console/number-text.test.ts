import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyDecimals } from '#client/currency-decimals.ts'
import { numberText, readAmount, readNumber, unitsOfCurrency } from '#console/components/form/number-text.ts'
import { decimalText, moneyText } from '#console/components/money-text.ts'
import { AMOUNTS, PERCENTAGES, QUANTITIES } from './typed-texts.ts'

const LOCALES = ['en-US', 'en-GB', 'en-IN', 'de-DE', 'de-CH', 'de-AT', 'en', 'de'] as const
const CURRENCIES = ['eur', 'usd', 'chf', 'jpy', 'kwd', 'gbp'] as const

const amountRules = (currency: string, locale: string) => ({
  locale,
  decimals: currencyDecimals(currency),
  units: unitsOfCurrency(currency, locale),
  min: 0,
})

const resultOf = (number: number | string) => (typeof number === 'number' ? number : '-')

test.each(AMOUNTS)('the amount %j is read as %s in English and as %s in German', (text, english, german) => {
  expect(resultOf(readAmount(text, amountRules('eur', 'en-US')))).toBe(english)
  expect(resultOf(readAmount(text, amountRules('eur', 'de-DE')))).toBe(german)
})

test.each(QUANTITIES)('the quantity %j is read as %s in English and as %s in German', (text, english, german) => {
  expect(resultOf(readNumber(text, { locale: 'en-US', decimals: 0, min: 0 }))).toBe(english)
  expect(resultOf(readNumber(text, { locale: 'de-DE', decimals: 0, min: 0 }))).toBe(german)
})

test.each(PERCENTAGES)('the percentage %j is read as %s in English and as %s in German', (text, english, german) => {
  const rules = { decimals: 4, units: ['%'], min: 0, max: 100 }
  expect(resultOf(readNumber(text, { ...rules, locale: 'en-US' }))).toBe(english)
  expect(resultOf(readNumber(text, { ...rules, locale: 'de-DE' }))).toBe(german)
})

test('negative numbers are read where a field allows them', () => {
  expect(readNumber('-3', { locale: 'en-US', decimals: 0 })).toBe(-3)
  expect(readAmount('-€5.10', { ...amountRules('eur', 'en-US'), min: undefined })).toBe(-510)
})

test('a problem states its kind', () => {
  const rules = { locale: 'en-US', decimals: 2, min: 1, max: 5 }
  expect(['x', '1.234', '0.5', '6'].map((text) => readNumber(text, rules))).toEqual([
    'unreadable',
    'decimals',
    'min',
    'max',
  ])
})

const anyLocale = fc.constantFrom(...LOCALES)
const anyCurrency = fc.constantFrom(...CURRENCIES)
const anyAmount = fc.integer({ min: 0, max: 999_999_999_999 })

test('a field reads every amount that the console prints', () => {
  const property = fc.property(anyLocale, anyCurrency, anyAmount, (locale, currency, amount) => {
    const rules = amountRules(currency, locale)
    expect(readAmount(moneyText(amount, currency, locale), rules)).toBe(amount)
    expect(readAmount(numberText(decimalText(amount, rules.decimals), rules), rules)).toBe(amount)
  })
  fc.assert(property, { numRuns: 500 })
})

test('an amount of another language has the same value or is an error', () => {
  const property = fc.property(anyLocale, anyLocale, anyAmount, (printed, read, amount) => {
    const number = readAmount(moneyText(amount, 'eur', printed), amountRules('eur', read))
    if (typeof number === 'number') expect(number).toBe(amount)
  })
  fc.assert(property, { numRuns: 500 })
})
