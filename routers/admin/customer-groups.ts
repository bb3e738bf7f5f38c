import { z } from 'zod'
import type { Row } from '#database/rows.ts'
import { createCustomerGroup } from '#entities/people/customer/create-customer-group.ts'
import type { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { deleteCustomerGroup } from '#entities/people/customer/delete-customer-group.ts'
import { lockCustomerGroup } from '#entities/people/customer/find-customer-group.ts'
import { addCustomers, removeCustomers } from '#entities/people/customer/group-customers.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { rest } from '../context/meta.ts'
import { inDiscountCondition } from '../filters/product-conditions.ts'
import { idsOf, Metadata, RowReferences, TrimmedText } from '../inputs/common.ts'
import { dateFilter, queryList, selectionParams, textFilter } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, inRange, matchText, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminCustomerGroupResource, AdminCustomerResource } from '../resources/admin-customer.ts'
import { customerFilters, customersOf } from './customers-of.ts'

const view = { resource: AdminCustomerGroupResource }

const filters = {
  id: textFilter.optional(),
  q: z.string().optional(),
  name: queryList(z.string()).optional(),
  updated_at: dateFilter.optional(),
  created_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

const memberFilters = { id: z.string(), groups: queryList(z.string()).optional(), ...customerFilters }

const Name = TrimmedText.refine((name) => name !== '', 'name should not be empty')
const Members = z.strictObject({ id: z.string(), customer_ids: RowReferences })
const customerGroupAnswer = rowAnswer('customer_group', view, (id) => `CustomerGroup with id ${id} was not found`)
const customerGroupMutation = adminMutation(customerGroupAnswer)

export const customerGroups = router({
  list: adminList('customer_groups', view, filters, { pageSize: 10 })
    .meta(rest('GET', '/customer-groups', 'List customer groups', { allowsStaleReads: true }))
    .query(({ input: { id, q, name, created_at, updated_at, discount_condition_id } }) => [
      matchText('id', id),
      searchText(q, ['name']),
      equalTo({ name }),
      inRange({ created_at, updated_at }),
      inDiscountCondition('discount_condition_customer_group', 'customer_group_id', discount_condition_id),
    ]),

  get: adminGet(customerGroupAnswer, rest('GET', '/customer-groups/{id}', 'Retrieve a customer group')),

  create: customerGroupMutation(z.strictObject({ name: Name, metadata: Metadata.nullish() }))
    .meta(rest('POST', '/customer-groups', 'Create a customer group'))
    .mutation(({ ctx, input }) => createCustomerGroup(ctx.em, input)),

  update: customerGroupMutation(
    z.strictObject({ id: z.string(), name: Name.nullish(), metadata: Metadata.nullish(), ...selectionParams }),
  )
    .meta(rest('POST', '/customer-groups/{id}', 'Update a customer group'))
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      applyChanges<Row<CustomerGroup>>(await lockCustomerGroup(ctx.em, id), changes)
    }),

  delete: adminDeletion('customer_group')
    .meta(rest('DELETE', '/customer-groups/{id}', 'Delete a customer group'))
    .mutation(({ ctx, input: { id } }) => deleteCustomerGroup(ctx.em, id)),

  addCustomers: customerGroupMutation(Members)
    .meta(rest('POST', '/customer-groups/{id}/customers/batch', 'Add customers to a group'))
    .mutation(({ ctx, input: { id, customer_ids } }) => addCustomers(ctx.em, id, idsOf(customer_ids))),

  removeCustomers: customerGroupMutation(Members)
    .meta(rest('DELETE', '/customer-groups/{id}/customers/batch', 'Remove customers from a group'))
    .mutation(({ ctx, input: { id, customer_ids } }) => removeCustomers(ctx.em, id, idsOf(customer_ids))),

  listCustomers: adminList('customers', AdminCustomerResource, memberFilters, { pageSize: 50 })
    .meta(rest('GET', '/customer-groups/{id}/customers', 'List the customers of a group'))
    .query(({ input }) => customersOf(input, { groups: [input.id], otherGroups: input.groups })),
})
