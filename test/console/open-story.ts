import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { email } from '../../plugins/email/index.ts'
import { storefront, testPayment } from '../../plugins/storefront/index.ts'
import { openMailServer } from '../support/mail-server.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

export interface Story extends AsyncDisposable {
  console: OpenConsole
  /** The console of the merchant. */
  page: Page
  /** Opens the storefront in another browser, for a new customer. */
  openStore(): Promise<Page>
  /** Takes a picture with the next number. Default: of the console. */
  picture(name: string, page?: Page): Promise<void>
  /** Waits for the mail to the address with this subject, or for the second of two, shows it, and returns its text. */
  readMail(to: string, subject: string, number?: number): Promise<string>
  /** Everything that the merchant and the customers have done until now. */
  effort(): Effort
}

interface Effort {
  clicks: number
  letters: number
  /** A person needs 10 seconds for each click with its decision, and types 3 letters in a second. */
  minutes: number
}

const FOLDER = join(import.meta.dirname, '../../.data/stories')

/** Runs in each page. Only real clicks count, and a typed text counts once. */
const COUNTER = `addEventListener('click', (event) => event.isTrusted && countEffort(1, 0), true)
addEventListener('change', ({ target }) => target.type !== 'file' && countEffort(0, String(target.value ?? '').length), true)`

/** Opens an empty shop with a storefront, test payments, a mail server and a worker. Its pictures are in `.data/stories`. */
export async function openStory(name: string): Promise<Story> {
  const ending = new AsyncDisposableStack()
  const mails = ending.use(await openMailServer())
  const plugins = [storefront({ country: 'de' }), testPayment, email]
  const console = ending.use(
    await openConsole({
      plugins,
      config: { production: false },
      env: { SMTP_URL: mails.url, MAIL_FROM: 'Casa Lino <shop@casalino.example>' },
    }),
  )
  const { shop, page } = console
  // The old shop does not answer any longer, so its pictures fail.
  for (const fault of ['old.invalid', 'ERR_NAME_NOT_RESOLVED']) console.expectFault(fault)
  ending.use(runJobs(shop.runJobs))
  const effort = { clicks: 0, letters: 0 }
  const count = async (shown: Page) => {
    await shown.exposeFunction('countEffort', (clicks: number, letters: number) => {
      effort.clicks += clicks
      effort.letters += letters
    })
    await shown.addInitScript(COUNTER)
  }
  page.setDefaultTimeout(60_000)
  await count(page)
  const folder = join(FOLDER, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let pictures = 0
  const openStore = async () => {
    const context = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 1280, height: 900 } })
    ending.defer(() => context.close())
    context.setDefaultTimeout(60_000)
    const store = await context.newPage()
    await count(store)
    await store.goto(shop.url)
    return store
  }
  const picture = async (title: string, shown = page) => {
    pictures += 1
    const path = join(folder, `${String(pictures).padStart(2, '0')}-${title}.png`)
    await shown.screenshot({ path, fullPage: true, animations: 'disabled' })
  }
  const inbox = await (await page.context().browser()!.newContext()).newPage()
  ending.defer(() => inbox.context().close())
  return {
    ...{ console, page, openStore, picture },
    async readMail(to, subject, number = 1) {
      const isMeant = (mail: (typeof mails.received)[number]) => mail.subject === subject && addressOf(mail.to) === to
      const deadline = Date.now() + 60_000
      const find = () => mails.received.filter(isMeant)[number - 1]
      while (!find() && Date.now() < deadline) await page.waitForTimeout(100)
      const mail = find()
      if (!mail)
        throw new Error(
          `No mail ${number} "${subject}" to ${to}: ${mails.received.map((one) => one.subject).join(', ')}`,
        )
      await inbox.setContent(mail.html || '')
      await picture(`mail-${subject.replaceAll(/\W+/g, '-').toLowerCase()}`, inbox)
      return mail.text ?? ''
    },
    effort: () => ({ ...effort, minutes: Math.round((effort.clicks * 10 + effort.letters / 3) / 6) / 10 }),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

const addressOf = (to: unknown): string => {
  const [address] = [to].flat()
  return typeof address === 'object' && address !== null && 'text' in address ? String(address.text) : String(address)
}

/** Runs the jobs as a worker does, until the disposal. */
function runJobs(run: () => Promise<void>): AsyncDisposable {
  let isOpen = true
  const worker = (async () => {
    while (isOpen) {
      await run()
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOpen = false
      await worker
    },
  }
}
