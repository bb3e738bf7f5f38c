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
  await page.locator('[role=dialog] input:focus').waitFor()
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
  // The second key must follow soon. A stopped clock makes a slow machine fast enough.
  await page.clock.setFixedTime(new Date())
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('link', { name: 'ann Example' }).waitFor()
  await page.locator('#page-title:focus').waitFor()
  await page.keyboard.press('/')
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('a:focus', { hasText: 'ann Example' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'ann Example' }).waitFor()
  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await console.check()
  // A page behind a dialog would close it.
  for (const key of ['g', 'o']) await page.keyboard.press(key)
  await help.waitFor()
  await page.getByRole('heading', { name: 'ann Example' }).waitFor()
})

walk('the language changes without a reload', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/customers')
  await page.getByRole('button', { name: /Account of/ }).click()
  await console.check()
  await page.getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Kunden' }).waitFor()
  await page.locator('html[lang=de]').waitFor()
  await console.check()
})

walk('the navigation of a phone counts the things that need attention', async () => {
  await using console = await openConsole({ browser: { viewport: { width: 390, height: 800 } } })
  const { page, shop } = console
  await shop.given.order()
  await shop.given.draftOrder()
  await console.visit('/customers')
  await page
    .getByRole('banner')
    .getByText(/^\d need attention$/)
    .waitFor()
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('link', { name: /^Orders \d needs? attention$/ }).waitFor()
  await page.getByRole('link', { name: 'Draft orders 1 needs attention' }).waitFor()
  await console.check()
})

walk('the menu of a phone keeps the focus and gives it back, and the page behind it does not scroll', async () => {
  await using console = await openConsole({ demo: true, browser: { viewport: { width: 390, height: 500 } } })
  const { page } = console
  await console.visit('/products')
  const button = page.getByRole('button', { name: 'Menu', expanded: false })
  const close = page.getByRole('button', { name: 'Close the menu' })
  await button.click()
  await page.locator('nav button:focus').waitFor()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate('document.activeElement === document.body || !!document.activeElement.closest("nav")'),
    ).toBe(true)
  }
  await page.mouse.wheel(0, 2000)
  await console.check()
  expect(await page.evaluate('scrollY')).toBe(0)
  await close.focus()
  await page.keyboard.press('Escape')
  await close.waitFor({ state: 'hidden' })
  await page.locator('header button[aria-expanded]:focus').waitFor()
  await button.click()
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })
  await link('Products').click()
  await close.waitFor({ state: 'hidden' })
  await page.locator('#page-title:focus').waitFor()
  await button.click()
  await link('Customers').click()
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await close.waitFor({ state: 'hidden' })
  await page.locator('#page-title:focus').waitFor()
  await button.click()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.locator('main:not([inert])').waitFor()
})

walk('each width of the window shows the navigation or its button', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/customers')
  for (const width of [767, 768, 769]) {
    await page.setViewportSize({ width, height: 900 })
    const [list, button] = await Promise.all([
      page.getByRole('link', { name: 'Orders', exact: true }).isVisible(),
      page.getByRole('button', { name: 'Menu' }).isVisible(),
    ])
    expect([list, button], `${width}`).toEqual([width >= 768, width < 768])
  }
})

walk('after the end of a session the page stays and asks for the password', async () => {
  await using console = await openConsole()
  const { page } = console
  const watching = page.waitForResponse(/admin\.changes\.watch/)
  await console.visit('/customers/new')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').first().fill('analytical engine')
  // Any request without a session asks for the password by itself.
  await watching
  await console.settle()
  console.expectFault('401')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').first().fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
})

walk('an address without a page is accessible, and asks a user without a session to sign in', async () => {
  for (const [isSignedIn, title] of [
    [true, 'This page does not exist'],
    [false, 'Sign in to your shop'],
  ] as const) {
    await using console = await openConsole({ isSignedIn })
    console.expectFault('401')
    await console.visit('/no-such-page')
    await console.page.getByRole('heading', { name: title }).waitFor()
    await console.check()
  }
})

walk('a page that failed to load is accessible, and can be loaded again', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', password: 'correct horse' }
  const { body } = await shop.admin.post('/admin/customers', ada)
  let failing: string | undefined
  await page.route(/\/trpc\//, (route) =>
    failing && route.request().url().includes(failing) ? route.abort() : route.fallback(),
  )
  // The page of a slow server comes without the first answers.
  await page.route(/\/app\//, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('id="answers"', 'id="none"') })
  })
  console.expectFault('ERR_FAILED')
  console.expectFault('Failed to fetch')
  for (const procedure of ['admin.auth.current', 'admin.customers.get']) {
    failing = procedure
    await console.visit(`/customers/${body.customer.id}`)
    await page.getByRole('main').getByRole('heading', { name: 'Something went wrong', level: 1 }).waitFor()
    await console.check()
    failing = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor()
  }
})

walk('every area is laid out from right to left', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await page.addInitScript(FROM_RIGHT_TO_LEFT)
  for (const path of [...AREAS, ...OTHERS]) {
    await console.visit(path)
    await page.locator('html[dir=rtl]').waitFor()
    const title = await page.locator('h1').boundingBox()
    expect((title?.x ?? 0) + (title?.width ?? 0), path).toBeGreaterThan(640)
    expect(await page.evaluate(OVERFLOW), path).toBe(0)
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
