import { experimental_standaloneMiddleware } from '@trpc/server'
import { Forbidden } from '#entities/errors.ts'
import { domainErrorOf, toTrpcError } from '../errors/errors.ts'

export interface ConsoleCall {
  /** Whether the page of the console sent the request. */
  isTrusted: boolean
}

export const notFromConsole = (): Forbidden =>
  new Forbidden('Request blocked: it is not from the console').because({ name: 'origin_blocked' })

/** Refuses mutations of other sites, because browsers send the cookie with them, and translates errors. */
export const guardConsoleCall = experimental_standaloneMiddleware<{ ctx: ConsoleCall }>().create(
  async ({ ctx, type, next }) => {
    if (type === 'mutation' && !ctx.isTrusted) throw toTrpcError(notFromConsole())
    const result = await next()
    if (result.ok) return result
    const refusal = domainErrorOf(result.error)
    return refusal ? { ...result, error: toTrpcError(refusal) } : result
  },
)
