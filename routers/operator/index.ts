import type { inferRouterOutputs } from '@trpc/server'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { emptyInput, requiredEmail, requiredText } from '../inputs/common.ts'
import { account } from './account.ts'
import { members, operators } from './people.ts'
import { operatorProcedure, router } from './procedures.ts'
import { Hosts, ShopId } from './shop-inputs.ts'
import { tasks } from './tasks.ts'

const Variables = z.record(z.string().max(100), z.string().max(20_000))

const shops = router({
  list: operatorProcedure.input(emptyInput).query(async ({ ctx }) => ({ shops: await ctx.deployment.list() })),

  get: operatorProcedure.input(ShopId).query(async ({ ctx, input }) => ({ shop: await ctx.deployment.get(input.id) })),

  create: operatorProcedure
    .input(
      z.strictObject({
        id: requiredText.max(40),
        name: requiredText.max(200).optional(),
        hosts: Hosts,
        email: requiredEmail,
      }),
    )
    .mutation(({ ctx, input }) => ctx.deployment.create(input)),

  setHosts: operatorProcedure.input(ShopId.extend({ hosts: Hosts })).mutation(async ({ ctx, input }) => {
    await ctx.deployment.setHosts(input.id, input.hosts)
    return {}
  }),

  setVariables: operatorProcedure.input(ShopId.extend({ variables: Variables })).mutation(async ({ ctx, input }) => {
    await ctx.deployment.setVariables(input.id, input.variables)
    return {}
  }),

  pause: operatorProcedure.input(ShopId).mutation(async ({ ctx, input }) => {
    await ctx.deployment.pause(input.id)
    return {}
  }),

  resume: operatorProcedure.input(ShopId).mutation(async ({ ctx, input }) => {
    await ctx.deployment.resume(input.id)
    return {}
  }),

  upgrade: operatorProcedure.input(ShopId).mutation(async ({ ctx, input }) => {
    await ctx.deployment.upgrade(input.id)
    return {}
  }),

  drop: operatorProcedure.input(ShopId.extend({ confirmation: z.string() })).mutation(async ({ ctx, input }) => {
    if (input.confirmation !== input.id)
      throw new InvalidData('Type the id of the shop to delete it with all its data').about('confirmation')
    await ctx.deployment.drop(input.id)
    return {}
  }),
})

const actions = router({
  list: operatorProcedure
    .input(
      z.strictObject({
        shop: requiredText.nullable().default(null),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .nullable()
          .default(null),
      }),
    )
    .query(async ({ ctx, input }) => ({ actions: await ctx.deployment.actions(input) })),
})

/** The console of the operators of a deployment with many shops. Only their host serves it. */
export const operatorRouter = router({ account, shops, tasks, members, operators, actions })

export type OperatorRouter = typeof operatorRouter
export type OperatorOutputs = inferRouterOutputs<OperatorRouter>
