import { expect } from 'vitest'
import type { OAuthProvider } from '#entities/platform/app/oauth-provider.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { openConsole, walk } from '../open-console.ts'

const ledger: OAuthProvider = {
  application_name: 'ledger',
  display_name: 'Ledger',
  install_url: 'https://ledger.example/grant',
  generateToken: async (code) => ({ access_token: `access for ${code}`, refresh_token: 'refresh' }),
  refreshToken: async () => ({ access_token: 'renewed' }),
}

walk('an administrator connects an app, renews its tokens and disconnects it', async () => {
  const oauth = new Map([['ledger', ledger]])
  await using console = await openConsole({ providers: { ...providersWith(), oauth } })
  const { page, shop } = console
  await page.route('https://ledger.example/**', async (route) => {
    const state = new URL(route.request().url()).searchParams.get('state')
    const location = `${shop.url}/app/settings/apps/ledger?state=${state}&code=granted`
    await route.fulfill({ status: 302, headers: { location } })
  })
  await console.visit('/settings')
  await page.getByRole('link', { name: /^Apps/ }).click()
  await page.getByText('Not connected').waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Connect Ledger' }).click()
  await page.getByRole('cell', { name: 'Connected', exact: true }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Renew the tokens of Ledger' }).click()
  await page.getByText('Tokens renewed').waitFor()
  await page.getByRole('button', { name: 'Disconnect Ledger' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Not connected').waitFor()
  const { body } = await shop.admin.get('/admin/apps')
  expect(body.apps).toMatchObject([{ application_name: 'ledger', data: null }])
})
