import { z } from 'zod'
import { acceptInvite } from '#entities/invite/accept-invite.ts'
import { Invite } from '#entities/invite/invite.ts'
import { resendInvite, sendInvite } from '#entities/invite/send-invite.ts'
import { USER_ROLES } from '#entities/user/user.ts'
import { rest } from '../meta.ts'
import { deleted, done, Email, nothing, OK, requiredText } from '../schemas/common.ts'
import { allRows } from '../schemas/list.ts'
import { InviteResource } from '../schemas/resources/invite.ts'
import { adminProcedure, openProcedure, router } from '../trpc.ts'
import { userManagerProcedure } from './user-manager.ts'

/** One that is accepted or withdrawn is not there any more, as clients know it: these two are always so. */
const Invitation = z.object({ ...InviteResource.shape, accepted: z.literal(false), deleted_at: z.null() })
const pending = { accepted: false, deleted_at: null } as const

export const invites = router({
  list: adminProcedure
    .meta(rest('GET', '/invites', 'List who is invited to run the shop'))
    .input(nothing)
    .output(z.object({ invites: z.array(Invitation) }))
    .query(async ({ ctx }) => {
      const rows = await allRows(ctx.em, { entity: Invite, resource: InviteResource })
      return { invites: rows.map((row) => ({ ...row, ...pending })) }
    }),

  create: userManagerProcedure
    .meta(rest('POST', '/invites', 'Invite somebody to run the shop, or invite them anew'))
    .input(z.strictObject({ user: Email, role: z.enum(USER_ROLES) }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await sendInvite(ctx.em, ctx.tokens, { email: input.user, role: input.role })
      return OK
    }),

  accept: openProcedure
    .meta(rest('POST', '/invites/accept', 'Accept an invitation, with the token that was sent', { forgets: true }))
    .input(
      z.strictObject({
        token: requiredText,
        user: z.strictObject({
          first_name: z.string().nullish(),
          last_name: z.string().nullish(),
          password: requiredText,
        }),
      }),
    )
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await acceptInvite(ctx.em, ctx.tokens, input)
      return OK
    }),

  resend: userManagerProcedure
    .meta(rest('POST', '/invites/{invite_id}/resend', 'Send an invitation again'))
    .input(z.strictObject({ invite_id: z.string() }))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resendInvite(ctx.em, ctx.tokens, input.invite_id)
      return OK
    }),

  delete: userManagerProcedure
    .meta(rest('DELETE', '/invites/{invite_id}', 'Withdraw an invitation'))
    .input(z.strictObject({ invite_id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { invite_id } }) => {
      await ctx.em.nativeDelete(Invite, { id: invite_id })
      return { id: invite_id, object: 'invite', deleted: true }
    }),
})
