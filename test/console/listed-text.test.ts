import { expect, test } from 'vitest'
import { cut, lettersOf, plainText } from '#console/screens/products/listed-text.ts'

test('a text is cut between letters, and an emoji counts as one letter', () => {
  expect(lettersOf('👩‍👩‍👧 ok')).toHaveLength(4)
  expect(cut('🧡🧡🧡🧡', 3)).toBe('🧡🧡…')
  expect(cut('Mug\n\n  blue', 20)).toBe('Mug blue')
  expect(cut('Straße', 6)).toBe('Straße')
})

test.each([
  ['**Bold** and *slanted* [link](https://shop.test)', 'Bold and slanted link'],
  ['## Care\n\n- wash\n- dry', 'Care\n\nwash\ndry'],
  ['5 * 3 is 15', '5 * 3 is 15'],
  ['1\\. no list', '1. no list'],
])('the words of %j are %j', (markdown, words) => {
  expect(plainText(markdown)).toBe(words)
})
