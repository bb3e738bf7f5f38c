import { inTransaction } from '#database/transaction.ts'
import { sendCustomerPasswordToken as sendToCustomer } from '#entities/people/customer/reset-password.ts'
import { sendUserPasswordToken as sendToUser } from '#entities/people/user/reset-password.ts'
import type { Task } from '../plugin/job-context.ts'

/** The job looks up the account, so that the response time of the request does not reveal whether it exists. */
export const sendPasswordToken: Task<'send_password_token'> = ({ orm, tokens }, { to, email }) => {
  const send = to === 'user' ? sendToUser : sendToCustomer
  return inTransaction(orm.em, (em) => send(em, tokens, email))
}
