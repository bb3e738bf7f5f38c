import { createHash } from 'node:crypto'
import { type Request, Router } from 'express'

/** The addresses of the shop at `/developers`, and at `/` if no plugin has a page there. */
export function frontPage(): Router {
  return Router()
    .get(['/', '/developers'], (req, res) => {
      res.vary('Accept')
      if (req.accepts(['html', 'json']) === 'json') res.json({ name: NAME, description: DESCRIPTION, links: LINKS })
      else
        res
          .set('Content-Security-Policy', onlyOwnStyle)
          .type('html')
          .send(pageFor(originOf(req)))
    })
    .get('/llms.txt', (_req, res) => {
      res.type('text').send(llmsPage)
    })
}

const NAME = 'Cartwright'
const DESCRIPTION = 'An online-store backend with its administration.'

const LINKS = {
  console: '/app',
  documentation: '/docs',
  openapi: '/openapi.json',
  products: '/store/products',
  regions: '/store/regions',
  trpc: '/trpc/store.regions.list',
  health: '/health',
  readiness: '/ready',
} as const

const ABOUT = {
  console: 'The administration of the shop, in the browser',
  documentation: 'All REST operations, with code samples and forms to try them',
  openapi: 'The OpenAPI 3.1 document of the REST API',
  products: 'The products of the store, over REST',
  regions: 'The regions of the store, over REST',
  trpc: 'The regions of the store, over tRPC',
  health: 'Whether the process is alive',
  readiness: 'Whether the server takes requests',
} as const satisfies Record<keyof typeof LINKS, string>

/** The caller controls the Host header, so the page shows only characters of a host name. */
function originOf({ protocol, host }: Request): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host ?? '') ? `${protocol}://${host}` : 'http://localhost:9000'
}

const rows = Object.entries(LINKS).map(
  ([name, path]) => `<dt><a href="${path}">${path}</a></dt><dd>${ABOUT[name as keyof typeof LINKS]}</dd>`,
)

const addresses = Object.entries(LINKS).map(
  ([name, path]) => `- [${name}](${path}): ${ABOUT[name as keyof typeof LINKS]}`,
)

/** The addresses for coding agents (https://llmstxt.org). */
const llmsPage = `# ${NAME}

> ${DESCRIPTION}

## Addresses

${addresses.join('\n')}

The guide is in the package: \`docs/README.md\` and \`llms.txt\`. Amounts are integers in minor units.
`

const style = `
:root { color-scheme: light dark; --soft: light-dark(#5b6470, #9aa4b2); --line: light-dark(#dfe3e8, #323943); }
body { max-width: 42rem; margin: 4rem auto; padding: 0 1.25rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.05rem; }
p { margin: .25rem 0 0; }
dl { display: grid; grid-template-columns: auto 1fr; margin: 0 0 1rem; border-top: 1px solid var(--line); }
dt, dd { margin: 0; padding: .5rem 0; border-bottom: 1px solid var(--line); }
dt { padding-right: 2rem; }
dd, p { color: var(--soft); }
a, code { font-family: ui-monospace, monospace; font-size: .9rem; }
a { color: light-dark(#0b57d0, #8ab4f8); }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dt { border: 0; padding-bottom: 0; } }
`

const hash = createHash('sha256').update(style).digest('base64')

const onlyOwnStyle = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  ...['base-uri', 'form-action', 'frame-ancestors'].map((directive) => `${directive} 'none'`),
].join('; ')

const pageFor = (origin: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<style>${style}</style>
<h1>${NAME}</h1>
<p>${DESCRIPTION}</p>
<h2>Addresses</h2>
<dl>
${rows.join('\n')}
</dl>
<p>The admin API is at <code>/admin</code>. It needs a session or an API key.</p>
<h2>Try it</h2>
<pre><code>curl '${origin}/store/products?limit=3'</code></pre>
</html>
`
