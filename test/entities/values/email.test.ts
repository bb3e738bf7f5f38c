import { expect, test } from 'vitest'
import { EMAIL } from '#entities/values/email.ts'

test.each([
  'a@x.co',
  'ada.byron+list@mail.example.com',
  "o'neil@x.co",
  'a&b@x.co',
  '#!$%*-/=?^_`{|}~@x.co',
  'jörg@x.co',
  '用户@例子.中国',
  'user@प्रयोग.भारत',
  'a@xn--e1afmkfd.xn--p1ai',
  'a@x-y.1und1.de',
  'a@123.example',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`,
])('%s is an email', (text) => {
  expect(text).toMatch(EMAIL)
})

test.each([
  '',
  'nobody',
  'a@x',
  '@x.co',
  'a@',
  'a@.co',
  'a@x..co',
  'a@x.co.',
  'a@x.c',
  'a@x.12',
  'a@-x.co',
  'a@x-.co',
  'a@x_y.co',
  '.a@x.co',
  'a.@x.co',
  'a..b@x.co',
  'a@b@x.co',
  'a b@x.co',
  'a\u2003b@x.co',
  'a@x .co',
  ' a@x.co',
  'a@x.co\n',
  'a\r\nb@x.co',
  'a\0@x.co',
  'a\u200db@x.co',
  'a,b@x.co',
  'a;b@x.co',
  '<a@x.co>',
  'Ada <a@x.co>',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  `${'a'.repeat(65)}@x.co`,
  `a@${'b'.repeat(64)}.co`,
  `a@${'b.'.repeat(126)}com`,
  `${'a.'.repeat(50_000)}@`,
  `a@${'b-'.repeat(50_000)}`,
  `a@${'b.'.repeat(120)}_`,
])('%j is not an email', (text) => {
  expect(text).not.toMatch(EMAIL)
})
