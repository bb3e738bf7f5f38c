import { experimental_standaloneMiddleware } from '@trpc/server'
import { TooManyRequests } from '#entities/errors.ts'
import type { User } from '#entities/people/user/user.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import type { Context } from '../context/context.ts'
import type { LoginAttempt, RateLimits } from '../context/services.ts'

/** @throws TooManyRequests if `seconds` is not 0. */
export function throwIfRateLimited(seconds: number): void {
  if (seconds > 0) throw new TooManyRequests(seconds)
}

/**
 * Limits logins per address and email, including unknown emails. Counts a login before the transaction, because a
 * wrong password rolls the transaction back.
 */
export const limitLogins = experimental_standaloneMiddleware<{ ctx: Context }>().create(
  async ({ ctx, getRawInput, next }) => countAttempt(ctx, emailIn(await getRawInput()), next),
)

/** A passkey names its user only in the signed response, so these logins count per address. */
export const limitPasskeyLogins = experimental_standaloneMiddleware<{ ctx: Context }>().create(({ ctx, next }) =>
  countAttempt(ctx, 'passkey', next),
)

/** Counts wrong passwords of a logged-in user together with its logins. */
export const limitOwnPassword = experimental_standaloneMiddleware<{ ctx: Context & { user: User } }>().create(
  ({ ctx, next }) => countAttempt(ctx, normalizeEmail(ctx.user.email), next),
)

async function countAttempt<Result extends { ok: boolean }>(
  { services: { rateLimits }, request: { ip } }: Context,
  email: string | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  return email === undefined ? attempt() : limitLoginAttempts(rateLimits, { ip, email }, attempt)
}

/** Counts an attempt of a client, and forgets the earlier ones after a right one. @throws TooManyRequests */
export async function limitLoginAttempts<Result extends { ok: boolean }>(
  rateLimits: RateLimits,
  client: LoginAttempt,
  attempt: () => Promise<Result>,
): Promise<Result> {
  throwIfRateLimited(await rateLimits.countLogin(client))
  const result = await attempt()
  if (result.ok) await rateLimits.resetLoginCount(client)
  return result
}

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
