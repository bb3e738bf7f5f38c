import { z } from 'zod'
import { findRows, lockRow } from '#database/rows.ts'
import { Unauthorized } from '#entities/errors.ts'
import { Store } from '#entities/market/store/store.ts'
import { passkeyCreationOptions, verifyNewPasskey } from '#entities/people/passkey/register-passkey.ts'
import { relyingPartyOf } from '#entities/people/passkey/relying-party.ts'
import { addPasskey, removePasskey } from '#entities/people/second-factor/change-second-factor.ts'
import { withOwnPassword } from '#entities/people/user/change-own-account.ts'
import { User } from '#entities/people/user/user.ts'
import { rest } from '../../context/meta.ts'
import { requiredPassword, requiredText } from '../../inputs/common.ts'
import { NewCredential, PasskeyCreationOptions } from '../../inputs/second-factor.ts'
import { adminProcedure, ownPasswordProcedure, router } from '../../procedures/trpc.ts'
import { renewSession } from './renew-session.ts'
import { recoveryCodesResponse } from './second-factor.ts'

export const passkeys = router({
  beginPasskey: ownPasswordProcedure
    .meta(
      rest('POST', '/account/passkeys/options', 'Create the options of a new passkey', {
        ...{ noIdempotency: true, noDryRun: 'Its purpose is the challenge in its response.' },
      }),
    )
    .input(z.strictObject({ password: requiredPassword }))
    .output(z.object({ token: z.string(), options: PasskeyCreationOptions }))
    .mutation(({ ctx, input: { password } }) => {
      const party = relyingPartyOf(ctx.request.origin)
      // The password comes first, so that a wrong one leaves no passkey on the device.
      return withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => {
        const [store] = await findRows(em, Store, {})
        const shopName = store?.name || 'Cartwright'
        return passkeyCreationOptions(em, ctx.services.tokens, { user, party, shopName })
      })
    }),

  addPasskey: adminProcedure
    .meta(
      rest('POST', '/account/passkeys', 'Add a passkey', {
        ...{ noIdempotency: true, noDryRun: 'Its purpose is the recovery codes in its response.' },
      }),
    )
    .input(z.strictObject({ token: requiredText, credential: NewCredential, name: requiredText.max(100) }))
    .output(recoveryCodesResponse)
    .mutation(async ({ ctx, input: { name, token, credential } }) => {
      const { em, services } = ctx
      const user = await lockRow(em, User, { id: ctx.user.id })
      if (!user) throw new Unauthorized()
      const answer = { userId: user.id, party: relyingPartyOf(ctx.request.origin), token, credential }
      const verified = await verifyNewPasskey(em, services.tokens, answer)
      const recovery_codes = await addPasskey(em, user, { ...verified, name })
      if (recovery_codes) await renewSession(ctx, em)
      return { recovery_codes }
    }),

  removePasskey: ownPasswordProcedure
    .meta(rest('POST', '/account/passkeys/{id}/remove', 'Remove a passkey', { noIdempotency: true }))
    .input(z.strictObject({ id: z.string(), password: requiredPassword }))
    .output(z.object({}))
    .mutation(({ ctx, input: { id, password } }) =>
      withOwnPassword(ctx.em, { id: ctx.user.id, password }, async (em, user) => {
        await removePasskey(em, user, id)
        return {}
      }),
    ),
})
