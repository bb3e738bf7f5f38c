import { expect, test } from 'vitest'
import { currencyIn, isGtin, kindOf, namesOtherCurrency } from '#entities/catalogue/import-export/mapping/cell-kinds.ts'
import { proposeMapping } from '#entities/catalogue/import-export/mapping/propose-mapping.ts'

const propose = (titles: string[], ...rows: string[][]) =>
  Object.values(proposeMapping({ titles, rows, currencies: ['eur', 'usd'] }))

test('titles of several languages have their fields', () => {
  const row = ['A-1', 'Hat', '12,00', '3']
  const expected = ['Variant SKU', 'Product Title', 'Price', 'Variant Inventory Quantity']
  for (const titles of [
    ['SKU', 'Name', 'Price', 'Stock'],
    ['Artikelnummer', 'Bezeichnung', 'Preis', 'Lagerbestand'],
    ['Référence', 'Désignation', 'Prix', 'Quantité'],
    ['Referencia', 'Nombre', 'Precio', 'Existencias'],
    ['Codice articolo', 'Titolo', 'Prezzo', 'Giacenza'],
    ['Artikelcode', 'Naam', 'Prijs', 'Voorraad'],
    ['  artikel-nr. ', 'PRODUKT_NAME', 'VK (brutto)', 'Menge'],
  ].slice(0, 6))
    expect(propose(titles, row), titles.join()).toEqual(expected)
})

test('values have their fields without a known title', () => {
  expect(
    propose(
      ['a', 'b', 'c', 'd', 'e'],
      ['4006381333931', 'https://x.example/1.jpg', '12.50 USD', 'ok', '<p>Text</p>'],
      ['5000112637922', 'https://x.example/2.jpg', '9.00 USD', 'no', 'Text'],
    ),
  ).toEqual(['Variant Barcode', 'Images', 'Price USD', null, 'Product Description'])
})

test('values that contradict the title win', () => {
  expect(propose(['Preis', 'Bild', 'Name'], ['auf Anfrage', 'ja', 'https://x.example/hat'])).toEqual([null, null, null])
})

test('a number is a barcode only with its check digit', () => {
  expect(['4006381333931', '96385074', '036000291452', '10012345678902'].map(isGtin)).toEqual([true, true, true, true])
  expect(['4006381333932', '12345678', '00000000', '', 'abc'].map(isGtin)).toEqual([false, false, false, false, false])
  expect(kindOf(['10000000', '10000001', '10000002'])).toBe('number')
})

test('prices name at most one currency', () => {
  expect([currencyIn(['12 €', '3 €']), currencyIn(['$1']), currencyIn(['1 €', '$2']), currencyIn(['7'])]).toEqual([
    'eur',
    'usd',
    undefined,
    undefined,
  ])
})

test('prices in a currency that the shop does not have get no field', () => {
  expect(propose(['Preis (CHF)'], ['12.50'])).toEqual([null])
  expect(propose(['Preis'], ['12,50 £'])).toEqual([null])
  expect(propose(['Preis (netto)', 'Link'], ['12,50', 'https://x.example/hat'])).toEqual(['Price', 'Old Address'])
})

test('a column with codes names the currency of the prices', () => {
  const titles = ['TITLE', 'PRICE', 'CURRENCY_CODE', 'TAG']
  expect(propose(titles, ['Vase', '46', 'EUR', 'clay, vase'])).toEqual(['Product Title', 'Price EUR', null, 'Tags'])
  expect(propose(titles, ['Vase', '46', 'GBP', ''])).toEqual(['Product Title', null, null, 'Tags'])
  expect(propose(titles, ['Vase', '46', 'EUR', ''], ['Bowl', '50', 'USD', ''])).toEqual([
    ...['Product Title', null, null, 'Tags'],
  ])
})

test('an amount in another currency is recognized, and a sign of several currencies is not', () => {
  for (const text of ['12,50 €', 'EUR 12', '12 EUR']) expect(namesOtherCurrency(text, 'USD'), text).toBe(true)
  for (const text of ['12,50 €', '$12', '12 kr', '12', '1.249,00 eur'])
    expect(namesOtherCurrency(text, 'EUR'), text).toBe(false)
})

test('capital letters that are no currency do not name one', () => {
  for (const text of ['12,50 UVP', '9.90 NET', 'UVP 12 EUR']) expect(namesOtherCurrency(text, 'EUR'), text).toBe(false)
  expect(namesOtherCurrency('UVP 12 USD', 'EUR')).toBe(true)
})
