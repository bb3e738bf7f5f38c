import { expect, test } from 'vitest'
import { withoutLinks } from '../../plugins/email/without-links.ts'

test.each([
  ['Pay at https://evil.example/pay', 'Pay at https: //evil. example/pay'],
  ['www.evil.example', 'www. evil. example'],
  ['evil。example', 'evil. example'],
  ['mailto:thief@evil.example', 'mailto: thief@evil. example'],
  ['ev\u200Bil.\u200Bexample', 'evil. example'],
  ['one\r\ntwo\u2028three', 'one two three'],
  ['St. Mary Street 5, Apt. 2', 'St. Mary Street 5, Apt. 2'],
  ['Zoë O’Neil-李', 'Zoë O’Neil-李'],
  ['a'.repeat(300), 'a'.repeat(200)],
  [null, null],
])('%j becomes %j', (text, shown) => {
  expect(withoutLinks(text)).toBe(shown)
})
