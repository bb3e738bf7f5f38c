import { z } from 'zod'
import { NotAllowed } from '#entities/errors.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { emptyInput, requiredEmail, requiredText } from '../inputs/common.ts'
import { operatorProcedure, router } from './procedures.ts'

const Member = z.strictObject({ shop: requiredText.max(40), email: requiredEmail })

export const members = router({
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

const Operator = z.strictObject({ email: requiredEmail })

export const operators = router({
  list: operatorProcedure.input(emptyInput).query(async ({ ctx }) => ({ operators: await ctx.deployment.operators() })),

  add: operatorProcedure.input(Operator).mutation(({ ctx, input }) => ctx.deployment.addOperator(input.email)),

  remove: operatorProcedure.input(Operator).mutation(async ({ ctx, input }) => {
    await ctx.deployment.removeOperator(input.email)
    return {}
  }),

  resetSecondFactor: operatorProcedure.input(Operator).mutation(async ({ ctx, input }) => {
    if (normalizeEmail(input.email) === ctx.email)
      throw new NotAllowed(
        'Change your own two-factor authentication in your account. It asks for your password.',
      ).because({ name: 'own_second_factor' })
    await ctx.deployment.resetSecondFactor(input.email)
    return {}
  }),
})
