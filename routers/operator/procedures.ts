import { initTRPC, type TRPCError } from '@trpc/server'
import { Forbidden, Unauthorized } from '#entities/errors.ts'
import { domainErrorOf, toTrpcError, trpcErrorBody } from '../errors/errors.ts'
import { transformer } from '../procedures/transformer.ts'
import type { OperatorContext } from './deployment.ts'

const t = initTRPC.context<OperatorContext>().create({
  transformer,
  errorFormatter({ shape, error }) {
    const body = trpcErrorBody(error)
    const { httpStatus, path } = shape.data
    return { ...shape, message: body.message, data: { ...body, httpStatus, path } }
  },
})

export const router = t.router

const translated = (error: TRPCError): TRPCError => {
  const refusal = domainErrorOf(error)
  return refusal ? toTrpcError(refusal) : error
}

/** Refuses mutations of other sites, because browsers send the cookie with them. */
export const openProcedure = t.procedure.use(async ({ ctx, type, next }) => {
  if (type === 'mutation' && !ctx.isTrusted)
    throw toTrpcError(new Forbidden('Request blocked: it is not from the console').because({ name: 'origin_blocked' }))
  const result = await next()
  return result.ok ? result : { ...result, error: translated(result.error) }
})

/** The directory records each mutation, without passwords and values of variables. */
export const operatorProcedure = openProcedure.use(async ({ ctx, type, path, getRawInput, next }) => {
  const email = await ctx.session.identify()
  if (email === undefined) throw new Unauthorized()
  const run = () => next({ ctx: { email } })
  if (type !== 'mutation') return run()
  const input = inputOf(await getRawInput())
  const action = { actor: email, action: path, shop_id: shopIn(input), details: detailsOf(input) }
  let result: Awaited<ReturnType<typeof run>> | undefined
  await ctx.deployment
    .record(action, async () => {
      result = await run()
      if (!result.ok) throw domainErrorOf(result.error) ?? result.error
    })
    .catch((error) => {
      if (!result) throw error
    })
  return result!
})

type Input = Record<string, unknown>

const inputOf = (input: unknown): Input => (typeof input === 'object' && input !== null ? (input as Input) : {})

const shopIn = ({ id, shop }: Input): string | null =>
  [id, shop].find((one): one is string => typeof one === 'string')?.slice(0, 40) ?? null

const SHOWN = new Set(['hosts', 'email', 'role', 'name', 'user'])

function detailsOf(input: Input): object {
  const shown = Object.entries(input).filter(([name]) => SHOWN.has(name))
  const variables = typeof input.variables === 'object' && input.variables ? Object.keys(input.variables) : undefined
  const details = { ...Object.fromEntries(shown), ...(variables ? { variables } : {}) }
  return JSON.stringify(details).length > MAX_DETAILS ? {} : details
}

const MAX_DETAILS = 10_000
