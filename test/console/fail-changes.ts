import type { Page, Route } from 'playwright-core'

export interface FailureOfChange {
  name: string
  /** The sentence in English, and a part of the German one. */
  text: { en: RegExp; de: RegExp }
  answer(route: Route): Promise<void>
  /** The time after which the change fails, in milliseconds. The page needs a clock of the test. */
  after?: number
  /** Whether the page asks for the password. */
  endsSession?: true
}

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' })

const ofShop = (status: number, data: Record<string, unknown>) => (route: Route) =>
  route.fulfill({
    status,
    json: {
      error: { json: { message: data.message, code: -32000, data: { code: 'X', httpStatus: status, ...data } } },
    },
  })

const TRY_AGAIN = { en: /The shop could not answer \(\d+\)/, de: /Der Shop konnte nicht antworten \(\d+\)/ }

/** The ways in which a change can fail without a fault of its input. */
export const FAILURES: readonly FailureOfChange[] = [
  {
    name: 'no connection',
    text: { en: /The shop does not respond/, de: /Der Shop antwortet nicht/ },
    answer: (route) => route.abort('connectionrefused'),
  },
  { name: 'a proxy answers 502', text: TRY_AGAIN, answer: html(502) },
  { name: 'a proxy answers 504', text: TRY_AGAIN, answer: html(504) },
  {
    name: 'a proxy answers 413',
    text: { en: /more than the shop accepts/, de: /mehr, als der Shop/ },
    answer: html(413),
  },
  {
    name: 'the shop answers 409',
    text: { en: /changing the same data/, de: /Jemand ändert gerade/ },
    answer: ofShop(409, { type: 'conflict', message: 'A conflict' }),
  },
  {
    name: 'the shop answers 500',
    text: { en: /unexpected error/, de: /unerwarteter Fehler/ },
    answer: ofShop(500, { type: 'unknown_error', message: 'boom' }),
  },
  {
    name: 'the shop answers 503',
    text: { en: /is not available/, de: /nicht verfügbar/ },
    answer: ofShop(503, { type: 'unavailable', message: 'down' }),
  },
  {
    name: 'no answer in time',
    text: { en: /did not respond in time/, de: /nicht rechtzeitig geantwortet/ },
    answer: async () => {},
    after: 61_000,
  },
  {
    name: 'the session has ended',
    text: { en: /You are signed out/, de: /Sie sind abgemeldet/ },
    answer: ofShop(401, { type: 'unauthorized', message: 'Unauthorized' }),
    endsSession: true,
  },
]

const CHANGES = /\/trpc\//

/** Every change fails until the returned function is called. Queries and dry runs are answered. */
export async function failChanges(page: Page, answer: FailureOfChange['answer']): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const request = route.request()
    const isChange = request.method() === 'POST' && !request.headers()['x-dry-run']
    await (isChange ? answer(route) : route.fallback())
  }
  await page.route(CHANGES, handle)
  return () => page.unroute(CHANGES, handle)
}
