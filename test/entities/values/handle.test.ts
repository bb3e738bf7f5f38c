import { expect, test } from 'vitest'
import { toHandle } from '#entities/values/handle.ts'

test.each([
  ['Spring Café Ünïcode 2024!', 'spring-cafe-unicode-2024'],
  ['v2 Alpha3b', 'v-2-alpha-3-b'],
  ['  Men’s  T-Shirts / Tops ', 'mens-t-shirts-tops'],
  ['USBCable helloWorld', 'usb-cable-hello-world'],
  ['Straße Łódź Ærø', 'strasse-lodz-aero'],
  ['Зима 2024', 'зима-2024'],
  ['コーヒー 한국', 'コーヒー-한국'],
  [' ?! ', ''],
])('the handle of "%s" is "%s"', (title, handle) => {
  expect(toHandle(title)).toBe(handle)
})
