import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import express, { type Request, type RequestHandler, type Router } from 'express'
import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { storeNotices } from '#entities/platform/notice/received-notice.ts'
import type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'
import { now } from '#entities/values/clock.ts'
import type { Providers } from '#routers/context/services.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'

interface InboundWebhooks {
  orm: MikroORM
  /** The webhooks of plugins, by their key. */
  webhooks: ShopParts['inboundWebhooks']
  settings: ShopParts['settings']
  providers: Pick<Providers, 'payment' | 'fulfillment'>
  /** Maximum size of a body, in bytes. */
  bytes: number
}

/** Verifies webhooks of providers and stores their notices for a job, so that no notice is lost. */
export function inboundWebhooks({ orm, providers, webhooks, settings, bytes }: InboundWebhooks): Router {
  const router = express.Router()
  const readBody = express.raw({ type: () => true, limit: bytes, inflate: false })
  function receive<Notice>(provider: Receiver<Notice>, store: StoreNotices<Notice>): void {
    const { id, webhookPath } = provider
    const paths = [`/hooks/${encodeURIComponent(id)}`, ...(webhookPath ? [webhookPath] : [])]
    router.post(paths, readBody, async (req, res) => {
      const notices = await provider.receiveWebhook(webhookOf(req))
      const received = notices.map((notice) => ({ provider_id: id, notice }))
      await inTransaction(orm.em, (em) => store(em, received))
      res.json({ received: true })
    })
  }
  for (const provider of providers.payment.values())
    if (isReceiving(provider))
      receive(provider, (em, received) => enqueueAll(em, 'process_payment_notice', jobsOf(received, DELAY_MS)))
  for (const provider of providers.fulfillment.values())
    if (isReceiving(provider))
      receive(provider, (em, received) => enqueueAll(em, 'process_fulfillment_notice', jobsOf(received, 0)))
  for (const [key, webhook] of webhooks)
    router.post(`/hooks/${key}`, readBody, async (req, res) => {
      const notices = await webhook.verify({ ...webhookOf(req), settings }).catch(refuseUnreadable)
      await inTransaction(orm.em, (em) => storeNotices(em, key, notices))
      res.json({ received: true })
    })
  return router.post('/hooks/:provider_id', rejectUnknownProvider)
}

/** The body of an authentic request may be of another version of its sender. */
function refuseUnreadable(error: unknown): never {
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    throw new InvalidData('The webhook has an unknown body')
  throw error
}

const webhookOf = (req: Request): InboundWebhook => ({
  headers: headersOf(req),
  body: req.body instanceof Uint8Array ? req.body : new Uint8Array(),
})

interface Provider<Notice> {
  readonly id: string
  readonly webhookPath?: string
  receiveWebhook?(webhook: InboundWebhook): Promise<readonly Notice[]>
}

type Receiver<Notice> = Provider<Notice> & Required<Pick<Provider<Notice>, 'receiveWebhook'>>

type StoreNotices<Notice> = (
  em: EntityManager,
  received: readonly { provider_id: string; notice: Notice }[],
) => Promise<void>

const isReceiving = <Notice>(provider: Provider<Notice>): provider is Receiver<Notice> => !!provider.receiveWebhook

function jobsOf<Payload>(payloads: readonly Payload[], delay: number) {
  const run_at = new Date(now().getTime() + delay)
  return payloads.map((payload) => ({ payload, run_at, max_attempts: MAX_JOB_ATTEMPTS }))
}

/** The request of a customer who completes the cart usually arrives first. The job then has nothing to complete. */
const DELAY_MS = 5000

/** About ten days. */
const MAX_JOB_ATTEMPTS = 50

const rejectUnknownProvider: RequestHandler<{ provider_id: string }> = ({ params: { provider_id } }) => {
  throw new NotFound(`No provider ${provider_id} receives webhooks`)
}

function headersOf({ rawHeaders }: Request): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string)
  return headers
}
