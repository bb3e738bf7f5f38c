import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { acceptInvite, checkInviteToken, maybeInvitedEmail } from '#entities/people/invite/accept-invite.ts'
import { Invite } from '#entities/people/invite/invite.ts'
import { signInviteToken } from '#entities/people/invite/invite-token.ts'
import { resendInvite, sendInvite } from '#entities/people/invite/send-invite.ts'
import { assertCanGiveRole, findScopesOfRoles } from '#entities/people/role/find-role.ts'
import { allows, canGive } from '#entities/people/role/grant.ts'
import { lockGrants } from '#entities/people/role/lock-grants.ts'
import { EVERY_SCOPE } from '#entities/people/role/scopes.ts'
import { User } from '#entities/people/user/user.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { columnsOf, optionalSingleLines } from '../inputs/columns.ts'
import {
  deletionResponse,
  Email,
  emptyInput,
  OK,
  okResponse,
  requiredPassword,
  requiredText,
  tokenAnswer,
} from '../inputs/common.ts'
import { adminProcedure, openProcedure, router } from '../procedures/trpc.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { InviteResource } from '../resources/invite.ts'

/**
 * The row is deleted when the invitation is accepted or deleted, so two columns are constant. A user that may send the
 * invitation sees its token, because some shops send no mails. An API key does not.
 */
const Invitation = z.object({
  ...columnsOf(Invite),
  accepted: z.literal(false),
  deleted_at: z.null(),
  token: z.string().nullable(),
})

export const invites = router({
  list: adminProcedure
    .meta(rest('GET', '/invites', 'List invitations'))
    .input(emptyInput)
    .output(z.object({ invites: z.array(Invitation) }))
    .query(async ({ ctx }) => {
      const rows = await readAllRows(ctx.em, { resource: InviteResource })
      return { invites: await showInvites(ctx, rows) }
    }),

  create: adminProcedure
    .meta(rest('POST', '/invites', 'Create or renew an invitation', { noIdempotency: true }))
    .input(z.strictObject({ user: Email, role: z.string() }))
    .output(z.object({ invite: Invitation }))
    .mutation(async ({ ctx, input }) => {
      await assertCanGiveRole(ctx.em, await lockGrants(ctx.em, ctx), input.role)
      const { id } = await sendInvite(ctx.em, ctx.services.tokens, { email: input.user, role: input.role })
      const row = await readRow(ctx.em, {}, { resource: InviteResource, where: [{ id }] })
      const [invite] = await showInvites(ctx, [row!])
      return { invite: invite! }
    }),

  readToken: openProcedure
    .meta(rest('GET', '/invites/token', 'Read the e-mail address of an invitation by its token'))
    .input(z.strictObject({ token: requiredText }))
    .output(tokenAnswer)
    .query(async ({ ctx, input }) => ({ email: await maybeInvitedEmail(ctx.em, ctx.services.tokens, input.token) })),

  accept: openProcedure
    .meta(rest('POST', '/invites/accept', 'Accept an invitation', { noIdempotency: true, manualTransactions: true }))
    .input(
      z.strictObject({
        token: requiredText,
        user: z.strictObject({
          ...optionalSingleLines(User, ['first_name', 'last_name']),
          password: requiredPassword,
        }),
      }),
    )
    .output(okResponse)
    .mutation(async ({ ctx, input }) => {
      const { password, ...person } = input.user
      await checkInviteToken(ctx.em, ctx.services.tokens, input.token)
      const user = { ...person, password_hash: await hashPassword(password) }
      await inTransaction(ctx.em, (em) => acceptInvite(em, ctx.services.tokens, { token: input.token, user }))
      return OK
    }),

  resend: adminProcedure
    .meta(rest('POST', '/invites/{invite_id}/resend', 'Resend an invitation'))
    .input(z.strictObject({ invite_id: z.string() }))
    .output(okResponse)
    .mutation(async ({ ctx, input }) => {
      await resendInvite(ctx.em, ctx.services.tokens, { id: input.invite_id, caller: ctx })
      return OK
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/invites/{invite_id}', 'Delete an invitation'))
    .input(z.strictObject({ invite_id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { invite_id } }) => {
      await ctx.em.nativeDelete(Invite, { id: invite_id })
      return { id: invite_id, object: 'invite', deleted: true }
    }),
})

type Shown = z.output<typeof InviteResource>
type Reader = ProcedureContext & { user: User }

async function showInvites(ctx: Reader, rows: readonly Shown[]): Promise<z.output<typeof Invitation>[]> {
  const scopes = await findScopesOfRoles(ctx.em)
  const maySend = ({ role }: Shown) =>
    !ctx.api_key &&
    allows(ctx.grants, { name: 'invites.create', reads: false }) &&
    canGive(ctx.grants, scopes.get(role) ?? EVERY_SCOPE)
  return Promise.all(
    rows.map(async (row) => {
      const token = maySend(row) ? await signInviteToken(ctx.services.tokens, row) : null
      return { ...row, accepted: false, deleted_at: null, token }
    }),
  )
}
