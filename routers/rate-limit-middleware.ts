import { experimental_standaloneMiddleware } from '@trpc/server'
import { TooManyRequests } from '#entities/errors.ts'
import type { Context, ProcedureResponse } from './context.ts'

/** @throws TooManyRequests where there are seconds to be waited, which the answer then tells. */
export function throwIfRateLimited(answer: ProcedureResponse, seconds: number): void {
  if (seconds === 0) return
  answer.headers['Retry-After'] = String(seconds)
  throw new TooManyRequests()
}

/**
 * No password is found by trying: from one address, one e-mail is tried only so often, whether it is somebody's or not,
 * and so are all together. Who gets in begins anew. Counted before the transaction, which a wrong password undoes.
 */
export const limitLogins = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const email = emailIn(await getRawInput())
    if (email === undefined) return next()
    const tried = { ip: ctx.request.ip, email }
    throwIfRateLimited(ctx.answer, await ctx.limits.countLogin(tried))
    const result = await next()
    if (result.ok) await ctx.limits.forgetLogin(tried)
    return result
  },
)

/** Nobody's mailbox is filled by asking for new passwords, whether the e-mail is somebody's or not. */
export const limitPasswordRequests = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const email = emailIn(await getRawInput())
    if (email !== undefined) throwIfRateLimited(ctx.answer, await ctx.limits.countPasswordRequest(email))
    return next()
  },
)

/** Each address registers customers and changes passwords only so often, because each new password costs a hash. */
export const limitNewPasswords = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const { password } = ((await getRawInput()) ?? {}) as { password?: unknown }
    if (typeof password === 'string') throwIfRateLimited(ctx.answer, await ctx.limits.countNewPassword(ctx.request.ip))
    return next()
  },
)

/** The e-mail that an input names, in lower case; what is no text is left for the input to refuse. */
function emailIn(input: unknown): string | undefined {
  const { email } = (input ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.toLowerCase() : undefined
}
