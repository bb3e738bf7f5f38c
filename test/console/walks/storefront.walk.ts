import { expect } from 'vitest'
import { storefront } from '../../../plugins/storefront/index.ts'
import { openConsole, walk } from '../open-console.ts'

walk('a merchant tries a theme in the preview, saves it, and resets it', async () => {
  await using console = await openConsole({ plugins: [storefront({ country: 'de' })], demo: true })
  const { page, shop, visit, check } = console
  await visit('/plugin/storefront')
  const frame = page.frameLocator('iframe[title="Storefront"]')
  const preview = frame.frameLocator('iframe')
  await preview.getByRole('heading', { level: 1 }).waitFor()
  await check()
  await frame.getByLabel('Name', { exact: true }).fill('Kontor & Söhne')
  await frame.locator('#light-accent').fill('#eeeeee')
  await frame.getByText('Hard to read: 1').waitFor()
  await frame.getByRole('button', { name: 'Save' }).isEnabled()
  await frame.locator('#light-accent').fill('#0b5d1e')
  await preview.getByRole('link', { name: 'Kontor & Söhne' }).waitFor({ state: 'attached' })
  await frame.getByLabel('Choose the dark colours').check()
  await frame.locator('#dark-accent').fill('#7fc08f')
  await frame.getByLabel('Page').selectOption('product')
  await preview.locator('.product').waitFor()
  await preview.locator('body[inert]').waitFor()
  expect(await (await fetch(shop.url)).text()).not.toContain('Kontor')
  await frame.getByLabel('Logo').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO })
  await preview.locator('img.logo').waitFor()
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('Saved.').waitFor()
  expect(await (await fetch(shop.url)).text()).toMatch(
    /<img class="logo" src="[^"]+\.svg" width="144" height="48" alt="Kontor/,
  )
  await check()
  page.on('dialog', (dialog) => dialog.accept())
  await frame.getByRole('button', { name: 'Reset' }).click()
  await preview.locator('img.logo').waitFor({ state: 'detached' })
  expect(await (await fetch(shop.url)).text()).not.toContain('Kontor')
})

walk('a merchant writes a legal notice, publishes and deletes it', async () => {
  await using console = await openConsole({ plugins: [storefront({ country: 'de' })], demo: true })
  const { page, shop, visit, check } = console
  await visit('/plugin/storefront')
  const frame = page.frameLocator('iframe[title="Storefront"]')
  await frame.getByRole('link', { name: 'Pages' }).click()
  await frame.getByText('There is no page yet.').waitFor()
  await check()
  await frame.getByRole('button', { name: 'Write' }).click()
  expect(await frame.getByLabel('Address').inputValue()).toBe('imprint')
  await frame.getByLabel('Text').nth(1).fill('**Cartwright GmbH**')
  await frame.getByLabel('Published').check()
  await check()
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('Saved.').waitFor()
  await check()
  expect(await (await fetch(`${shop.url}/de/pages/imprint`)).text()).toContain('<strong>Cartwright GmbH</strong>')
  await frame.getByLabel('Address').fill('No slug')
  console.expectFault('400')
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('small letters, digits').waitFor()
  page.on('dialog', (dialog) => dialog.accept())
  await frame.getByRole('button', { name: 'Delete' }).click()
  await frame.getByText('There is no page yet.').waitFor()
  expect((await fetch(`${shop.url}/de/pages/imprint`)).status).toBe(404)
})

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#0b5d1e"/></svg>',
)
