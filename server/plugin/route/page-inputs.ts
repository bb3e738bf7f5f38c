/** The parts of a request that a route reads next to its parameters and its input. */
export interface PageInputs {
  headers: ReadonlySet<string>
  cookies: ReadonlySet<string>
  url: boolean
}

/** A route with more names has no limit of its pages. */
const MAX_NAMES = 50

/** The parts of requests that each run of a route has read. The page depends on their values. */
export class KnownInputs implements PageInputs {
  readonly headers = new Set<string>()
  readonly cookies = new Set<string>()
  url = false

  add({ headers, cookies, url }: PageInputs): void {
    for (const name of headers) this.headers.add(name.toLowerCase())
    for (const name of cookies) this.cookies.add(name)
    this.url ||= url
  }

  get isBounded(): boolean {
    return this.headers.size + this.cookies.size <= MAX_NAMES
  }
}
