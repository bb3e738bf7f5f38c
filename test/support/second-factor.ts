import { Secret, TOTP } from 'otpauth'
import { CookieClient } from './cookie-client.ts'
import { expectSuccess } from './factories.ts'
import type { TestShop } from './shop.ts'

export interface Person {
  email: string
  password: string
}

export const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** The time of the next code. */
export const nextStep = (): number => Date.now() + 30_000

/** A new user, logged in with a browser. */
export async function loggedInUser(shop: TestShop, name: string, role = 'admin') {
  const person: Person = { email: `${name}@example.com`, password: `secret of ${name}` }
  const { user } = await expectSuccess(shop.admin.post('/admin/users', { ...person, role }))
  const browser = new CookieClient(shop.url)
  await expectSuccess(browser.post('/admin/auth', person))
  return { user, person, browser }
}

/** Sets up an authenticator app. Its present code is used up, so `codeOf` needs the next one. */
export async function setUpApp(browser: CookieClient, { password }: Person) {
  const { token, secret } = await expectSuccess(browser.post('/admin/account/authenticator-app/setup', {}))
  const code = codeOf(secret)
  const body = { token, code, password }
  const { recovery_codes } = await expectSuccess(browser.post('/admin/account/authenticator-app', body))
  return { secret, code, recovery_codes: recovery_codes ?? [] }
}
