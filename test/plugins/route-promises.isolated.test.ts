import { definePlugin, defineShop, html, Product, route } from 'cartwright'
import { promises } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Query = z.object({ q: z.string() })
const good = definePlugin({
  name: 'good',
  routes: {
    home: route.get(
      '/good/:name',
      { input: Query, cache: 5 },
      ({ params, input }) => html`<p>${params.name} ${input.q}</p>`,
    ),
    save: route.post('/good', { access: 'customer', input: Query }, ({ input }) => new Response(input.q)),
    list: route.get('/good/list.csv', { access: 'admin', streams: true }, () => new Response('a;b\n')),
  },
})
const bad = definePlugin({
  name: 'bad',
  routes: {
    unescaped: route.get(
      '/bad/page/:name',
      ({ params }) => new Response(`<p>${params.name}`, { headers: { 'Content-Type': 'text/html' } }),
    ),
    untyped: route.get('/bad/untyped', () => new Response(new Uint8Array([1]))),
    page: route.get('/bad/text', () => new Response('<!doctype html><p>Hello')),
    writes: route.get('/bad/writes', async ({ ctx }) => {
      await ctx.em.nativeUpdate(Product, { deleted_at: null }, { subtitle: 'seen' })
      return html`<p>Seen</p>`
    }),
    throws: route.get('/bad/throws', () => {
      throw new Error('broken')
    }),
  },
})
const shop = defineShop({ plugins: [good, bad] })

const checkOf = (plugin: string) =>
  promises(shop, plugin)
    .find(({ name }) => name.includes('routes refuse'))
    ?.check()

test('routes that keep the promise pass it', async () => {
  await expect(checkOf('good')).resolves.toBeUndefined()
})

test('each fault of a route breaks the promise', async () => {
  const error: Error = await Promise.resolve(checkOf('bad')).then(
    () => new Error('none'),
    (broken) => broken,
  )
  expect(error.message.split('\n').toSorted()).toEqual([
    'GET /bad/page/:name shows a value of the request without escaping it. Use html`…` or xml`…`.',
    'GET /bad/text sends HTML as text/plain;charset=UTF-8',
    'GET /bad/untyped sends a body without a content type',
    'GET /bad/writes changed catalogue_change, product',
    'bad.throws answered 500. The log has the error.',
  ])
})
