import { Customer } from '#entities/people/customer/customer.ts'
import { columnsOf } from '../inputs/columns.ts'

/** The columns of a customer that the store also shows. */
export const customerColumns = columnsOf(Customer, { omit: ['tags'] })
