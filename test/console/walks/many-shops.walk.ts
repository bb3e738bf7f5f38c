import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addMember } from '#server/hosting/people/members.ts'
import { withShopLock } from '#server/hosting/shop-lock.ts'
import { OPERATOR_HOST, openTestDirectory, serveDirectory } from '#test/support/directory.ts'
import { codeOf } from '#test/support/second-factor.ts'
import { startBrowser } from '../browser.ts'
import { walk } from '../open-console.ts'

const PASSWORD = 'password of all shops'
const OWNER = 'owner@example.com'

/** Two shops at host names that a browser finds on this machine, and the console of their operators. */
async function openShops() {
  await using resources = new AsyncDisposableStack()
  const directory = resources.use(await openTestDirectory())
  const served = resources.use(await serveDirectory(directory))
  const { port } = new URL(served.url)
  const addressOf = (host: string) => `http://${host}:${port}/app`
  for (const id of ['east', 'west']) {
    const host = `${id}.localhost`
    await directory.create(id, { hosts: [host], name: `Shop ${id}`, settings: { ADMIN_URL: addressOf(host) } })
  }
  const { people } = directory.directory
  await people.addOperator(OWNER, PASSWORD)
  const context = await (await startBrowser()).newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  resources.defer(() => context.close())
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const owned = resources.move()
  return { directory, page, addressOf, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('#page-title').waitFor()
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

walk('an operator creates a shop, pauses it and deletes it', async () => {
  await using shops = await openShops()
  const { page, addressOf } = shops
  await page.goto(addressOf(OPERATOR_HOST))
  await signIn(page, PASSWORD)
  await page.getByText('west.localhost').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New shop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Id').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('button:focus', { hasText: 'New shop' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Id').fill('south')
  await dialog.getByLabel('E-mail of the first administrator').fill('sue@example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('It is shown only once.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'south' }).click()
  await page.getByText('S3_BUCKET').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Type south').fill('south')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: 'east' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'south' }).count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const signOut = await page.getByRole('button', { name: 'Sign out' }).boundingBox()
  expect(signOut && signOut.x + signOut.width).toBeLessThan(390)
  await page.getByRole('link', { name: 'Operators' }).click()
  await page.getByText(OWNER).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('shops.drop').first().waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Sign in as an operator').waitFor()
})

walk('an operator sets up an authenticator app and signs in with its code', async () => {
  await using shops = await openShops()
  const { page, addressOf } = shops
  await page.goto(addressOf(OPERATOR_HOST))
  await signIn(page, PASSWORD)
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('This device').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code of the app').fill(codeOf(secret))
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByText('Your password is wrong').waitFor()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  const [recoveryCode = '', codeAtShop = ''] = ((await page.locator('[data-secret]').textContent()) ?? '').split('\n')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 unused codes').waitFor()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByLabel('E-mail').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page)
  await code.fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('9 unused codes').waitFor()
  await addMember(shops.directory.program, { shop: 'east', email: OWNER })
  await page.goto(addressOf('east.localhost'))
  await page.getByLabel('E-mail').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Enter the code of your account for all shops.').waitFor()
  await expectAccessible(page)
  await code.fill(codeAtShop)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Shop east').waitFor()
})

walk('an operator cancels a copy that waits for a command', async () => {
  await using shops = await openShops()
  const { page, addressOf, directory } = shops
  const end = Promise.withResolvers<void>()
  const command = withShopLock(directory.directory, { id: 'trial', change: 'create' }, () => end.promise)
  await page.goto(addressOf(OPERATOR_HOST))
  await signIn(page, PASSWORD)
  await page.getByRole('link', { name: 'east', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the shop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Id').fill('trial')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Waits for the end of other work on this shop: Creation, by a command').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel: Copy of east' }).click()
  await page.getByRole('table', { name: 'Long work' }).getByText('Canceled', { exact: true }).waitFor()
  expect(await page.getByText('Waits for').count()).toBe(0)
  end.resolve()
  await command
})

walk('an operator exports a shop, imports its file as another one, and reads why a wrong file fails', async () => {
  await using shops = await openShops()
  const { page, addressOf } = shops
  await page.goto(addressOf(OPERATOR_HOST))
  await signIn(page, PASSWORD)
  await page.getByRole('link', { name: 'east', exact: true }).click()
  await page.getByRole('button', { name: 'Export into a file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passphrase').fill('a long passphrase')
  let starts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('tasks.export')) starts += 1
  })
  await dialog.getByRole('button', { name: 'Start' }).dblclick()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^east-[\d-]{10}\.shop$/)
  expect(starts).toBe(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Shops', exact: true }).first().click()
  const importShop = async (id: string, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'Import a shop' }).click()
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('The file is uploaded.').waitFor()
    await dialog.getByLabel('Id').fill(id)
    await dialog.getByLabel('Passphrase').fill('a long passphrase')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await importShop('north', await download.path())
  await page.getByRole('link', { name: 'north' }).waitFor()
  await importShop('picture', { name: 'picture.shop', mimeType: 'image/png', buffer: Buffer.from('no shop') })
  await page.getByRole('link', { name: 'Long work' }).click()
  await page.getByText('The file is no shop, or is not complete').waitFor()
  await page
    .getByText(/rows of \d+ tables/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'north' }).click()
  await page.getByText('Paused').waitFor()
})

walk('a person changes between two shops', async () => {
  await using shops = await openShops()
  const { page, addressOf, directory } = shops
  for (const shop of ['east', 'west']) await addMember(directory.program, { shop, email: OWNER })
  await page.goto(addressOf('east.localhost'))
  await signIn(page, 'correct horse battery')
  const chooser = page.getByRole('button', { name: 'Change the shop' })
  await chooser.click()
  const password = page.getByLabel('Password for all shops')
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Show my shops' }).click()
  await page.getByRole('alert').waitFor()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show my shops' }).click()
  await page.getByRole('link', { name: 'west.localhost' }).click()
  await page.getByText('Shop west').waitFor()
  expect(page.url()).toBe(`${addressOf('west.localhost')}/`)
  await chooser.click()
  await page.getByRole('link', { name: 'east.localhost' }).click()
  await page.getByText('Shop east').waitFor()
})
