import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'
import { FROM_RIGHT_TO_LEFT } from '../right-to-left.ts'

const AREAS = ['/', '/orders', '/draft-orders', '/products', '/customers', '/promotions', '/price-lists', '/inventory']
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const OTHERS = ['/settings', '/activity', '/customers/new']

walk('the palette opens a customer after three letters', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.admin.post('/admin/customers', {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password: 'correct horse',
  })
  await console.visit('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('lov')
  await page.getByRole('button', { name: /Ada Lovelace/ }).waitFor()
  await console.check()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
})

walk('the keyboard opens each area, the search of a list and its rows', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const name of ['ann', 'bob'])
    await shop.admin.post('/admin/customers', {
      email: `${name}@example.com`,
      first_name: name,
      last_name: 'Example',
      password: 'correct horse',
    })
  await console.visit('/')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('link', { name: 'ann Example' }).waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('page-title')
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.type')).toBe('search')
  await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'ann Example' }).waitFor()
  await page.keyboard.press('Shift+?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await console.check()
})

walk('the language changes without a reload', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/customers')
  await page.getByRole('button', { name: /Account of/ }).click()
  await console.check()
  await page.getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Kunden' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await console.check()
})

walk('after the end of a session the page stays and asks for the password', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/customers/new')
  await page.getByLabel('First name').fill('Ada')
  console.expectFault('401')
  await page.context().clearCookies()
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').first().fill('analytical engine')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').first().fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
})

for (const width of [1280, 390])
  walk(`every area is laid out from right to left on ${width} pixels`, async () => {
    await using console = await openConsole({ demo: true, browser: { viewport: { width, height: 800 } } })
    const { page, shop } = console
    await page.addInitScript(FROM_RIGHT_TO_LEFT)
    const { products } = (await shop.admin.get('/admin/products?limit=1')).body
    for (const path of [...AREAS, ...OTHERS, `/products/${products[0]?.id}`, '/products/categories']) {
      await console.visit(path)
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      const title = await page.locator('h1').boundingBox()
      expect((title?.x ?? 0) + (title?.width ?? 0), path).toBeGreaterThan(width / 2)
      expect(await page.evaluate(OVERFLOW), path).toBe(0)
      await console.check()
    }
  })

const WINDOWS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of WINDOWS)
  walk(`every area is accessible in ${colorScheme} on ${width} pixels`, async () => {
    await using console = await openConsole({ demo: true, browser: { colorScheme, viewport: { width, height: 800 } } })
    for (const path of [...AREAS, ...OTHERS]) {
      await console.visit(path)
      await console.check()
      expect(await console.page.evaluate(OVERFLOW), path).toBe(0)
    }
  })
