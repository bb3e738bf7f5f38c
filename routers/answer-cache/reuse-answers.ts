import { experimental_standaloneMiddleware } from '@trpc/server'
import { findCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import type { ProcedureContext } from '../context.ts'
import { replacedResult } from '../idempotent-mutation.ts'
import type { ProcedureMeta } from '../meta.ts'
import { trackDependencies } from './dependencies.ts'

/**
 * Answers a REST request with the JSON of an earlier response if that is still current. Requests that name a cart, and
 * requests of administrators, always read again.
 */
export const reuseAnswers = experimental_standaloneMiddleware<{ ctx: ProcedureContext; meta: ProcedureMeta }>().create(
  async ({ ctx, path, meta, getRawInput, next }) => {
    const { answers } = ctx.services
    const { em, response } = ctx
    if (!answers || !ctx.request.readInput || ctx.user) return next()
    const input = await getRawInput()
    if (namesCart(input)) return next()
    // The key and the prices must have the same groups, even if the customer joins another group in the meantime.
    const customer_group_ids = ctx.customer_group_ids ?? (await findCustomerGroups(em, ctx.customer_id))
    const publishableKey = meta?.takesPublishableKey ? ctx.request.publishableKey : undefined
    const key = JSON.stringify([path, input, customer_group_ids, publishableKey])
    const found = await answers.find(em, key)
    if (found.json) {
      response.json = found.json
      return replacedResult(undefined)
    }
    const dependencies = trackDependencies(em, answers.countOnceFor(found.version))
    return answers.runRead(key, dependencies, async () => {
      const result = await next({ ctx: { customer_group_ids } })
      const json = result.ok ? response.serialize?.(result.data) : undefined
      if (json) await answers.store(em, key, { ...found, json, dependencies })
      return result
    })
  },
)

const namesCart = (input: unknown): boolean => typeof input === 'object' && input !== null && 'cart_id' in input
