import type { Page } from 'playwright-core'

/** Collects errors in the page, messages of the level error or warning, and failed requests. */
export function watchFaults(page: Page): { found(): string[]; ignore(text: string): void } {
  const faults: string[] = []
  const ignored: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The browser aborts running requests when it leaves the page.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`)
  })
  return {
    found: () => faults.filter((fault) => !ignored.some((text) => fault.includes(text))),
    ignore: (text) => void ignored.push(text),
  }
}
