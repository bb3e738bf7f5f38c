import { expect, test } from 'vitest'
import { searchWords } from '#entities/catalogue/search/search-words.ts'

test.each([
  ['keeps each word once in its first spelling', 'Blue shirt BLUE, shirt', ['Blue', 'shirt']],
  ['ignores punctuation', `blue' & | ! ( :* shirt-4711`, ['blue', 'shirt', '4711']],
  ['keeps eight words', 'a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['counts repeated words once', `${'a '.repeat(50)}b`, ['a', 'b']],
  ['reads two hundred characters', `${'x'.repeat(199)} yz`, ['x'.repeat(199)]],
  ['finds no words in punctuation', '% &', []],
])('a search %s', (_what, text, words) => {
  expect(searchWords(text)).toEqual(words)
})
