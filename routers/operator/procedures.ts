import { initTRPC } from '@trpc/server'
import { Unauthorized } from '#entities/errors.ts'
import { domainErrorOf, formatTrpcError } from '../errors/errors.ts'
import { transformer } from '../procedures/transformer.ts'
import type { OperatorContext } from './deployment.ts'
import { guardConsoleCall } from './guard-console-call.ts'

const t = initTRPC.context<OperatorContext>().create({ transformer, errorFormatter: formatTrpcError })

export const router = t.router

export const openProcedure = t.procedure.use(guardConsoleCall)

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

const SHOWN = new Set(['hosts', 'email', 'role', 'name', 'user', 'from', 'server', 'task'])

function detailsOf(input: Input): object {
  const shown = Object.entries(input).filter(([name]) => SHOWN.has(name))
  const variables = typeof input.variables === 'object' && input.variables ? Object.keys(input.variables) : undefined
  const details = { ...Object.fromEntries(shown), ...(variables ? { variables } : {}) }
  return JSON.stringify(details).length > MAX_DETAILS ? {} : details
}

const MAX_DETAILS = 10_000
