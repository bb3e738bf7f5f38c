import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, escapeFormula, textCell, unescapeFormula } from '#console/components/csv.ts'
import * as exported from '#entities/catalogue/import-export/csv/escape-formula.ts'

test('the console escapes formulas as the exports of the shop do', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'aé=+-@＝＋－＠\t\r\n"\';,| ', '💶') })
  fc.assert(
    fc.property(texts, (text) => {
      expect(escapeFormula(text)).toBe(exported.escapeFormula(text))
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }),
  )
})

test('texts are quoted and escaped, and numbers stay numbers', () => {
  expect(csvOf([[textCell('=1+1'), textCell('a "b"'), -5, '-1.50']])).toBe('"\'=1+1","a ""b""",-5,-1.50\r\n')
})
