import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  definePlugin,
  html,
  id,
  insertRow,
  NotAllowed,
  NotFound,
  Product,
  queryInt,
  rawBody,
  rawHtml,
  redirect,
  route,
  statement,
  timestamps,
  xml,
} from 'cartwright'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { addCustomer } from '#server/testing/add-customer.ts'
import { openTestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const VisitorSchema = defineEntity({
  name: 'PagesVisitor',
  tableName: 'pages_visitor',
  properties: { id: id('vis'), ...timestamps(), name: p.text() },
})
class Visitor extends VisitorSchema.class {}
VisitorSchema.setClass(Visitor)

class CreateVisitors extends Migration {
  override up(): void {
    this.addSql(`create table pages_visitor (
      id text primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, name text not null)`)
  }
}

const never = () => new Promise<never>(() => {})
const countVisitors = statement<{ count: number }>('select count(*)::int as count from pages_visitor')

let canceled = 0
async function* numbers(from = 0): AsyncGenerator<Uint8Array> {
  try {
    for (let number = from; ; number++) {
      yield Buffer.from(`${number}\n`.repeat(1000))
      await new Promise(setImmediate)
    }
  } finally {
    canceled++
  }
}

const reused = new Response('once')

const pages = definePlugin({
  name: 'pages',
  entities: [Visitor],
  migrations: [CreateVisitors],
  routes: {
    home: route.get('/', () => html`<h1>Welcome</h1>`),
    product: route.get('/products/:handle', { cache: 60 }, async ({ ctx, params }) => {
      const product = await ctx.em.findOne(Product, { handle: params.handle })
      if (!product) throw new NotFound('This product does not exist')
      return html`<h1>${product.title}</h1>${rawHtml('<hr>')}${[1, 2].map((n) => html`<i>${n}</i>`)}`
    }),
    newProduct: route.get('/products/new', () => new Response('new')),
    sitemap: route.get('/sitemap.xml', { cache: 0, cors: true }, () => xml`<urlset><loc>${'a&b\u0000'}</loc></urlset>`),
    open: route.get('/open', { cors: true }, () => new Response('open')),
    change: route.post('/open', () => new Response('changed')),
    remove: route.delete('/open', () => new Response(null, { status: 204 })),
    forget: route.post('/forget', ({ cookies }) => {
      cookies.delete('basket', { path: '/shop' })
      return redirect('/')
    }),
    closed: route.get('/open/closed', () => new Response('closed')),
    search: route.get(
      '/search',
      { input: z.object({ q: z.string().max(5), page: queryInt.default(1) }) },
      ({ input }) => html`<p title="${input.q}">${input.q} ${input.page}</p>`,
    ),
    language: route.get(
      '/language',
      { cache: 60 },
      ({ request }) => new Response(request.header('accept-language') ?? 'none'),
    ),
    shopPage: route.get('/shop/*path', ({ params, request }) =>
      Response.json({ path: params.path, url: request.url.pathname }),
    ),
    invoice: route.get(
      '/invoices/:id.pdf',
      { access: 'customer' },
      ({ ctx, params }) =>
        new Response(new Uint8Array([1, 2, 3]), {
          headers: { 'content-type': 'application/pdf', 'x-owner': ctx.customer_id, 'x-id': params.id },
        }),
    ),
    visitors: route.get('/visitors', { access: 'admin' }, ({ ctx }) => new Response(ctx.user.email)),
    addVisitor: route.post(
      '/visitors',
      { access: 'admin', input: z.object({ name: z.string() }) },
      ({ ctx, input, cookies }) => {
        insertRow(ctx.em, Visitor, input)
        cookies.set('visitor', input.name)
        return redirect('/visitors')
      },
    ),
    signIn: route.post(
      '/guestbook',
      { input: z.object({ name: z.string().min(1) }) },
      async ({ ctx, input, cookies }) => {
        insertRow(ctx.em, Visitor, { name: input.name })
        await ctx.em.flush()
        cookies.set('visitor', input.name, { maxAge: 60 })
        if (input.name === 'Mallory') throw new NotAllowed('Not you')
        if (input.name === 'slow') await never()
        return redirect('/guestbook')
      },
    ),
    guestbook: route.get('/guestbook', { cache: 60 }, async ({ ctx, cookies }) => {
      const [row] = await countVisitors(ctx.em)
      return new Response(`${cookies.get('visitor') ?? 'nobody'} of ${row?.count}`)
    }),
    upload: route.post(
      '/upload',
      { input: rawBody },
      ({ input, request }) => new Response(`${input.length} ${request.header('x-kind')}`),
    ),
    card: route.get(
      '/card',
      { csp: { 'script-src': ['https://js.example.com'], 'frame-ancestors': ["'self'"] } },
      () => html`<p>Card</p>`,
    ),
    stream: route.get('/stream', { streams: true }, () => new Response(ReadableStream.from(numbers()))),
    silent: route.get('/silent', { streams: true }, () => new Response(new ReadableStream({}))),
    broken: route.get(
      '/broken',
      { streams: true },
      () =>
        new Response(
          ReadableStream.from(
            (async function* () {
              yield Buffer.from('begin')
              throw new Error('broken in the middle')
            })(),
          ),
        ),
    ),
    endless: route.get('/endless', () => new Response(ReadableStream.from(numbers()))),
    waits: route.get('/waits', () => new Response(new ReadableStream({}))),
    throws: route.get('/throws', () => {
      throw new Error('select secret from table')
    }),
    hangs: route.get('/hangs', never),
    reused: route.get('/reused', () => reused),
    cached: route.get('/cached', () => new Response('', { headers: { 'cache-control': 'public' } })),
    back: route.get('/back', { input: z.object({ to: z.string() }) }, ({ input }) => redirect(input.to)),
    preview: route.get('/dev/preview', () => html`<p>Preview</p>`),
  },
})

const shop = await openTestShop({
  plugins: [pages],
  demo: true,
  config: {
    production: false,
    storeCors: ['https://shop.example'],
    bounds: { ...defaultRequestBounds, answerTimeout: 1500, answer: { bytes: 200_000, rows: 1000 } },
  },
})
afterAll(() => shop[Symbol.asyncDispose]())

const send = (path: string, init: RequestInit = {}) => fetch(`${shop.url}${path}`, { redirect: 'manual', ...init })
const textOf = async (path: string, init?: RequestInit) => (await send(path, init)).text()
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
})
const visitorsOf = async () => (await countVisitors(shop.orm.em.fork()))[0]?.count

