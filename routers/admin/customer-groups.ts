import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { change } from '#entities/change.ts'
import { createCustomerGroup } from '#entities/customer/create-customer-group.ts'
import { CustomerGroup } from '#entities/customer/customer-group.ts'
import { deleteCustomerGroup } from '#entities/customer/delete-customer-group.ts'
import { lockCustomerGroup } from '#entities/customer/find-customer-group.ts'
import { addCustomers, removeCustomers } from '#entities/customer/group-customers.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { deleted, idsOf, Metadata, Rows } from '../schemas/common.ts'
import { equal, matching, search, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { inDiscountCondition } from '../schemas/product-conditions.ts'
import { dateFilter, ordering, paging, queryList, selecting, textFilter } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { AdminCustomerGroupResource, AdminCustomerResource } from '../schemas/resources/admin-customer.ts'
import type { Wanted } from '../schemas/selection.ts'
import { adminProcedure, router } from '../trpc.ts'
import { customerList, listCustomers } from './list-customers.ts'

const view = { entity: CustomerGroup, resource: AdminCustomerGroupResource }

const filters = {
  id: textFilter.optional(),
  q: z.string().optional(),
  name: queryList(z.string()).optional(),
  updated_at: dateFilter.optional(),
  created_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

const Name = z.string().refine((name) => name !== '', 'name should not be empty')
const Members = z.strictObject({ id: z.string(), customer_ids: Rows })
const withGroup = answer({ customer_group: AdminCustomerGroupResource })

export const customerGroups = router({
  list: adminProcedure
    .meta(rest('GET', '/customer-groups', 'List the customer groups', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(10), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('customer_groups', AdminCustomerGroupResource))
    .query(async ({ ctx, input }) => {
      const { id, q, name, created_at, updated_at, discount_condition_id } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [
          matching('id', id),
          search(q, ['name']),
          equal({ name }),
          within({ created_at, updated_at }),
          inDiscountCondition('discount_condition_customer_group', 'customer_group_id', discount_condition_id),
        ],
      })
      return { customer_groups: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/customer-groups/{id}', 'Read a customer group'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withGroup)
    .query(async ({ ctx, input }) => readGroup(ctx.em, input.id, input)),

  create: adminProcedure
    .meta(rest('POST', '/customer-groups', 'Add a customer group'))
    .input(z.strictObject({ name: Name, metadata: Metadata.nullish() }))
    .output(withGroup)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createCustomerGroup(ctx.em, input)
      return readGroup(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/customer-groups/{id}', 'Change a customer group'))
    .input(z.strictObject({ id: z.string(), name: Name.nullish(), metadata: Metadata.nullish(), ...selecting }))
    .output(withGroup)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      change<CustomerGroup>(await lockCustomerGroup(ctx.em, id), changes)
      await ctx.em.flush()
      return readGroup(ctx.em, id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/customer-groups/{id}', 'Delete a customer group; its customers stay'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteCustomerGroup(ctx.em, id)
      return { id, object: 'customer_group', deleted: true }
    }),

  addCustomers: adminProcedure
    .meta(rest('POST', '/customer-groups/{id}/customers/batch', 'Put customers into a group'))
    .input(Members)
    .output(withGroup)
    .mutation(async ({ ctx, input: { id, customer_ids } }) => {
      await addCustomers(ctx.em, id, idsOf(customer_ids))
      return readGroup(ctx.em, id)
    }),

  removeCustomers: adminProcedure
    .meta(rest('DELETE', '/customer-groups/{id}/customers/batch', 'Take customers out of a group'))
    .input(Members)
    .output(withGroup)
    .mutation(async ({ ctx, input: { id, customer_ids } }) => {
      await removeCustomers(ctx.em, id, idsOf(customer_ids))
      return readGroup(ctx.em, id)
    }),

  listCustomers: adminProcedure
    .meta(rest('GET', '/customer-groups/{id}/customers', 'List the customers in a group'))
    .input(z.strictObject({ id: z.string(), ...customerList, groups: queryList(z.string()).optional() }))
    .output(listAnswer('customers', AdminCustomerResource))
    .query(async ({ ctx, input: { id, groups, ...asked } }) => listCustomers(ctx.em, asked, [id], groups)),
})

/** The group as it is stored. */
async function readGroup(em: EntityManager, id: string, wanted: Wanted = {}): Promise<z.output<typeof withGroup>> {
  const customer_group = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!customer_group) throw new NotFound(`CustomerGroup with id ${id} was not found`)
  return { customer_group }
}
