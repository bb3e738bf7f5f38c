/** The sources that an HTML page may load from the shop itself. `img-src` also has the file store and all servers with TLS. */
const OWN_SOURCES = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': [],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-src': [],
  'form-action': ["'self'"],
  'frame-ancestors': [],
} as const satisfies Record<string, readonly string[]>

export type ContentDirective = keyof typeof OWN_SOURCES

/**
 * More sources for the Content-Security-Policy of an HTML page, such as `{ 'script-src': ['https://js.stripe.com'] }`. Scripts
 * inside of the page need their hash.
 */
export type ContentSources = { readonly [Directive in ContentDirective]?: readonly string[] }

const DIRECTIVES = Object.keys(OWN_SOURCES) as ContentDirective[]

const HTTPS_ORIGIN = /^(https|wss):\/\/(\*\.)?[\w-]+(\.[\w-]+)+(:\d+)?(\/[\w./~-]*)?$/
const HASH = /^'sha(256|384|512)-[\w+/]+={0,2}'$/
const OF_MEDIA: readonly string[] = ['img-src', 'media-src', 'font-src']

/** Returns a sentence for each source that would let the scripts of another person run with the session of the caller. */
export const unsafeSources = (sources: ContentSources): string[] =>
  Object.entries(sources).flatMap(([directive, list = []]) =>
    (DIRECTIVES as readonly string[]).includes(directive)
      ? list
          .filter((source) => !isSafe(directive, source))
          .map((source) => `the unsafe source ${source} of ${directive}`)
      : [`the unknown directive ${directive}`],
  )

function isSafe(directive: string, source: string): boolean {
  if (source === "'self'" || HTTPS_ORIGIN.test(source)) return true
  if (directive === 'script-src') return HASH.test(source)
  if (directive === 'style-src') return HASH.test(source) || source === "'unsafe-inline'"
  return OF_MEDIA.includes(directive) && ['data:', 'blob:', 'https:'].includes(source)
}

/** @param images The sources of all images of the shop. */
export function contentSecurityPolicyOf(sources: ContentSources, images: string): string {
  const listed = DIRECTIVES.map((directive) => {
    const all = [...(directive === 'img-src' ? [images] : OWN_SOURCES[directive]), ...(sources[directive] ?? [])]
    return `${directive} ${all.length > 0 ? all.join(' ') : "'none'"}`
  })
  return ["default-src 'none'", "base-uri 'none'", "manifest-src 'self'", ...listed].join('; ')
}
