import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import { looksOf } from '../../../plugins/storefront/swatches/looks-of.ts'
import { DESIGNED } from '../../../plugins/storefront/theme/theme.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const open = (path: string) => new Visitor(shop.url).open(path)
const colourOf = (title: string, value: string) => looksOf(DESIGNED, { title, values: [value] }).get(value)?.colour

test.each([
  ['Colour', 'Moss', '#6b7446'],
  ['Farbe', 'SCHWARZ', '#1b1b1d'],
  ['Couleur', 'bleu', '#2458a8'],
  ['لون', 'أحمر', '#c62828'],
  ['Color', 'Washed forest green', '#2f7d3f'],
  ['Color', ' off-white ', '#f4efe3'],
])('an option %s has a colour for %s', (title, value, colour) => {
  expect(colourOf(title, value)).toBe(colour)
})

test('a light or dark colour differs from the colour', () => {
  for (const [title, name, shade] of [
    ['Farbe', 'Blau', 'Hellblau'],
    ['Colour', 'blue', 'Light blue'],
    ['Colour', 'blue', 'dark blue'],
  ] as const)
    expect(colourOf(title, shade)).toMatch(new RegExp(`^(?!${colourOf(title, name)})#[0-9a-f]{6}$`))
})

test('a value that is no colour has none', () => {
  expect(colourOf('Flavour', 'Orange')).toBeUndefined()
  expect(colourOf('Colour', 'Tuesday')).toBeUndefined()
  expect(colourOf('Colour', 'constructor')).toBeUndefined()
})

test('a list, its filters and the product show the colours, and their names are readable', async () => {
  const list = await open('/products')
  expect(list.html).toContain(
    'role="img" aria-label="Colour: Oat, Moss, Charcoal"><svg color="#dcc9a8"></svg><svg color="#6b7446"></svg><svg color="#3f4347"></svg></p>',
  )
  expect(list.html).toMatch(/value="Moss"><span class="swatch" aria-hidden="true"><svg color="#6b7446">/)
  expect((await open('/search?q=merino')).html).toContain('aria-label="Colour: Oat, Moss, Charcoal"')
  const product = await open('/products/merino-crew-neck')
  expect(product.html).toContain('<span class="swatch" aria-hidden="true"><svg color="#dcc9a8"></svg></span><bdi>Oat')
  expect(product.html).not.toMatch(/<span class="swatch"[^>]*>[^/]*<\/svg><\/span><bdi>XL/)
})

test('the console gives a value another colour or a picture, and refuses a broken one', async () => {
  const path = '/admin/storefront/theme'
  const { theme } = JSON.parse((await shop.admin.get(path)).text)
  const save = (swatches: object[]) => shop.admin.post(path, { ...theme, swatches })
  const sea = { value: 'sea', colour: '#123456', picture: null }
  const stripe = { value: 'Stripe', colour: null, picture: 'https://pictures.example/a"b.svg' }
  await expectSuccess(save([sea, stripe]))
  const { html } = await open('/products')
  expect(html).toContain(
    'aria-label="Glaze: Oat, Sea, Charcoal"><svg color="#dcc9a8"></svg><svg color="#123456"></svg>',
  )
  const towels = await open('/products/linen-tea-towels')
  expect(towels.html).toContain('<img src="https://pictures.example/a&quot;b.svg" alt="" width="20" height="20"')
  for (const broken of [
    { ...sea, colour: 'url(//evil)' },
    { ...sea, picture: '/a.svg' },
    { ...sea, colour: null },
    { ...sea, value: ' ' },
    { ...stripe, picture: 'javascript:alert(1)' },
    { ...stripe, picture: '//evil.example/a.svg' },
  ])
    expect((await save([broken])).status).toBe(400)
  expect((await save(Array.from({ length: 51 }, () => sea))).status).toBe(400)
  expect((await open('/products')).html).toContain('#123456')
})
