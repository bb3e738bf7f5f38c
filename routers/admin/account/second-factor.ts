import { z } from 'zod'
import { findRow, findRows } from '#database/rows.ts'
import { Store } from '#entities/market/store/store.ts'
import { Passkey } from '#entities/people/passkey/passkey.ts'
import { offerApp } from '#entities/people/second-factor/app-factor.ts'
import { addApp, removeApp, renewRecoveryCodes } from '#entities/people/second-factor/change-second-factor.ts'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import { withOwnPassword } from '#entities/people/user/change-own-account.ts'
import { rest } from '../../context/meta.ts'
import { emptyInput, requiredPassword, requiredText } from '../../inputs/common.ts'
import { OfferedApp, SecondFactorCode } from '../../inputs/second-factor.ts'
import { adminProcedure, ownPasswordProcedure, router } from '../../procedures/trpc.ts'
import { renewSession } from './renew-session.ts'

const SECRETS = { noIdempotency: true, noDryRun: 'Its purpose is the secret in its response.' }

/** Null if the user received its codes with an earlier factor. */
export const recoveryCodesResponse = z.object({ recovery_codes: z.array(z.string()).nullable() })

const OwnPasskey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})

export const secondFactor = router({
  secondFactor: adminProcedure
    .meta(rest('GET', '/account/second-factor', 'Retrieve the own two-factor authentication'))
    .input(emptyInput)
    .output(
      z.object({
        has_app: z.boolean(),
        passkeys: z.array(OwnPasskey),
        /** The number of unused recovery codes. */
        recovery_codes_left: z.int(),
        is_required: z.boolean(),
      }),
    )
    .query(async ({ ctx: { em, user } }) => {
      const factor = await findRow(em, SecondFactor, { user_id: user.id })
      const passkeys = await findRows(em, Passkey, { user_id: user.id })
      const [store] = await findRows(em, Store, {})
      return {
        has_app: factor?.app_secret != null,
        passkeys: passkeys.map(({ id, name, created_at, last_used_at = null }) => ({
          id,
          name,
          created_at,
          last_used_at,
        })),
        recovery_codes_left: factor?.recovery_hashes.length ?? 0,
        is_required: store?.requires_second_factor ?? false,
      }
    }),

  beginApp: adminProcedure
    .meta(rest('POST', '/account/authenticator-app/setup', 'Create a secret for an authenticator app', SECRETS))
    .input(emptyInput)
    .output(OfferedApp)
    .mutation(async ({ ctx }) => {
      const [store] = await findRows(ctx.em, Store, {})
      const issuer = store?.name || 'Cartwright'
      return offerApp(ctx.services.tokens, { id: ctx.user.id, issuer, label: ctx.user.email })
    }),

  addApp: ownPasswordProcedure
    .meta(rest('POST', '/account/authenticator-app', 'Set up the authenticator app', SECRETS))
    .input(z.strictObject({ token: requiredText, code: SecondFactorCode, password: requiredPassword }))
    .output(recoveryCodesResponse)
    .mutation(({ ctx, input: { password, ...app } }) =>
      withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => {
        const recovery_codes = await addApp(em, ctx.services.tokens, user, app)
        if (recovery_codes) await renewSession(ctx, em)
        return { recovery_codes }
      }),
    ),

  removeApp: ownPasswordProcedure
    .meta(rest('POST', '/account/authenticator-app/remove', 'Remove the authenticator app', { noIdempotency: true }))
    .input(z.strictObject({ password: requiredPassword }))
    .output(z.object({}))
    .mutation(({ ctx, input: { password } }) =>
      withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => {
        await removeApp(em, user)
        return {}
      }),
    ),

  renewRecoveryCodes: ownPasswordProcedure
    .meta(rest('POST', '/account/recovery-codes', 'Replace the recovery codes', SECRETS))
    .input(z.strictObject({ password: requiredPassword }))
    .output(z.object({ recovery_codes: z.array(z.string()) }))
    .mutation(({ ctx, input: { password } }) =>
      withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => ({
        recovery_codes: await renewRecoveryCodes(em, user),
      })),
    ),
})
