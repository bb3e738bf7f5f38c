import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTestShop, type TestShop, type TestShopOptions } from '#test/support/shop.ts'
import { browserPath, startBrowser } from './browser.ts'
import { collectFaults } from './watch-faults.ts'
import { watchRequests } from './watch-requests.ts'

export interface OpenConsole extends AsyncDisposable {
  shop: TestShop
  page: Page
  /** Opens a page by its path below `/app`, such as `/customers`. */
  visit(path: string): Promise<void>
  /** Waits until no request of the page is open. */
  settle(): Promise<void>
  /** Expects that axe finds no violation of WCAG 2.2 AA on the page, and that nothing has failed. */
  check(): Promise<void>
  /** Errors of the page, failed requests and responses with an error status. */
  faults(): string[]
  /** Ignores the faults that contain the text, such as the status of a refused request. */
  expectFault(text: string): void
  /** Opens the console in another browser, for a new administrator. */
  join(administrator: { first_name: string; last_name: string }): Promise<Page>
}

interface OpenConsoleOptions extends TestShopOptions {
  /** Default: true. */
  isSignedIn?: boolean
  /** Colour scheme, language, size of the window. */
  browser?: BrowserContextOptions
}

const PASSWORD = 'correct horse'
const WINDOW = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' }
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Colours have too little contrast while an element fades in or out. Spinners never end. */
const ENDED_ANIMATIONS = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
  .map((animation) => animation.finished))`

/** Mantine puts a `<header>` into a dialog, and popovers outside of the landmarks. These rules are no part of WCAG. */
const RULES_OF_LANDMARKS = ['landmark-no-duplicate-banner', 'landmark-unique', 'region']

/** Opens the console of a new shop in a browser. The disposal fails on an error of the page and on a failed request. */
export async function openConsole({
  isSignedIn = true,
  browser,
  ...options
}: OpenConsoleOptions = {}): Promise<OpenConsole> {
  const ending = new AsyncDisposableStack()
  const shop = ending.use(await openTestShop(options))
  const faults = collectFaults()
  const openPage = async () => {
    const context = await (await startBrowser()).newContext({ ...WINDOW, reducedMotion: 'reduce', ...browser })
    ending.defer(() => context.close())
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    faults.watch(page)
    return page
  }
  const signIn = (page: Page, email: string) =>
    page.context().request.post(`${shop.url}/admin/auth`, { data: { email, password: PASSWORD } })
  const page = await openPage()
  if (isSignedIn) await signIn(page, 'admin@example.com')
  const requests = watchRequests(page)
  return {
    shop,
    page,
    async visit(path) {
      await page.goto(`${shop.url}/app${path}`)
      await page.locator('h1').waitFor()
      await requests.settled()
    },
    settle: requests.settled,
    async check() {
      await page.locator('h1').first().waitFor()
      await page.evaluate(ENDED_ANIMATIONS)
      // A control that is half below a sticky column or head has a small target.
      await page.evaluate(
        'for (const one of document.querySelectorAll("*")) Object.assign(one, { scrollLeft: 0, scrollTop: 0 })',
      )
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).disableRules(RULES_OF_LANDMARKS).analyze()
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
      expect(faults.found()).toEqual([])
    },
    faults: faults.found,
    expectFault: faults.ignore,
    async join(administrator) {
      const email = `${administrator.first_name.toLowerCase()}@example.com`
      await shop.admin.post('/admin/users', { email, password: PASSWORD, ...administrator })
      const other = await openPage()
      await signIn(other, email)
      return other
    },
    async [Symbol.asyncDispose]() {
      await ending.disposeAsync()
      expect(faults.found()).toEqual([])
    },
  }
}

/**
 * A test in a browser. Vitest skips the test if this machine has no browser. The steps have own time limits, so the limit
 * of the test is far above the time that it needs on a busy machine.
 */
export function walk(name: string, body: () => Promise<void>): void {
  test.skipIf(browserPath === undefined)(name, { timeout: 900_000 }, body)
}

if (browserPath === undefined)
  console.warn('No browser was found, so the console is not tested. Install Chromium or set CONSOLE_BROWSER.')
