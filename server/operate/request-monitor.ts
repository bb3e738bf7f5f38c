import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Identity, Observer, ProcedureResult, ProcedureRoute } from '#routers/context/context.ts'
import { httpStatusOf } from '#routers/errors/errors.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import { OperationScope } from '../base/operation-scope.ts'

export interface MonitorSettings {
  logger: Logger
  telemetry: Telemetry | undefined
  shownPath: (url: string) => string
}

export class RequestMonitor extends OperationScope implements Observer {
  readonly began = performance.now()
  readonly #method: string
  readonly #path: string
  readonly #root: string
  readonly #trace
  readonly #names: string[] = []
  #route: string | undefined
  #actor: 'user' | 'customer' | 'guest' | undefined

  constructor(req: IncomingMessage, { telemetry, shownPath }: MonitorSettings) {
    super(telemetry)
    this.#method = req.method ?? ''
    this.#path = shownPath(req.url ?? '')
    this.#root = /^\/(\w*)/.exec(this.#path)?.[1]?.toLowerCase() ?? ''
    const scheme = 'encrypted' in req.socket ? 'https' : 'http'
    const facts = { method: this.#method, path: this.#path, scheme, headers: req.headers }
    this.#trace = telemetry?.request(facts)
  }

  observeProcedure<T extends ProcedureResult>({ path, route }: ProcedureRoute, run: () => Promise<T>): Promise<T> {
    const isRest = this.#root === 'admin' || this.#root === 'store'
    const name = isRest ? `${this.#root}.${path}` : path
    this.#names.push(name)
    if (isRest) this.#route = `/${this.#root}${route}`
    else if (this.#root !== 'trpc') this.#route = route
    else this.#route = this.#names.length === 1 ? `/trpc/${name}` : '/trpc'
    return this.within(() => {
      if (!this.#trace || !this.telemetry) return run()
      const { telemetry } = this
      return this.#trace.within(() => telemetry.procedure(name, run, isFault))
    })
  }

  recordIdentity({ user, customer_id }: Identity): void {
    this.#actor = user ? 'user' : customer_id ? 'customer' : 'guest'
  }

  /** Milliseconds since the start of the request, with one decimal. */
  get milliseconds(): number {
    return roundToTenths(performance.now() - this.began)
  }

  end({ logger }: MonitorSettings, request_id: string, { statusCode: status, writableFinished }: ServerResponse): void {
    const { milliseconds, statements } = this
    this.#trace?.end({ status, route: this.#route, milliseconds })
    const level = levelOf(status, this.#path)
    if (!logger.isLevelEnabled(level)) return
    const details = {
      ...(this.#names.length > 0 ? { procedure: this.#names.join(',') } : {}),
      ...(this.#actor ? { actor: this.#actor } : {}),
      ...(this.#trace ? { trace_id: this.#trace.traceId } : {}),
      ...(writableFinished ? {} : { aborted: true }),
    }
    const facts = {
      request_id,
      method: this.#method,
      path: this.#path,
      status,
      ms: milliseconds,
      statements,
      ...details,
    }
    logger[level](facts, 'request')
  }
}

/** Load balancers request these paths every few seconds. */
function levelOf(status: number, path: string): 'error' | 'info' | 'debug' {
  if (path === '/health' || path === '/ready') return 'debug'
  return status >= 500 ? 'error' : 'info'
}

const isFault = (outcome: ProcedureResult): boolean => !outcome.ok && httpStatusOf(outcome.error) >= 500

export const roundToTenths = (number: number): number => Math.round(number * 10) / 10
