import { z } from 'zod'
import { lockRow } from '#database/rows.ts'
import { Unauthorized } from '#entities/errors.ts'
import { endUserSession } from '#entities/people/session/end-sessions.ts'
import { listUserSessions } from '#entities/people/session/list-sessions.ts'
import { endUserLogins } from '#entities/people/user/end-user-logins.ts'
import { User } from '#entities/people/user/user.ts'
import { rest } from '../../context/meta.ts'
import { deletionResponse, emptyInput } from '../../inputs/common.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

const OwnSession = z.object({
  id: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
  user_agent: z.string().nullable(),
  /** The network, such as `203.0.113.x`. */
  address: z.string().nullable(),
  is_current: z.boolean(),
})

export const sessions = router({
  sessions: adminProcedure
    .meta(rest('GET', '/account/sessions', 'List the own sessions'))
    .input(emptyInput)
    .output(z.object({ sessions: z.array(OwnSession) }))
    .query(async ({ ctx }) => {
      const { session_id } = await ctx.caller.login()
      const found = await listUserSessions(ctx.em, ctx.user.id)
      return {
        sessions: found.map(({ id, created_at, last_used_at = null, user_agent = null, address = null }) => ({
          ...{ id, created_at, last_used_at, user_agent, address },
          is_current: id === session_id,
        })),
      }
    }),

  endSession: adminProcedure
    .meta(rest('DELETE', '/account/sessions/{id}', 'End one of the own sessions'))
    .input(z.strictObject({ id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await endUserSession(ctx.em, ctx.user.id, id)
      return { id, object: 'session', deleted: true }
    }),

  logOutEverywhere: adminProcedure
    .meta(rest('POST', '/account/log-out-everywhere', 'End all own sessions and access tokens'))
    .input(emptyInput)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      // A login in progress either ends here, or begins after this transaction.
      const user = await lockRow(ctx.em, User, { id: ctx.user.id })
      if (!user) throw new Unauthorized()
      await endUserLogins(ctx.em, user)
      return {}
    }),
})
