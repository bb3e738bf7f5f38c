import { z } from 'zod'
import { readCalendar } from '#entities/market/store/shop-time-zone.ts'
import { passkeyRequestOptions, withPasskeyUser } from '#entities/people/passkey/log-in-with-passkey.ts'
import { relyingPartyOf } from '#entities/people/passkey/relying-party.ts'
import { allows } from '#entities/people/role/grant.ts'
import { issueUserToken } from '#entities/people/user/access-token.ts'
import { withLoggedInUser } from '#entities/people/user/log-in.ts'
import { rest } from '../context/meta.ts'
import { emptyInput, requiredEmail, requiredPassword, requiredText } from '../inputs/common.ts'
import { PasskeyRequestOptions, SecondFactorCode, SignedCredential } from '../inputs/second-factor.ts'
import { adminProcedure, loginProcedure, openProcedure, passkeyLoginProcedure, router } from '../procedures/trpc.ts'
import { userAnswer } from './users/read-user.ts'

const credentials = z.strictObject({
  email: requiredEmail,
  password: requiredPassword,
  code: SecondFactorCode.nullish(),
})

export const auth = router({
  login: loginProcedure
    .meta(rest('POST', '/auth', 'Log in with email and password', { noIdempotency: true, logsIn: 'user' }))
    .input(credentials)
    .output(userAnswer.response)
    .mutation(({ ctx, input }) =>
      withLoggedInUser(ctx.em, ctx.services.tokens, input, async (em, user) => {
        await ctx.caller.logIn(em, { user_id: user.id })
        return userAnswer.read({ ...ctx, em, user, api_key: null }, user.id, {})
      }),
    ),

  passkeyOptions: openProcedure
    .meta(
      rest('POST', '/auth/passkey/options', 'Create the options of a login with a passkey', {
        ...{ noIdempotency: true, logsIn: 'user', noDryRun: 'Its purpose is the challenge in its response.' },
      }),
    )
    .input(emptyInput)
    .output(z.object({ token: z.string(), options: PasskeyRequestOptions }))
    .mutation(({ ctx }) => passkeyRequestOptions(ctx.services.tokens, relyingPartyOf(ctx.request.origin))),

  loginWithPasskey: passkeyLoginProcedure
    .meta(rest('POST', '/auth/passkey', 'Log in with a passkey', { noIdempotency: true, logsIn: 'user' }))
    .input(z.strictObject({ token: requiredText, credential: SignedCredential }))
    .output(userAnswer.response)
    .mutation(({ ctx, input }) => {
      const login = { ...input, party: relyingPartyOf(ctx.request.origin) }
      return withPasskeyUser(ctx.em, ctx.services.tokens, login, async (em, user) => {
        await ctx.caller.logIn(em, { user_id: user.id })
        return userAnswer.read({ ...ctx, em, user, api_key: null }, user.id, {})
      })
    }),

  token: loginProcedure
    .meta(rest('POST', '/auth/token', 'Create an access token', { noIdempotency: true }))
    .input(credentials)
    .output(z.object({ access_token: z.string() }))
    .mutation(async ({ ctx, input }) => {
      return { access_token: await issueUserToken(ctx.em, ctx.services.tokens, input) }
    }),

  current: adminProcedure
    .meta(rest('GET', '/auth', 'Retrieve the current user'))
    .input(emptyInput)
    .output(userAnswer.response)
    .query(({ ctx }) => userAnswer.read(ctx, ctx.user.id, {})),

  permissions: adminProcedure
    .meta(rest('GET', '/auth/permissions', 'List the procedures that the caller may call'))
    .input(emptyInput)
    .output(
      z.object({
        role: z.string(),
        procedures: z.array(z.string()),
        lacks_second_factor: z.boolean(),
        /** The time zone of the shop. */
        time_zone: z.string(),
        fiscal_year_start_month: z.int(),
      }),
    )
    .query(async ({ ctx: { em, user, grants, services } }) => ({
      role: user.role,
      // Until the user has set one up, its role allows only the own account.
      lacks_second_factor: grants.some(({ withheld }) => withheld === 'second_factor'),
      procedures: services.adminProcedures.filter((one) => allows(grants, one)).map(({ name }) => name),
      ...(await readCalendar(em)),
    })),

  logout: adminProcedure
    .meta(rest('DELETE', '/auth', 'Log out', { noDryRun: 'It changes the session cookie.' }))
    .input(emptyInput)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await ctx.caller.logOut(ctx.em, 'user')
      return {}
    }),
})
