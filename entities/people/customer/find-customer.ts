import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, lockRow, type Row } from '#database/rows.ts'
import { NotFound, Unauthorized } from '#entities/errors.ts'
import { rowOfSpelling, storedSpellings } from '#entities/values/email.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { Customer } from './customer.ts'

export async function customerByEmail(em: EntityManager, email: string): Promise<Row<Customer> | null> {
  const found = await findRows(em, Customer, { email: storedSpellings(email), has_account: true })
  return rowOfSpelling(found, email)
}

export function withCustomerByPassword<Result>(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  work: (tx: EntityManager, customer: Row<Customer>) => Promise<Result>,
): Promise<Result | null> {
  return withVerifiedAccount(
    em,
    { table: 'customer', find: (reader) => customerByEmail(reader, email), password },
    work,
  )
}

export async function lockCustomer(em: EntityManager, id: string): Promise<Row<Customer>> {
  const customer = await lockRow(em, Customer, { id })
  if (!customer) throw new Unauthorized()
  return customer
}

export async function lockCustomerById(em: EntityManager, id: string): Promise<Row<Customer>> {
  const customer = await lockRow(em, Customer, { id })
  if (!customer) throw new NotFound(`Customer with id: ${id} was not found`)
  return customer
}

export async function customerAccount(em: EntityManager, id: string): Promise<{ email: string; bond: string }> {
  const customer = await findRow(em, Customer, { id, has_account: true })
  if (!customer?.password_hash) throw new Unauthorized()
  return { email: customer.email, bond: customer.password_hash }
}
