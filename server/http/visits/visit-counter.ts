import type { MikroORM } from '@mikro-orm/postgresql'
import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { type PageViews, storeVisits } from '#entities/statistics/visits/store-visits.ts'
import type { Caller, ClientNetwork } from '#routers/context/context.ts'
import { isVisit } from './is-visit.ts'

/** A visit is stored at most this number of milliseconds later. */
const INTERVAL = 10_000
/** A flood of visits neither fills the memory nor makes one statement long. */
const MAX_WAITING = 5000
const MAX_OF_NETWORK = 20
const MAX_USER_AGENT = 300

interface Visitor {
  caller: Pick<Caller, 'identify'>
  /** The network follows the setting of trusted proxies. */
  request: { client: Pick<ClientNetwork, 'network'> }
}

/** Counts the visitors of the pages of plugins, without a statement in the request. */
export class VisitCounter {
  readonly #orm: MikroORM
  readonly #logger: Logger
  #waiting = new Map<string, Set<string>>()
  #size = 0
  #pageViews = 0
  #timer: NodeJS.Timeout | undefined

  constructor(orm: MikroORM, logger: Logger) {
    this.#orm = orm
    this.#logger = logger
  }

  /** Call it after the response. Does not throw. Pages that users of the shop open are no visits. */
  async count(req: Request, res: Response, { caller, request }: Visitor): Promise<void> {
    if (!isVisit(req, res)) return
    try {
      if ((await caller.identify()).user) return
      this.add({ network: request.client.network, userAgent: req.get('user-agent') ?? '' })
    } catch (err) {
      this.#logger.warn({ err }, 'A visit was not counted')
    }
  }

  add({ network, userAgent }: PageViews): void {
    const ofNetwork = this.#waiting.get(network) ?? new Set()
    const known = userAgent.slice(0, MAX_USER_AGENT)
    if (!ofNetwork.has(known)) {
      if (this.#size >= MAX_WAITING || ofNetwork.size >= MAX_OF_NETWORK) return
      this.#waiting.set(network, ofNetwork.add(known))
      this.#size++
    }
    this.#pageViews++
    this.#timer ??= setTimeout(() => void this.flush(), INTERVAL).unref()
  }

  /** Stores the visits since the last call. Does not throw: without a database they are not counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pageViews = this.#pageViews
    if (pageViews === 0) return
    const visits = [...this.#waiting].flatMap(([network, agents]) =>
      [...agents].map((userAgent) => ({ network, userAgent })),
    )
    this.#waiting = new Map()
    this.#size = 0
    this.#pageViews = 0
    try {
      await storeVisits(this.#orm.em.fork(), visits, pageViews)
    } catch (err) {
      this.#logger.warn({ err }, 'Visits were not counted')
    }
  }
}
