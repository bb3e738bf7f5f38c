import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { fieldConditions } from '../filters/field-inputs.ts'
import { relatedTo } from '../filters/product-conditions.ts'
import { searchCustomers } from '../filters/search-people.ts'
import { booleanFilter, dateFilter, orderParams, pagingParams, selectionParams } from '../inputs/query.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { listRows, type PageResult } from '../reading/list-rows.ts'
import { AdminCustomerResource, type AdminCustomerView } from '../resources/admin-customer.ts'

const filters = {
  q: z.string().optional(),
  has_account: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const customerList = { ...pagingParams(50), ...orderParams, ...selectionParams, ...filters }

type CustomerListInput = z.output<z.ZodObject<typeof customerList>>

const WITHOUT_RELATIONS = { relations: [] }
const WITH_GROUPS = { relations: ['groups'] }

interface Memberships {
  /** Ids of groups. The response has the members of any of them, and shows only these groups. */
  groups?: string[] | undefined
  /** Ids of more groups: a customer must also be a member of one of them. */
  otherGroups?: string[] | undefined
}

/** Lists all customers, or the members of groups. */
export async function listCustomers(
  em: EntityManager,
  input: CustomerListInput,
  { groups, otherGroups }: Memberships,
): Promise<Omit<PageResult<AdminCustomerView>, 'rows'> & { customers: AdminCustomerView[] }> {
  const { q, has_account, created_at, updated_at } = input
  const { rows, ...page } = await listRows(em, input, {
    resource: AdminCustomerResource,
    defaults: groups ? WITH_GROUPS : WITHOUT_RELATIONS,
    only: groups && { groups: { id: groups } },
    where: [
      searchCustomers(q),
      equalTo({ has_account }),
      inRange({ created_at, updated_at }),
      relatedTo('groups', groups),
      relatedTo('groups', otherGroups),
      ...fieldConditions('customer', input),
    ],
  })
  return { customers: rows, ...page }
}
