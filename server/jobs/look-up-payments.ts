import { lookUpPayments } from '#entities/checkout/look-up-payments.ts'
import type { JobAttempt, JobContext } from '../plugin/job-context.ts'

/** Several processes can run this function at the same time. */
export const lookUpPaymentsTask = (
  { orm, providers }: Pick<JobContext, 'orm' | 'providers'>,
  _: unknown,
  { signal }: Pick<JobAttempt, 'signal'>,
): Promise<void> => lookUpPayments(orm.em.fork(), providers.payment, { signal })
