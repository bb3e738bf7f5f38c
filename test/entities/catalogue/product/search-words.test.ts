import { expect, test } from 'vitest'
import { searchWords } from '#entities/catalogue/product/search-words.ts'

test.each([
  ['keeps each word once, as it is written first', 'Blue shirt BLUE, shirt', ['Blue', 'shirt']],
  ['leaves out signs', `blue' & | ! ( :* shirt-4711`, ['blue', 'shirt', '4711']],
  ['keeps eight words', 'a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['counts repeated words once', `${'a '.repeat(50)}b`, ['a', 'b']],
  ['reads two hundred characters', `${'x'.repeat(199)} yz`, ['x'.repeat(199)]],
  ['finds none in signs alone', '% &', []],
])('a search %s', (_what, text, words) => {
  expect(searchWords(text)).toEqual(words)
})
