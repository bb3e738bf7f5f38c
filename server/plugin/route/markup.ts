type MarkupValue = string | number | bigint | boolean | null | undefined | Markup | readonly MarkupValue[]

/** A text in which all values are escaped. */
export class Markup {
  readonly type: string
  readonly #text: string

  constructor(text: string, type: string) {
    this.#text = text
    this.type = type
  }

  toString(): string {
    return this.#text
  }

  /** A response with another status or more headers: `` html`<h1>Not found</h1>`.response({ status: 404 }) ``. */
  response(init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers)
    headers.set('Content-Type', this.type)
    return new Response(this.#text, { ...init, headers })
  }
}

/**
 * An HTML page or a part of one. Values are escaped, except those of `html` and `rawHtml`. Lists are joined, and `null`,
 * `undefined` and `false` are left out. Quote attributes: `` html`<a href="${url}">` ``.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup =>
  new Markup(joinMarkup(strings, values), HTML)

/** An XML document or a part of one. Values are escaped, and characters that XML cannot contain are removed. */
export const xml = (strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup =>
  new Markup(joinMarkup(strings, values).replaceAll(NOT_IN_XML, ''), 'application/xml; charset=utf-8')

/** HTML that a trusted editor wrote. Its scripts do not run, but its forms and links work. Never pass a text of a customer. */
export const rawHtml = (text: string): Markup => new Markup(text, HTML)

const HTML = 'text/html; charset=utf-8'

const NOT_IN_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function joinMarkup(strings: readonly string[], values: readonly MarkupValue[]): string {
  let text = strings[0] ?? ''
  for (let i = 0; i < values.length; i++) text += escaped(values[i]) + strings[i + 1]
  return text
}

function escaped(value: MarkupValue): string {
  if (typeof value === 'string') return escapeText(value)
  if (value instanceof Markup) return value.toString()
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') return value.map(escaped).join('')
  return String(value)
}

function escapeText(text: string): string {
  let at = text.search(/[&<>"']/)
  if (at < 0) return text
  let escapedText = ''
  let from = 0
  for (; at < text.length; at++) {
    const entity = entityOf(text.charCodeAt(at))
    if (!entity) continue
    escapedText += text.slice(from, at) + entity
    from = at + 1
  }
  return escapedText + text.slice(from)
}

/** A switch is faster than a table for each character of a page. */
function entityOf(code: number): string | undefined {
  switch (code) {
    case 34:
      return '&quot;'
    case 38:
      return '&amp;'
    case 39:
      return '&#39;'
    case 60:
      return '&lt;'
    case 62:
      return '&gt;'
    default:
      return undefined
  }
}
