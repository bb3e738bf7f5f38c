import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import express, { type Request, type RequestHandler, type Router } from 'express'
import { inTransaction } from '#database/transaction.ts'
import { NotFound } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'
import { now } from '#entities/values/clock.ts'
import type { Providers } from '#routers/context/services.ts'

interface InboundWebhooks {
  orm: MikroORM
  providers: Pick<Providers, 'payment' | 'fulfillment'>
  /** Maximum size of a body, in bytes. */
  bytes: number
}

/** Verifies webhooks of providers and stores their notices for a job, so that no notice is lost. */
export function inboundWebhooks({ orm, providers, bytes }: InboundWebhooks): Router {
  const router = express.Router()
  const readBody = express.raw({ type: () => true, limit: bytes, inflate: false })
  function receive<Notice>(provider: Receiver<Notice>, store: StoreNotices<Notice>): void {
    const { id, webhookPath } = provider
    const paths = [`/hooks/${encodeURIComponent(id)}`, ...(webhookPath ? [webhookPath] : [])]
    router.post(paths, readBody, async (req, res) => {
      const body: Uint8Array = req.body instanceof Uint8Array ? req.body : new Uint8Array()
      const notices = await provider.receiveWebhook({ headers: headersOf(req), body })
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
  return router.post('/hooks/:provider_id', rejectUnknownProvider)
}

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
