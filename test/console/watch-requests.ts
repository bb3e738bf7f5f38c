import type { Page, Request } from 'playwright-core'

/** Subscriptions stay open while the page is open. */
const isSubscription = (request: Request) => /\.watch\?/.test(request.url())

/** Counts the requests of a page that have no answer yet. */
export function watchRequests(page: Page): { settled(): Promise<void> } {
  const pending = new Set<Request>()
  let changedAt = Date.now()
  const change = (apply: () => void) => {
    apply()
    changedAt = Date.now()
  }
  page.on('request', (request) => {
    if (!isSubscription(request)) change(() => pending.add(request))
  })
  page.on('requestfinished', (request) => change(() => pending.delete(request)))
  page.on('requestfailed', (request) => change(() => pending.delete(request)))
  const isQuiet = () => pending.size === 0 && Date.now() - changedAt > QUIET
  return {
    async settled() {
      const end = Date.now() + LIMIT
      while (!isQuiet()) {
        if (Date.now() > end) throw new Error(`Requests without an answer: ${[...pending].map((one) => one.url())}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/** Milliseconds without a request. */
const QUIET = 400
const LIMIT = 120_000
