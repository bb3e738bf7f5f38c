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

const joinMarkup = (strings: readonly string[], values: readonly MarkupValue[]): string =>
  strings.map((text, i) => (i === 0 ? text : escaped(values[i - 1]) + text)).join('')

function escaped(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.toString()
  if (typeof value === 'object') return value.map(escaped).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
