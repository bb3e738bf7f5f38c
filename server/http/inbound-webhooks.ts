import type { MikroORM } from '@mikro-orm/postgresql'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { inTransaction } from '#database/transaction.ts'
import type { PaymentProvider, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { NotFound } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { now } from '#entities/values/clock.ts'

interface InboundWebhooks {
  orm: MikroORM
  providers: PaymentProviders
  /** Maximum size of a body, in bytes. */
  bytes: number
}

/** Verifies webhooks of payment providers and stores their notices for a job, so that no notice is lost. */
export function inboundWebhooks({ orm, providers, bytes }: InboundWebhooks): Router {
  const readBody = express.raw({ type: () => true, limit: bytes, inflate: false })
  const receiveFor =
    (provider: ReceivingProvider) =>
    async (req: Request, res: Response): Promise<void> => {
      const body: Uint8Array = req.body instanceof Uint8Array ? req.body : new Uint8Array()
      const notices = await provider.receiveWebhook({ headers: headersOf(req), body })
      const run_at = new Date(now().getTime() + DELAY_MS)
      const jobs = notices.map((notice) => ({
        payload: { provider_id: provider.id, notice },
        run_at,
        max_attempts: MAX_JOB_ATTEMPTS,
      }))
      await inTransaction(orm.em, (em) => enqueueAll(em, 'process_payment_notice', jobs))
      res.json({ received: true })
    }
  const router = express.Router()
  for (const provider of providers.values()) {
    if (!isReceiving(provider)) continue
    const paths = [`/hooks/${encodeURIComponent(provider.id)}`, ...(provider.webhookPath ? [provider.webhookPath] : [])]
    router.post(paths, readBody, receiveFor(provider))
  }
  return router.post('/hooks/:provider_id', rejectUnknownProvider)
}

/** The request of a customer who completes the cart usually arrives first. The job then has nothing to complete. */
const DELAY_MS = 5000

/** About ten days. */
const MAX_JOB_ATTEMPTS = 50

type ReceivingProvider = PaymentProvider & Required<Pick<PaymentProvider, 'receiveWebhook'>>

const isReceiving = (provider: PaymentProvider): provider is ReceivingProvider => !!provider.receiveWebhook

const rejectUnknownProvider: RequestHandler<{ provider_id: string }> = ({ params: { provider_id } }) => {
  throw new NotFound(`No payment provider ${provider_id} receives webhooks`)
}

function headersOf({ rawHeaders }: Request): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string)
  return headers
}
