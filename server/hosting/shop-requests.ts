import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type Express } from 'express'
import type { Logger } from 'pino'
import { DomainError, Unavailable } from '#entities/errors.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { refuseRequest } from '#server/http/bounds/refuse-request.ts'
import type { Config } from '#server/settings/config.ts'
import { MOVING, type OpenShops, type ShopAddress, type UsedShop } from './open-shops.ts'
import type { OperatorHost } from './people/operator-app.ts'
import { RequestAdmission } from './request-admission.ts'

interface Hosting {
  shops: OpenShops
  /** The host of the operator's console. It precedes the hosts of shops. */
  operators?: Pick<OperatorHost, 'host' | 'listener'> | undefined
  config: Pick<Config, 'trustProxy'>
  logger: Logger
  /** Whether this process takes requests. */
  isReady: () => Promise<boolean>
  /** Called after each request that may have changed data. */
  onChange: (id: string) => void
  /** Default: the usual limits. */
  admission?: RequestAdmission
}

/** Gives each request to its shop: by the host name, or else by the publishable API key. */
export function shopRequests(hosting: Hosting): { listener: RequestListener; app: Express } {
  const { shops, operators, admission = new RequestAdmission() } = hosting
  const app = appOfDeployment(hosting)
  const server: ShopServer = { ...hosting, admission, app }
  const isTrustedProxy: TrustsProxy = app.get('trust proxy fn')
  const listener: RequestListener = (req, res) => {
    const address = shopAddressOf(req, isTrustedProxy)
    if (operators && address.host === operators.host) {
      operators.listener(req, res)
      return
    }
    const known = shops.takeKnown(address)
    if (known) serve(server, known, req, res)
    else void openAndServe(server, address, req, res)
  }
  return { listener, app }
}

type TrustsProxy = (address: string | undefined, hop: number) => boolean

interface ShopServer extends Hosting {
  admission: RequestAdmission
  app: Express
}

function serve(
  { admission, app, logger, onChange }: ShopServer,
  { shop, moving, release }: UsedShop,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { id } = shop.record
  // A request that has waited must not begin in the database that the shop leaves.
  const start = () => {
    try {
      if (moving.aborted) throw new Unavailable(undefined, MOVING)
      shop.listener(req, res)
    } catch (error) {
      if (!(error instanceof DomainError)) logger.error({ err: error, shop: id }, 'A request could not be started')
      refuse(app, error, req, res)
    }
  }
  try {
    const leave = admission.enter(id, start)
    const responses = openResponses(moving)
    responses.add(res)
    res.once('close', () => {
      responses.delete(res)
      leave()
      release()
      if (req.method !== 'GET' && req.method !== 'HEAD') onChange(id)
    })
  } catch (error) {
    release()
    refuse(app, error, req, res)
  }
}

/** The responses of a shop that are not complete. A move ends its streams. A listener for each one would cost more. */
const openResponses = memoizeFor((moving: AbortSignal) => {
  const responses = new Set<ServerResponse>()
  moving.addEventListener('abort', () => {
    for (const res of responses) if (isEventStream(res)) res.end()
  })
  return responses
})

/** Its client connects again. */
const isEventStream = (res: ServerResponse): boolean =>
  String(res.getHeader('content-type')).startsWith('text/event-stream')

function refuse(app: Express, error: unknown, req: IncomingMessage, res: ServerResponse): void {
  const refusal = error instanceof DomainError ? error : new Unavailable(undefined)
  app(Object.assign(req, { refusal }), res)
}

async function openAndServe(
  server: ShopServer,
  address: ShopAddress,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    const used = await server.shops.takeAt(address)
    if (res.destroyed) used.release()
    else serve(server, used, req, res)
  } catch (error) {
    if (!(error instanceof DomainError))
      server.logger.error({ err: error, ...address, key: undefined }, 'A shop could not be opened')
    refuse(server.app, error, req, res)
  }
}

function shopAddressOf({ headers, socket }: IncomingMessage, isTrustedProxy: TrustsProxy): ShopAddress {
  const forwarded = headers['x-forwarded-host']
  const named = forwarded && isTrustedProxy(socket.remoteAddress, 0) ? forwarded : headers.host
  const [first = ''] = String(named ?? '').split(',', 1)
  const key = headers['x-publishable-api-key']
  return {
    host: first.trim().toLowerCase().replace(/:\d+$/, ''),
    key: typeof key === 'string' ? key.slice(0, 100) : undefined,
  }
}

interface Refusal {
  refusal?: DomainError
}

/** Answers requests without a shop: health checks of load balancers, and refused requests. */
function appOfDeployment({ config, isReady }: Hosting): Express {
  const app = express().disable('x-powered-by').set('trust proxy', config.trustProxy)
  app.get('/health', (_req, res) => {
    res.type('text/plain').send('OK')
  })
  app.get('/ready', async (_req, res) => {
    const ready = await isReady()
    res
      .set('Cache-Control', 'no-store')
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not_ready' })
  })
  app.use((req, res) => {
    const { refusal = new Unavailable(undefined) } = req as Refusal
    refuseRequest(req, res, { status: refusal.kind === 'not_found' ? 404 : 503, refusal })
  })
  return app
}
