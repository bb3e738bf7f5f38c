import { afterAll, beforeEach, expect, test } from 'vitest'
import { readParts } from '#server/shop/read-parts.ts'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { uploadLogo } from '#test/support/upload-logo.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront, type Theme, type ThemeChanges } from '../../../plugins/storefront/index.ts'

const window = storefront({ country: 'de', theme: { corners: 4, name: 'Kontor' } })
const shop = await openTestShop({ plugins: [window], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.admin.delete('/admin/storefront/theme')
})

const THEME = '/admin/storefront/theme'
const open = (path: string) => new Visitor(shop.url).open(path)
const readTheme = async (): Promise<Theme> => JSON.parse((await shop.admin.get(THEME)).text).theme
const save = async (changes: object) => shop.admin.post(THEME, { ...(await readTheme()), ...changes })

async function readStyle(): Promise<string> {
  const { html } = await open('/')
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
  return (await fetch(shop.url + path)).text()
}

test('the console changes the tokens of all pages at once, also of pages that are sent again', async () => {
  await open('/products')
  await open('/products')
  const light = { background: '#ffffff', text: '#102030', accent: '#0b5d1e' }
  const home = { de: { intro: 'Grüße aus Köln', lead: '' } }
  const logo = { url: '/uploads/public/logo.svg', width: 448, height: 48 }
  await expectSuccess(save({ name: 'Grün & Co', light, scheme: 'light', corners: 16, font: 'slab', home, logo }))
  for (const path of ['/products', '/cart', '/de/products']) {
    const { html } = await open(path)
    expect(html, path).toContain('Grün &amp; Co')
    expect(html).toContain(
      '<img class="logo" src="/uploads/public/logo.svg" width="224" height="24" alt="Grün &amp; Co">',
    )
    expect(html).toContain('<meta name="color-scheme" content="light">')
  }
  const german = await open('/de')
  expect(german.text).toContain('Grüße aus Köln')
  expect(german.text).toContain('Sehen Sie sich um.')
  expect((await open('/')).text).not.toContain('Grüße aus Köln')
  const style = await readStyle()
  expect(style).toMatch(/^:root\{color-scheme:light;/)
  expect(style).toContain('--accent:light-dark(#0b5d1e,')
  expect(style).not.toContain('#f0a47c')
  expect(style).toContain('--radius:1rem;--text:Rockwell')
  expect(await (await fetch(`${shop.url}/storefront.svg`)).text()).toContain('fill="#0b5d1e"')
})

test('another theme has another address of its stylesheet', async () => {
  const pathOf = ({ html }: Visitor) => /\/storefront\.css\?v=\w+/.exec(html)?.[0]
  const before = pathOf(await open('/'))
  await expectSuccess(save({ corners: 0 }))
  expect(pathOf(await open('/'))).not.toBe(before)
})

test('the tokens of the code are the defaults, and a reset brings them back', async () => {
  expect(await readTheme()).toMatchObject({ corners: 4, name: 'Kontor' })
  await expectSuccess(save({ name: '' }))
  expect((await open('/')).html).not.toContain('Kontor')
  expect(await readTheme()).toMatchObject({ corners: 4, name: '' })
  await expectSuccess(shop.admin.delete(THEME))
  expect((await open('/')).html).toContain('Kontor')
})

test.each([
  [{ light: { background: '#ffffff', text: '#777777', accent: '#000000' } }, /text colour #777777 is hard to read/],
  [{ dark: { background: '#101010', text: '#eeeeee', accent: '#333333' } }, /accent colour #333333 .* dark colours/],
  [{ light: { background: '#fff;}</style><script>', text: '#000000', accent: '#000000' } }, /#1a2b3c/],
  [{ light: { background: 'url(https://x.example)', text: '#000000', accent: '#000000' } }, /#1a2b3c/],
  [{ font: 'x;}body{display:none' }, /font/],
  [{ corners: 1e9 }, /corners/],
  [{ corners: -1 }, /corners/],
  [{ logo: { url: 'javascript:alert(1)', width: 1, height: 1 } }, /logo needs an address/],
  [{ logo: { url: '//x.example/a.png', width: 1, height: 1 } }, /logo needs an address/],
  [{ name: 'x'.repeat(61) }, /name/],
  [{ home: { en: { intro: 'x'.repeat(121) } } }, /intro/],
  [{ styles: 'body{}' }, /styles/],
])('%o is refused, and changes nothing', async (changes, message) => {
  const before = await readTheme()
  const { status, body } = await save(changes)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(message)])
  expect(await readTheme()).toEqual(before)
})

test('names and texts in a theme are escaped', async () => {
  const name = '<script>alert(1)</script>"\'&😀'
  await expectSuccess(save({ name, home: { en: { intro: '</h1><script>', lead: '\u202e{}' } } }))
  const { html } = await open('/')
  expect(html).not.toMatch(/<script(?! type="application| src="\/storefront\.js)/)
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test('only users with the right read, save and preview a theme', async () => {
  const theme = JSON.stringify(await readTheme())
  const preview = `/theme-preview?theme=${encodeURIComponent(theme)}`
  expect((await shop.get(THEME)).status).toBe(401)
  expect((await shop.post(THEME, {})).status).toBe(401)
  expect((await open(preview)).status).toBe(401)
  const { caller: designer } = await addUserWithScopes(shop, 'storefront.*')
  expect((await designer.get(THEME)).status).toBe(200)
  const { caller: clerk } = await addUserWithScopes(shop, 'read:orders.*')
  expect((await clerk.get(THEME)).status).toBe(403)
  expect((await clerk.post(THEME, JSON.parse(theme))).status).toBe(403)
})

test('a preview shows a theme that is not saved in a frame of the console', async () => {
  const theme = JSON.stringify({ ...(await readTheme()), name: 'Entwurf', corners: 24 })
  const headers = { authorization: `Bearer ${shop.token}` }
  for (const page of ['home', 'products', 'product', 'cart', 'login']) {
    const query = new URLSearchParams({ theme, page, language: 'de' })
    const answer = await fetch(`${shop.url}/theme-preview?${query}`, { headers })
    const html = await answer.text()
    expect([page, answer.status]).toEqual([page, 200])
    expect(html).toContain('<html lang="de"')
    expect(html).toContain('Entwurf')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    const style = await fetch(shop.url + path.replaceAll('&amp;', '&'), { headers })
    expect(await style.text()).toContain('--radius:1.5rem')
  }
  expect((await open('/')).html).not.toContain('Entwurf')
  const wrong = await fetch(`${shop.url}/theme-preview?theme={`, { headers })
  expect(wrong.status).toBe(400)
})

test('other sites cannot show a page of the storefront in a frame', async () => {
  const { headers } = await open('/')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a stored token that a version does not accept keeps its value', async () => {
  const { mergeTheme } = await import('../../../plugins/storefront/theme/merge-theme.ts')
  const { DESIGNED } = await import('../../../plugins/storefront/theme/theme.ts')
  expect(mergeTheme(DESIGNED, { font: 'gone', corners: 2, unknown: 1 })).toEqual({ ...DESIGNED, corners: 2 })
})

test('a wrong theme in the code stops the start with a sentence', () => {
  const light = { background: '#ffffff', text: '#ffffff', accent: '#000000' }
  const start = (theme: ThemeChanges) => () => readParts([storefront({ theme })], {})
  expect(start({ light })).toThrow(/^The option "theme" of the storefront is wrong\. .* #ffffff is hard to read/)
  expect(start({ corners: 99 })).toThrow(/^The option "theme" of the storefront is wrong\. corners: /)
})

test('without a logo in the theme, pages show the logo of the seller until an administrator removes it', async () => {
  await open('/products')
  const logo_key = await uploadLogo(shop)
  const shown = `<img class="logo" src="/uploads/${logo_key}" width="144" height="48" alt="Kontor">`
  for (const path of ['/products', '/cart', '/de/products']) expect((await open(path)).html, path).toContain(shown)
  const { html } = await open('/')
  expect(html).toContain(`"logo":"${shop.url}/uploads/${logo_key}"`)
  const logo = { url: '/uploads/public/other.svg', width: 448, height: 48 }
  await expectSuccess(save({ logo }))
  expect((await open('/products')).html).toContain('src="/uploads/public/other.svg"')
  await expectSuccess(save({ logo: null }))
  await expectSuccess(shop.admin.delete('/admin/store/logo'))
  expect((await open('/products')).html).not.toContain('<img class="logo"')
})
