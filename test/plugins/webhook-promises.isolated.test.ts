import { createHmac, randomUUID } from 'node:crypto'
import { definePlugin, defineShop, defineWebhook, Product, verifySignature } from 'cartwright'
import { promises, type SignedRequest } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const SECRET = 'a secret of the catalogue'
const Notice = z.object({ event: z.string(), product_id: z.string() })

/** Each notice adds a star to the subtitle of a product. */
function starsOf(verify: 'well' | 'without a check' | 'with new ids') {
  return defineWebhook({
    verify({ body, headers }) {
      if (verify !== 'without a check') verifySignature(body, { secret: SECRET, signature: headers.get('x-signature') })
      const { event, product_id } = Notice.parse(JSON.parse(Buffer.from(body).toString()))
      return { id: verify === 'with new ids' ? randomUUID() : event, data: { product_id } }
    },
    async handle({ data: { product_id: id } }, { em }) {
      const product = await em.findOneOrFail(Product, { id })
      product.subtitle = `${product.subtitle ?? ''}*`
    },
  })
}

const shop = defineShop({
  plugins: [
    definePlugin({ name: 'good', webhooks: { 'good-stars': starsOf('well') } }),
    definePlugin({ name: 'open', webhooks: { 'open-stars': starsOf('without a check') } }),
    definePlugin({ name: 'twice', webhooks: { 'twice-stars': starsOf('with new ids') } }),
  ],
})

function signed(event: string, product_id = ''): SignedRequest {
  const body = JSON.stringify({ event, product_id })
  return { body, headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') } }
}

const check = (plugin: 'good' | 'open' | 'twice', hasExamples = true) => {
  const webhooks = {
    [`${plugin}-stars`]: ({ product_ids: [one, other] }: { product_ids: readonly string[] }) => [
      signed('e1', one),
      signed('e2', one),
      signed('e3', other),
    ],
  }
  const list = promises(shop, plugin, hasExamples ? { webhooks } : {})
  return list.find(({ name }) => name.endsWith('webhooks refuse strangers and process each notice once'))!.check()
}

test('a webhook that checks signatures and ids keeps the promise', async () => {
  await expect(check('good')).resolves.toBeUndefined()
})

test('a webhook without a check of the signature breaks the promise', async () => {
  await expect(check('open')).rejects.toThrow('answered 200 to a request without its headers instead of 401')
})

test('a webhook that processes a repeated notice again breaks the promise', async () => {
  await expect(check('twice')).rejects.toThrow('The webhook twice-stars changed product again')
})

test('a webhook without examples breaks the promise, and an unknown key is refused', async () => {
  await expect(check('good', false)).rejects.toThrow('The webhook good-stars was not called. Add signed requests')
  expect(() => promises(shop, 'good', { webhooks: { 'other-stars': () => [] } })).toThrow(
    'The plugin good has no webhook other-stars',
  )
})
