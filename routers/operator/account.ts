import { z } from 'zod'
import { emptyInput, requiredEmail, requiredPassword, requiredText } from '../inputs/common.ts'
import { SecondFactorCode } from '../inputs/second-factor.ts'
import { openProcedure, operatorProcedure, router } from './procedures.ts'

const OwnPassword = z.strictObject({ password: requiredPassword })

/** The account of the operator. */
export const account = router({
  current: operatorProcedure.input(emptyInput).query(({ ctx }) => ({ email: ctx.email })),

  logIn: openProcedure
    .input(z.strictObject({ email: requiredEmail, password: requiredPassword, code: SecondFactorCode.nullish() }))
    .mutation(async ({ ctx, input }) => ({ email: await ctx.session.logIn(input) })),

  logOut: openProcedure.input(emptyInput).mutation(async ({ ctx }) => {
    await ctx.session.logOut()
    return {}
  }),

  changePassword: operatorProcedure
    .input(OwnPassword.extend({ new_password: requiredPassword }))
    .mutation(async ({ ctx, input }) => {
      await ctx.session.changePassword(ctx.email, input)
      return {}
    }),

  sessions: operatorProcedure
    .input(emptyInput)
    .query(async ({ ctx }) => ({ sessions: await ctx.session.sessions(ctx.email) })),

  endSession: operatorProcedure
    .input(z.strictObject({ session_id: requiredText.max(100) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.session.endSession(ctx.email, input.session_id)
      return {}
    }),

  logOutEverywhere: operatorProcedure.input(emptyInput).mutation(async ({ ctx }) => {
    await ctx.session.logOutEverywhere(ctx.email)
    return {}
  }),

  secondFactor: operatorProcedure.input(emptyInput).query(({ ctx }) => ctx.session.secondFactor(ctx.email)),

  beginApp: operatorProcedure.input(emptyInput).mutation(({ ctx }) => ctx.session.beginApp(ctx.email)),

  addApp: operatorProcedure
    .input(OwnPassword.extend({ token: requiredText, code: SecondFactorCode }))
    .mutation(async ({ ctx, input }) => ({ recovery_codes: await ctx.session.addApp(ctx.email, input) })),

  removeApp: operatorProcedure.input(OwnPassword).mutation(async ({ ctx, input }) => {
    await ctx.session.removeApp(ctx.email, input.password)
    return {}
  }),

  renewRecoveryCodes: operatorProcedure.input(OwnPassword).mutation(async ({ ctx, input }) => ({
    recovery_codes: await ctx.session.renewRecoveryCodes(ctx.email, input.password),
  })),
})
