import { deleteExpiredCarts } from '#entities/cart/cart/delete-expired-carts.ts'
import type { JobAttempt, JobContext } from '../plugin/job-context.ts'

/** Several processes can run this function at the same time. */
export const expireCarts = (
  { orm, providers, cartDays }: Pick<JobContext, 'orm' | 'providers' | 'cartDays'>,
  _: unknown,
  { signal }: Pick<JobAttempt, 'signal'>,
): Promise<void> => deleteExpiredCarts(orm.em.fork(), providers.payment, { days: cartDays, signal })
