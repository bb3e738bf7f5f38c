import { experimental_standaloneMiddleware } from '@trpc/server'
import { TooManyRequests } from '#entities/errors.ts'
import type { Answer, Context } from './context.ts'

/** @throws TooManyRequests where there are seconds to be waited, which the answer then tells. */
export function refuseIfTooOften(answer: Answer, seconds: number): void {
  if (seconds === 0) return
  answer.headers['Retry-After'] = String(seconds)
  throw new TooManyRequests()
}

/**
 * No password is found by trying: from one address, one e-mail is tried only so often, whether it is somebody's or not.
 * Who gets in begins anew. Counted before the transaction, which a wrong password undoes.
 */
export const limitLogins = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const { email } = ((await getRawInput()) ?? {}) as { email?: unknown }
    if (typeof email !== 'string') return next()
    const tried = `${ctx.request.ip} ${email.toLowerCase()}`
    refuseIfTooOften(ctx.answer, await ctx.limits.countLogin(tried))
    const result = await next()
    if (result.ok) await ctx.limits.forgetLogins(tried)
    return result
  },
)
