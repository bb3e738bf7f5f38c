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

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#0b5d1e"/></svg>',
)
