import { expect } from 'vitest'
import { codeOf, loggedInUser, nextStep, setUpApp as setUpAppOf } from '#test/support/second-factor.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

const PASSWORD = 'correct horse'

/** Types the password that a dialog asks for. */
const givePassword = ({ page }: OpenConsole) => page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)

async function setUpApp(console: OpenConsole): Promise<string> {
  const { page } = console
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await dialog.locator('[data-secret]').innerText()).replaceAll(' ', '')
  await console.check()
  await dialog.getByLabel('Code of the app').fill(codeOf(secret))
  await givePassword(console)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  return secret
}

walk('a user sets up an authenticator app and signs in with its code', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await console.check()
  const secret = await setUpApp(console)
  const codes = (await page.getByRole('dialog').locator('[data-secret]').innerText()).split('\n')
  expect(codes).toHaveLength(10)
  await console.check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 unused codes').waitFor()

  console.expectFault('401')
  await page.context().clearCookies()
  await console.visit('/account')
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code').fill('000000')
  await console.check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The code is wrong, expired or already used.').waitFor()
  await page.getByLabel('Code').fill(codeOf(secret, nextStep()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await givePassword(console)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Set up the authenticator app' }).waitFor()
})

walk('a user adds a passkey and signs in with it alone', async () => {
  await using console = await openConsole({ isSignedIn: false })
  const { page, shop } = console
  const url = shop.url.replace('127.0.0.1', 'localhost')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.context().request.post(`${url}/admin/auth`, { data: { email: 'admin@example.com', password: PASSWORD } })
  await page.goto(`${url}/app/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the device').fill('Laptop')
  await givePassword(console)
  await console.check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Laptop').waitFor()
  await console.check()

  console.expectFault('401')
  await page.context().clearCookies()
  await page.goto(`${url}/app/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor()
  await page.getByText(/^Last used \S/).waitFor()
})

walk('a user sees its devices, signs one out, changes its password, and logs out everywhere', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.post('/admin/auth', { email: 'admin@example.com', password: PASSWORD }, { 'user-agent': 'Unknown' })
  await console.visit('/account')
  const row = page.getByRole('row', { name: /Unknown device/ })
  await row.getByRole('button').click()
  await row.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Change the password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password').fill('a better horse')
  await dialog.getByLabel('Current password').fill('wrong horse')
  console.expectFault('400')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Your current password is wrong.').waitFor()
  await console.check()
  await givePassword(console)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Password changed.').waitFor()

  await page.getByRole('button', { name: 'Change the e-mail' }).click()
  await dialog.getByLabel('New e-mail').fill('owner@example.com')
  await dialog.getByLabel('Current password').fill('a better horse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('owner@example.com').first().waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  console.expectFault('401')
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor()
})

walk('a shop that requires two factors shows a user without one only the setup', async () => {
  await using console = await openConsole({ browser: { viewport: { width: 390, height: 844 } } })
  const { page } = console
  await console.visit('/settings/store')
  await page.getByRole('switch', { name: 'All users need two-factor authentication' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  console.expectFault('403')
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
  await console.check()
  await setUpApp(console)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Store', level: 1 }).waitFor()
})

walk('an administrator resets the second factor of another user', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { browser, person } = await loggedInUser(shop, 'grace')
  await setUpAppOf(browser, person)
  await console.visit('/settings/users')
  const row = page.getByRole('row', { name: /grace@example.com/ })
  await row.getByRole('button', { name: /Reset the two-factor/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset two-factor' }).click()
  await row.getByText('Off').waitFor()
  await console.check()
  expect((await browser.get('/admin/auth')).status).toBe(401)
})

walk('the account is German in a German browser, and the language follows the user', async () => {
  await using console = await openConsole()
  const { page } = console
  await console.visit('/account')
  await page.getByLabel('Language').getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
  await console.settle()
  await console.check()
  await page.evaluate('localStorage.clear()')
  await console.visit('/account')
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
})
