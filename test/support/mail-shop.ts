import { afterAll, beforeEach } from 'vitest'
import { email } from '../../plugins/email/index.ts'
import { openMailServer } from './mail-server.ts'
import { openTestShop, type TestShopOptions } from './shop.ts'

export const SENDER = { MAIL_FROM: 'Test shop <shop@shop.test>' }
const URLS = { STORE_URL: 'https://shop.test/', ADMIN_URL: 'https://admin.shop.test' }
export const MAIL_SETTINGS = { NODE_ENV: 'production', ...SENDER, ...URLS }

/** Opens a shop that sends its mails to an SMTP server of the test. */
export async function useMailShop(options: TestShopOptions = {}) {
  const ending = new AsyncDisposableStack()
  afterAll(() => ending.disposeAsync())
  const server = ending.use(await openMailServer())
  const env = { SMTP_URL: server.url, ...MAIL_SETTINGS }
  const shop = ending.use(await openTestShop({ plugins: [email], env, ...options }))
  async function receivedMails() {
    await shop.runJobs()
    return server.received.splice(0)
  }
  beforeEach(async () => {
    await receivedMails()
  })
  return { shop, server, receivedMails }
}

/** Returns the first link of a text. */
export const linkIn = (text: string | undefined): URL => new URL(/https:\S+/.exec(text ?? '')?.[0] ?? 'https://none')
