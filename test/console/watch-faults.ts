import type { Page } from 'playwright-core'

export interface Faults {
  watch(page: Page): void
  found(): string[]
  ignore(text: string): void
}

/** Collects errors in pages, messages of the level error or warning, and failed requests. */
export function collectFaults(): Faults {
  const faults: string[] = []
  const ignored: string[] = []
  return {
    watch: (page) => recordFaults(page, faults),
    found: () => faults.filter((fault) => !ignored.some((text) => fault.includes(text))),
    ignore: (text) => void ignored.push(text),
  }
}

function recordFaults(page: Page, faults: string[]): void {
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
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()} on ${page.url()}`)
  })
}
