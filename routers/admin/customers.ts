import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Customer } from '#entities/customer/customer.ts'
import { manageCustomer } from '#entities/customer/manage-customer.ts'
import { registerCustomer } from '#entities/customer/register-customer.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { Email, Metadata, Rows } from '../schemas/common.ts'
import { readRow } from '../schemas/list.ts'
import { queryListOrNone, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { AdminCustomerResource } from '../schemas/resources/admin-customer.ts'
import type { Wanted } from '../schemas/selection.ts'
import { NewPassword } from '../store/customers/inputs.ts'
import { adminProcedure, router } from '../trpc.ts'
import { customerList, listCustomers } from './list-customers.ts'

const view = {
  entity: Customer,
  resource: AdminCustomerResource,
  defaults: { relations: ['orders', 'shipping_addresses'] },
}

const text = z.string().nullish()
const withCustomer = answer({ customer: AdminCustomerResource })

export const customers = router({
  list: adminProcedure
    .meta(rest('GET', '/customers', 'List the customers', { mayBeStale: true }))
    .input(z.strictObject({ ...customerList, groups: queryListOrNone(z.string()).optional() }).prefault({}))
    .output(listAnswer('customers', AdminCustomerResource))
    .query(async ({ ctx, input: { groups, ...asked } }) => listCustomers(ctx.em, asked, groups)),

  get: adminProcedure
    .meta(rest('GET', '/customers/{id}', 'Read a customer'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withCustomer)
    .query(async ({ ctx, input }) => readCustomer(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/customers', 'Open an account for a customer', { status: 201, forgets: true }))
    .input(
      z.strictObject({
        email: Email,
        first_name: z.string(),
        last_name: z.string(),
        password: NewPassword,
        phone: text,
        metadata: Metadata.nullish(),
      }),
    )
    .output(withCustomer)
    .mutation(async ({ ctx, input }) => {
      const { id } = await registerCustomer(ctx.em, input)
      await ctx.em.flush()
      return readCustomer(ctx.em, id, { expand: '' })
    }),

  update: adminProcedure
    .meta(rest('POST', '/customers/{id}', 'Change a customer', { forgets: true }))
    .input(
      z.strictObject({
        id: z.string(),
        email: Email.nullish(),
        first_name: text,
        last_name: text,
        password: NewPassword.nullish(),
        phone: text,
        metadata: Metadata.nullish(),
        groups: Rows.nullish(),
        ...selecting,
      }),
    )
    .output(withCustomer)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      await manageCustomer(ctx.em, id, { ...changes, ...(await ctx.caller.login()) })
      await ctx.em.flush()
      return readCustomer(ctx.em, id, { expand, fields })
    }),
})

/** The customer as they are stored. */
async function readCustomer(em: EntityManager, id: string, wanted: Wanted): Promise<z.output<typeof withCustomer>> {
  const customer = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!customer) throw new NotFound(`Customer with id: ${id} was not found`)
  return { customer }
}