describe('pages', () => {
  test('a route owns the front page and sends HTML with a strict policy', async () => {
    const answer = await send('/')
    expect(await answer.text()).toBe('<h1>Welcome</h1>')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('a path parameter selects a row, and values are escaped', async () => {
    const product = await shop.orm.em.fork().findOneOrFail(Product, { deleted_at: null }, { orderBy: { id: 'asc' } })
    const answer = await textOf(`/products/${product.handle}`)
    expect(answer).toContain('<hr><i>1</i><i>2</i>')
    expect(await textOf('/search?q=%3Cb%3E%22')).toBe('<p title="&lt;b&gt;&quot;">&lt;b&gt;&quot; 1</p>')
    expect(await textOf('/sitemap.xml')).toBe('<urlset><loc>a&amp;b</loc></urlset>')
  })

  test('a path without parameters comes first', async () => {
    expect(await textOf('/products/new')).toBe('new')
    expect((await send('/products/none')).status).toBe(404)
  })

  test('a prefix belongs to a plugin, and paths of the core do not', async () => {
    expect(JSON.parse(await textOf('/shop/a/b%2Fc'))).toEqual({ path: ['a', 'b/c'], url: '/shop/a/b%2Fc' })
    expect((await send('/health')).status).toBe(200)
    expect((await send('/shop/%E0%A4%A')).status).toBe(400)
  })

  test('the query is validated, and unknown parameters of advertisements are ignored', async () => {
    expect((await send('/search?q=abc&utm_source=x&page=2')).status).toBe(200)
    const refused = await send('/search?q=toolong')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ type: 'invalid_data' })
    expect((await send('/search')).status).toBe(400)
    expect((await send(`/search?${'a=1&'.repeat(2500)}`)).status).toBe(414)
  })

  test('a browser gets an error as a page, and a program as JSON', async () => {
    const page = await send('/products/none', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<p>This product does not exist</p>')
    expect(await (await send('/products/none')).json()).toEqual({
      type: 'not_found',
      message: 'This product does not exist',
    })
  })

  test('HEAD has the headers of GET, OPTIONS names the methods, and other methods are 405', async () => {
    const head = await send('/sitemap.xml', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/xml; charset=utf-8',
      '',
    ])
    expect(head.headers.get('content-length')).toBe('35')
    const options = await send('/guestbook', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST'])
    const wrong = await send('/search', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await wrong.json()).toEqual({ type: 'not_allowed', message: 'Cannot DELETE /search' })
    expect((await send('/nothing')).status).toBe(404)
  })

  test('a request that names its server in its first line is answered', async () => {
    const socket = createConnection(Number(new URL(shop.url).port), '127.0.0.1')
    socket.write('GET http://shop.example/shop/a?b=c HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [\s\S]*"url":"\/shop\/a"/)
  })

  test('a response without content has no length', async () => {
    const { status, headers } = await send('/open', { method: 'DELETE' })
    expect([status, headers.get('content-length')]).toEqual([204, null])
  })

  test('a page can add sources to its policy', async () => {
    const { headers } = await send('/card')
    expect(headers.get('content-security-policy')).toContain("script-src 'self' https://js.example.com;")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('x-frame-options')).toBeNull()
  })

  /** They begin with two slashes without their dot segments. */
  const HIDDEN = ['/..//evil.example', '/a/..//evil.example', '/./..//evil.example', '/%252e%252e//evil.example']

  test('a redirect leads to a path of the shop only', async () => {
    expect((await send('/back?to=/cart')).headers.get('location')).toBe('/cart')
    for (const to of ['//evil.example', 'https://evil.example', '/%5Cevil.example', '/a%0d%0ab', ...HIDDEN])
      expect((await send(`/back?to=${encodeURIComponent(decodeURIComponent(to))}`)).status, to).toBe(400)
  })

  test('a page for developers exists outside of production only', async () => {
    expect((await send('/dev/preview')).status).toBe(200)
    await using production = await openTestShop({ plugins: [pages], config: { production: true } })
    expect((await fetch(`${production.url}/dev/preview`)).status).toBe(404)
  })
})

describe('caches', () => {
  test('shared caches store a response to an anonymous caller only', async () => {
    const anonymous = await send('/guestbook')
    expect(anonymous.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60')
    expect(anonymous.headers.get('vary')).toContain('Cookie')
    const known = await send('/guestbook', { headers: { cookie: 'visitor=Ada' } })
    expect(await known.text()).toContain('Ada of')
    expect(known.headers.get('cache-control')).toBe('private, no-cache')
    const token = await send('/guestbook', { headers: { authorization: `Bearer ${shop.token}` } })
    expect(token.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('a client that has the page gets 304', async () => {
    const etag = (await send('/sitemap.xml')).headers.get('etag')
    const again = await send('/sitemap.xml', { headers: { 'if-none-match': `${etag}`, 'cache-control': 'max-age=0' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a response varies by the headers that the route reads', async () => {
    expect((await send('/language')).headers.get('vary')).toContain('accept-language')
    expect((await send('/sitemap.xml')).headers.get('vary')).not.toContain('accept-language')
  })

  test('an error is not stored', async () => {
    expect((await send('/products/none')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('an origin of STORE_CORS reads a route with cors, and no other route', async () => {
    const headers = { origin: 'https://shop.example' }
    expect((await send('/sitemap.xml', { headers })).headers.get('access-control-allow-origin')).toBe(headers.origin)
    expect((await send('/', { headers })).headers.get('access-control-allow-origin')).toBeNull()
    expect((await send('/open/closed', { headers })).headers.get('access-control-allow-origin')).toBeNull()
    const preflight = { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'GET' } }
    expect((await send('/open', preflight)).headers.get('access-control-allow-origin')).toBe(headers.origin)
    expect((await send('/open/closed', preflight)).headers.get('access-control-allow-origin')).toBeNull()
    expect((await send('/open', { method: 'POST', headers })).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('callers', () => {
  test('a route of customers refuses strangers and gets the customer', async () => {
    expect((await send('/invoices/inv_1.pdf')).status).toBe(401)
    const { id: customer_id, headers } = await addCustomer(shop.orm)
    const answer = await send('/invoices/inv_1.pdf', { headers })
    expect([answer.headers.get('x-owner'), answer.headers.get('x-id')]).toEqual([customer_id, 'inv_1'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await answer.bytes()).length).toBe(3)
  })

  test('a route of administrators needs a user, or an API key with its scope', async () => {
    expect((await send('/visitors')).status).toBe(401)
    const { headers } = await addCustomer(shop.orm)
    expect((await send('/visitors', { headers })).status).toBe(401)
    expect(await textOf('/visitors', { headers: { authorization: `Bearer ${shop.token}` } })).toBe('admin@example.com')
    const key = (scopes: string[]) => shop.admin.post('/admin/api-keys', { name: scopes.join(), scopes })
    const secretOf = (reply: { body: { secret: string } }) => reply.body.secret
    expect((await key(['pages.nothing'])).status).toBe(400)
    const wrong = { 'x-medusa-access-token': secretOf(await key(['products.list'])) }
    expect((await send('/visitors', { headers: wrong })).status).toBe(403)
    const partial = { 'x-medusa-access-token': secretOf(await key(['read:pages.visitors'])) }
    expect((await send('/visitors', { headers: partial })).status).toBe(403)
    const right = {
      'x-medusa-access-token': secretOf(await key(['read:pages.visitors', 'read:orders.*', 'read:draftOrders.*'])),
    }
    expect((await send('/visitors', { headers: right })).status).toBe(200)
  })
})

describe('changes', () => {
  test('a form changes data in one transaction and leads to the next page', async () => {
    const before = (await visitorsOf()) ?? 0
    const answer = await send('/guestbook', form({ name: 'Ada' }))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/guestbook'])
    expect(answer.headers.get('set-cookie')).toBe(
      'visitor=Ada; Max-Age=60; Path=/; Expires=' +
        `${/Expires=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]}; HttpOnly; SameSite=Lax`,
    )
    expect(await visitorsOf()).toBe(before + 1)
    const json = { method: 'POST', body: '{"name":"Bob"}', headers: { 'content-type': 'application/json' } }
    expect((await send('/guestbook', json)).status).toBe(303)
  })

  test('a cookie of a path is deleted at this path', async () => {
    const { headers } = await send('/forget', { method: 'POST' })
    expect(headers.get('set-cookie')).toContain('basket=; Path=/shop; Expires=Thu, 01 Jan 1970')
  })

  test('a refused change changes nothing and sets no cookie', async () => {
    const before = await visitorsOf()
    const refused = await send('/guestbook', form({ name: 'Mallory' }))
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null])
    expect((await send('/guestbook', form({}))).status).toBe(400)
    expect((await send('/guestbook', form({ name: 'x'.repeat(200_000) }))).status).toBe(413)
    const text = { method: 'POST', body: 'name=Eve', headers: { 'content-type': 'text/plain' } }
    expect((await send('/guestbook', text)).status).toBe(400)
    expect(await visitorsOf()).toBe(before)
  })

  test('a hung change is rolled back at the deadline', async () => {
    const before = await visitorsOf()
    expect((await send('/guestbook', form({ name: 'slow' }))).status).toBe(503)
    expect(await visitorsOf()).toBe(before)
    expect((await send('/guestbook', form({ name: 'next' }))).status).toBe(303)
  })

  test('a form of another site is refused, also for a guest', async () => {
    const before = await visitorsOf()
    for (const origin of ['https://evil.example', 'null'])
      expect((await send('/guestbook', form({ name: 'Ada' }, { origin }))).status).toBe(403)
    expect(await visitorsOf()).toBe(before)
    expect((await send('/guestbook', form({ name: 'Ada' }, { origin: shop.url }))).status).toBe(303)
  })

  test('a dry run changes nothing and shows the changes', async () => {
    const before = await visitorsOf()
    const headers = { 'x-dry-run': 'true', authorization: `Bearer ${shop.token}` }
    const answer = await send('/visitors', form({ name: 'Ada' }, headers))
    expect(await answer.json()).toMatchObject({ dry_run: true, changes: [{ table: 'pages_visitor' }] })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await visitorsOf()).toBe(before)
  })

  test('a route can take the body as bytes', async () => {
    const body = new Uint8Array(5000)
    expect(await textOf('/upload', { method: 'POST', body, headers: { 'x-kind': 'scan' } })).toBe('5000 scan')
    expect((await send('/upload', { method: 'POST', body: new Uint8Array(200_000) })).status).toBe(413)
  })
})

describe('faults', () => {
  test.each([
    ['throws', 500],
    ['hangs', 503],
    ['waits', 503],
    ['endless', 500],
    ['cached', 500],
  ])('a route that %s is %i without details', async (name, status) => {
    const answer = await send(`/${name}`)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toMatch(/select|cache|bytes/)
  })

  test('a response cannot be sent twice', async () => {
    expect([(await send('/reused')).status, (await send('/reused')).status]).toEqual([200, 500])
  })

  test('a stream is sent while the route produces chunks, and ends with its client', async () => {
    const before = canceled
    const answer = await send('/stream')
    const reader = answer.body!.getReader()
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toContain('0\n0\n')
    for (let read = 0; read < 1_000_000; ) read += (await reader.read()).value?.length ?? 0
    await reader.cancel()
    await waitUntil(async () => canceled > before)
  })

  test('a stream waits for a client that reads nothing, and ends with it', async () => {
    const before = canceled
    const { port } = new URL(shop.url)
    const socket = createConnection(Number(port), '127.0.0.1')
    socket.write('GET /stream HTTP/1.1\r\nHost: shop\r\n\r\n')
    await new Promise((resolve) => socket.once('readable', resolve))
    socket.destroy()
    await waitUntil(async () => canceled > before)
  })

  test('a stream that produces nothing or fails is broken off', async () => {
    await expect(textOf('/silent')).rejects.toThrow()
    await expect(textOf('/broken')).rejects.toThrow()
    expect((await send('/health')).status).toBe(200)
  })

  test('HEAD of a stream produces nothing', async () => {
    expect((await send('/stream', { method: 'HEAD' })).status).toBe(200)
  })
})
