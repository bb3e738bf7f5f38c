import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { hashOptionalPassword, hashPassword } from '#entities/people/credentials/password.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { manageCustomer } from '#entities/people/customer/manage-customer.ts'
import { registerCustomer } from '#entities/people/customer/register-customer.ts'
import { eraseCustomer } from '#entities/privacy/erase-customer.ts'
import { exportCustomer } from '#entities/privacy/export-customer.ts'
import type { PersonQuery } from '#entities/privacy/find-person.ts'
import { rest } from '../context/meta.ts'
import { withChanges, withFields } from '../filters/field-inputs.ts'
import { hasTag } from '../filters/tag-conditions.ts'
import { optionalInputs, optionalSingleLines } from '../inputs/columns.ts'
import { Email, RowReferences, SingleLine } from '../inputs/common.ts'
import { queryListOrNone, selectionParams } from '../inputs/query.ts'
import { tagFilter } from '../inputs/tags.ts'
import { changeTagsOf } from '../procedures/change-tags-of.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminCustomerResource } from '../resources/admin-customer.ts'
import { ImportedCustomerResource } from '../resources/past-order.ts'
import { NewPassword } from '../store/customers/customer-inputs.ts'
import { customerFilters, customersOf } from './customers-of.ts'

const view = {
  resource: AdminCustomerResource,
  defaults: { relations: ['orders', 'shipping_addresses'] },
}

const { first_name, last_name, phone } = optionalSingleLines(Customer, ['first_name', 'last_name', 'phone'])
const { metadata } = optionalInputs(Customer, ['metadata'])
const customerAnswer = rowAnswer('customer', view)
const filters = { ...customerFilters, groups: queryListOrNone(z.string()).optional(), tags: tagFilter }

/** `include_guests` adds all customers, carts and orders with the e-mail address of the customer. */
const PersonInput = z.strictObject({ id: z.string(), include_guests: z.boolean().nullish() })

const personOf = ({ id, include_guests }: z.output<typeof PersonInput>): PersonQuery => ({
  id,
  includesGuests: include_guests ?? false,
})

const ExportedRows = z.array(z.record(z.string(), z.unknown()))
const CustomerExport = z.object({
  exported_at: z.date(),
  customer_ids: z.array(z.string()),
  rows: z.record(z.string(), ExportedRows),
  changes: ExportedRows,
  events: ExportedRows,
})

// The procedure hashes the password before it begins its transaction.
const setsPassword = { noIdempotency: true, manualTransactions: true } as const

export const customers = router({
  list: adminList('customers', AdminCustomerResource, filters, { pageSize: 50, fields: 'customer' })
    .meta(rest('GET', '/customers', 'List customers', { allowsStaleReads: true }))
    .query(({ input }) => {
      const { where, ...options } = customersOf(input, { groups: input.groups })
      return { ...options, where: [...where, hasTag(input.tags)] }
    }),

  get: adminGet(customerAnswer, rest('GET', '/customers/{id}', 'Retrieve a customer')),

  /** Null for a customer that no import has created. */
  imported: adminProcedure
    .meta(rest('GET', '/customers/{customer_id}/imported', 'Retrieve the imported facts about a customer'))
    .input(z.strictObject({ customer_id: z.string() }))
    .output(responseSchema({ imported_customer: ImportedCustomerResource.nullable() }))
    .query(async ({ ctx, input }) => ({
      imported_customer: await readRow(ctx.em, {}, { resource: ImportedCustomerResource, where: [input] }),
    })),

  create: adminProcedure
    .meta(rest('POST', '/customers', 'Create a customer', { status: 201, ...setsPassword }))
    .input(
      withFields(['customer', 'admin'], {
        email: Email,
        first_name: SingleLine,
        last_name: SingleLine,
        password: NewPassword,
        phone,
        metadata,
      }),
    )
    .output(customerAnswer.response)
    .mutation(async ({ ctx, input: { password, ...facts } }) => {
      const password_hash = await hashPassword(password)
      return inTransaction(ctx.em, async (em) => {
        const { id } = await registerCustomer(em, { ...facts, password_hash })
        await em.flush()
        return customerAnswer.read({ ...ctx, em }, id, { expand: '' })
      })
    }),

  changeTags: changeTagsOf('customer', Customer),

  update: adminProcedure
    .meta(rest('POST', '/customers/{id}', 'Update a customer', setsPassword))
    .input(
      withChanges(['customer', 'admin'], {
        id: z.string(),
        email: Email.nullish(),
        first_name,
        last_name,
        password: NewPassword.nullish(),
        phone,
        metadata,
        groups: RowReferences.nullish(),
        ...selectionParams,
      }),
    )
    .output(customerAnswer.response)
    .mutation(async ({ ctx, input: { id, expand, fields, password, ...facts } }) => {
      const password_hash = await hashOptionalPassword(password)
      const changes = { ...facts, ...(await ctx.caller.login()), password_hash }
      return inTransaction(ctx.em, async (em) => {
        await manageCustomer(em, id, changes)
        await em.flush()
        return customerAnswer.read({ ...ctx, em }, id, { expand, fields })
      })
    }),

  export: adminProcedure
    .meta(
      rest('POST', '/customers/{id}/export', 'Export the personal data of a customer', {
        noIdempotency: true,
        noDryRun: 'It changes nothing, and the audit log records each export.',
      }),
    )
    .input(PersonInput)
    .output(CustomerExport)
    .mutation(({ ctx, input }) => exportCustomer(ctx.em, personOf(input))),

  erase: adminProcedure
    .meta(rest('POST', '/customers/{id}/erase', 'Erase the personal data of a customer', { locksSharedRows: true }))
    .input(PersonInput)
    .output(z.object({ id: z.string(), object: z.literal('customer'), erased: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await eraseCustomer(ctx.em, personOf(input))
      return { id: input.id, object: 'customer', erased: true }
    }),
})
