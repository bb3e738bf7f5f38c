import type { inferRouterOutputs } from '@trpc/server'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { emptyInput, requiredEmail, requiredPassword, requiredText } from '../inputs/common.ts'
import { openProcedure, operatorProcedure, router } from './procedures.ts'

const ShopId = z.strictObject({ id: requiredText.max(40) })
const Hosts = z.array(requiredText.max(253)).max(100)
const Variables = z.record(z.string().max(100), z.string().max(20_000))

const account = router({
  current: operatorProcedure.input(emptyInput).query(({ ctx }) => ({ email: ctx.email })),

  logIn: openProcedure
    .input(z.strictObject({ email: requiredEmail, password: requiredPassword }))
    .mutation(async ({ ctx, input }) => ({ email: await ctx.session.logIn(input) })),

  logOut: openProcedure.input(emptyInput).mutation(async ({ ctx }) => {
    await ctx.session.logOut()
    return {}
  }),

  changePassword: operatorProcedure
    .input(z.strictObject({ password: requiredPassword, new_password: requiredPassword }))
    .mutation(async ({ ctx, input }) => {
      await ctx.session.changePassword(ctx.email, input)
      return {}
    }),
})

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

const Member = z.strictObject({ shop: requiredText.max(40), email: requiredEmail })

const members = router({
  list: operatorProcedure
    .input(z.strictObject({ shop: requiredText.nullable() }))
    .query(async ({ ctx, input }) => ({ members: await ctx.deployment.members(input.shop) })),

  add: operatorProcedure
    .input(Member.extend({ role: requiredText.max(100).optional() }))
    .mutation(({ ctx, input }) => ctx.deployment.addMember(input)),

  remove: operatorProcedure.input(Member).mutation(async ({ ctx, input }) => {
    await ctx.deployment.removeMember(input)
    return {}
  }),
})

const operators = router({
  list: operatorProcedure.input(emptyInput).query(async ({ ctx }) => ({ operators: await ctx.deployment.operators() })),

  add: operatorProcedure
    .input(z.strictObject({ email: requiredEmail }))
    .mutation(({ ctx, input }) => ctx.deployment.addOperator(input.email)),

  remove: operatorProcedure.input(z.strictObject({ email: requiredEmail })).mutation(async ({ ctx, input }) => {
    await ctx.deployment.removeOperator(input.email)
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
export const operatorRouter = router({ account, shops, members, operators, actions })

export type OperatorRouter = typeof operatorRouter
export type OperatorOutputs = inferRouterOutputs<OperatorRouter>
