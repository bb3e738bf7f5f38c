import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface PageValues {
  /** The path below `/app`, such as `/orders/order_1`. */
  path: string
  /** `/app/` as a reference relative to the requested path. */
  base: string
  nonce: string
  /** JSON of the answers that the console needs first. */
  answers: string | undefined
  time: number
  hasManyShops?: boolean
}

/**
 * Returns the page of a built console, or undefined if it is not built. It names the files of the screen at the path, so that the
 * browser does not wait for the first script to load them.
 */
export function consolePage(
  folder: string,
  { path, base, nonce, answers, time, hasManyShops = false }: PageValues,
): string | undefined {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return undefined
  const more = [
    ...filesOfScreen(folder, path).map(linkOf),
    ...(hasManyShops ? ['<meta name="many-shops" content="true">'] : []),
    ...(answers === undefined ? [] : [`<script type="application/json" id="answers">${escapeJson(answers)}</script>`]),
  ]
  return readFileSync(file, 'utf8')
    .replace('</head>', () => `${more.join('')}</head>`)
    .replaceAll('CSP_NONCE', nonce)
    .replace('SHOP_TIME', String(time))
    .replace('<base href="/app/"', `<base href="${base}"`)
}

const linkOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="./${file}" nonce="CSP_NONCE">`
    : `<link rel="modulepreload" crossorigin href="./${file}" nonce="CSP_NONCE">`

/** JSON inside of a script element ends at `</script>` and changes its meaning at `<!--`. */
const escapeJson = (json: string) => json.replaceAll('<', '\\u003c')

function filesOfScreen(folder: string, path: string): string[] {
  const file = join(folder, 'route-files.json')
  if (!existsSync(file)) return []
  const routes: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'))
  const route = routeOf(path, Object.keys(routes))
  return route === undefined ? [] : (routes[route] ?? [])
}

/** The route of a path. A fixed part of a route, such as `new`, precedes a parameter, such as `$id`. */
function routeOf(path: string, routes: readonly string[]): string | undefined {
  const parts = partsOf(path)
  const matching = routes.filter((route) => {
    const wanted = partsOf(route)
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
  return matching.toSorted((one, other) => one.split('$').length - other.split('$').length)[0]
}

const partsOf = (path: string) => path.split('/').filter(Boolean)
