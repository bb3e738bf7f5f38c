/** A browser without scripts: it keeps cookies, fills the forms of the pages and follows redirects. */
export class Visitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()
  path = ''
  status = 0
  html = ''
  headers = new Headers()

  constructor(url: string) {
    this.#url = url
  }

  async open(path: string, init: RequestInit = {}): Promise<this> {
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...init.headers }
    const answer = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' })
    this.#keepCookies(answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    // Status 307 repeats the request with its form.
    if (location) return this.open(location, answer.status === 307 ? init : {})
    Object.assign(this, { path, status: answer.status, html: await answer.text(), headers: answer.headers })
    return this
  }

  /** Sends the form of the page with this action. The fields have the values of the page, except `values`. */
  submit(action: string, values: Record<string, string> = {}): Promise<this> {
    const form = this.#forms().find((one) => one.action === action && namesOf(values).every((name) => one.has(name)))
    if (!form) throw new Error(`${this.path} has no form to ${action} with ${Object.keys(values).join(', ')}`)
    const body = new URLSearchParams({ ...form.values, ...values })
    if (form.method === 'get') return this.open(`${action}?${body}`)
    return this.open(action, { method: 'POST', body, headers: { origin: this.#url } })
  }

  /** The text of the page without its elements. */
  get text(): string {
    return decoded(this.html.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(
      /\s+/g,
      ' ',
    )
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  #forms() {
    return Array.from(this.html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs), ([, start = '', content = '']) => ({
      action: attributeOf(start, 'action') ?? this.path,
      method: attributeOf(start, 'method') ?? 'get',
      values: Object.fromEntries(fieldsIn(content)),
      has: (name: string) => content.includes(`name="${name}"`),
    }))
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

const namesOf = (values: object): string[] => Object.keys(values)

const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** Pairs of a name and its value in the page. */
function fieldsIn(content: string): [string, string][] {
  const inputs = Array.from(content.matchAll(/<input\b([^>]*)>/g), ([, tag = '']) => tag)
  const isSent = (tag: string) => !/\btype="(radio|checkbox)"/.test(tag) || /\bchecked\b/.test(tag)
  const sent = inputs
    .filter(isSent)
    .map((tag): [string, string] => [attributeOf(tag, 'name') ?? '', attributeOf(tag, 'value') ?? ''])
  const selects = Array.from(
    content.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs),
    ([, tag = '', options = '']): [string, string] => {
      const chosen = /<option\b([^>]*\bselected\b[^>]*)>/.exec(options) ?? /<option\b([^>]*)>/.exec(options)
      return [attributeOf(tag, 'name') ?? '', attributeOf(chosen?.[1] ?? '', 'value') ?? '']
    },
  )
  return [...sent, ...selects]
}

const decoded = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
