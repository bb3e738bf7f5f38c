import { describe, expect, test } from 'vitest'
import { canonicalTag, type Languages, languageOf, negotiate } from '#entities/market/language/language.ts'

const languages: Languages = { codes: ['en', 'de', 'de-AT', 'pt-BR', 'zh-Hant', 'gsw'], fallbacks: { gsw: 'de-AT' } }

describe('the lookup of a language', () => {
  test.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['de-CH', 'de'],
    ['de-DE-1996', 'de'],
    ['zh-Hant-x-private', 'zh-Hant'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-TW,zh;q=0.9', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-CN,fr', 'en'],
    ['de_CH, fr', 'de'],
    ['-BE, de', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['de;q=0.1, pt-BR', 'pt-BR'],
    ['de;q=0, pt', 'pt-BR'],
    ['de;Q=0.3,gsw;q=0.4', 'gsw'],
    ['de;q=high, pt;q=0.1', 'pt-BR'],
    ['de;q=abc, de-CH', 'de'],
    ['de;q=, pt', 'pt-BR'],
    ['*', 'en'],
    ['*, de', 'de'],
    ['', 'en'],
    [',;,-,--;q=1', 'en'],
    [`x-${'a'.repeat(10_000)}, de`, 'en'],
    [`${'fr,'.repeat(5000)}de`, 'en'],
  ])('of %j finds %s', (header, code) => {
    expect(negotiate(languages, header).code).toBe(code)
  })
})

test.each([
  [['en', 'zh-Hant', 'zh-Hans'], 'zh', 'zh-Hans'],
  [['en', 'zh', 'zh-Hant'], 'zh-TW', 'zh-Hant'],
  [['en', 'zh-TW'], 'zh-Hant-TW', 'zh-TW'],
  [['en', 'zh-Hant'], 'zh', 'zh-Hant'],
  [['en', 'pt-PT', 'pt-BR'], 'pt', 'pt-BR'],
  [['en', 'de-CH', 'de'], 'de-AT', 'de'],
  [['en', 'de-DE'], 'de-AT', 'de-DE'],
  [['en', 'sr'], 'sr-Latn', 'sr'],
  [['en', 'he'], 'iw-IL', 'he'],
  [['en', 'tlh'], 'tlh-AQ', 'tlh'],
])('of the languages %j, readers of %s get %s', (codes, header, code) => {
  expect(negotiate({ codes, fallbacks: {} }, header).code).toBe(code)
})

test('a chain leads to the default language, through the declared fallbacks', () => {
  const chains = Object.fromEntries(languages.codes.map((code) => [code, languageOf(languages, code).chain]))
  expect(chains).toEqual({
    en: [],
    de: ['de'],
    'de-AT': ['de-AT', 'de'],
    'pt-BR': ['pt-BR'],
    'zh-Hant': ['zh-Hant'],
    gsw: ['gsw', 'de-AT', 'de'],
  })
})

test('a circle of fallbacks ends', () => {
  const circle = { codes: ['en', 'de', 'fr'], fallbacks: { de: 'fr', fr: 'de' } }
  expect(languageOf(circle, 'de').chain).toEqual(['de', 'fr'])
})

test.each([
  ['de-at', 'de-AT'],
  ['PT-br', 'pt-BR'],
  ['zh-hant-TW', 'zh-Hant-TW'],
  ['', undefined],
  ['*', undefined],
  ['de_AT', undefined],
  ["de'; drop table store", undefined],
  ['a'.repeat(10_000), undefined],
])('the usual spelling of %j is %j', (text, tag) => {
  expect(canonicalTag(text)).toBe(tag)
})
