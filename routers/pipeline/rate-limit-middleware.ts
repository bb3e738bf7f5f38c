import { experimental_standaloneMiddleware } from '@trpc/server'
import { TooManyRequests } from '#entities/errors.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import type { Context } from '../context/context.ts'

/** @throws TooManyRequests if `seconds` is not 0. */
export function throwIfRateLimited(seconds: number): void {
  if (seconds > 0) throw new TooManyRequests(seconds)
}

/**
 * Limits logins per address and email, including unknown emails. Counts a login before the transaction, because a
 * wrong password rolls the transaction back.
 */
export const limitLogins = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const email = emailIn(await getRawInput())
    if (email === undefined) return next()
    const attempt = { ip: ctx.request.ip, email }
    throwIfRateLimited(await ctx.services.rateLimits.countLogin(attempt))
    const result = await next()
    if (result.ok) await ctx.services.rateLimits.resetLoginCount(attempt)
    return result
  },
)

/**
 * Limits the emails to one mailbox. Also counts unknown addresses, so that a caller cannot find out which accounts
 * exist.
 */
export const limitPasswordRequests = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const email = emailIn(await getRawInput())
    if (email !== undefined) await limitMails(ctx, email)
    return next()
  },
)

/** Limits new passwords per address, because password hashing takes much CPU time. */
export const limitNewPasswords = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => {
    const { password } = ((await getRawInput()) ?? {}) as { password?: unknown }
    if (typeof password === 'string') throwIfRateLimited(await ctx.services.rateLimits.countNewPassword(ctx.request.ip))
    return next()
  },
)

function emailIn(input: unknown): string | undefined {
  const { email } = (input ?? {}) as { email?: unknown }
  return typeof email === 'string' ? normalizeEmail(email) : undefined
}

/** @throws TooManyRequests if the client has caused too many mails, or the recipient got too many. */
export async function limitMails({ services, request }: Context, recipient: string): Promise<void> {
  throwIfRateLimited(await services.rateLimits.countMail({ client: request.client, recipient }))
}
