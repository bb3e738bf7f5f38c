import { z } from 'zod'
import { searchCustomers } from '../filters/search-people.ts'
import { booleanFilter, dateFilter } from '../inputs/query.ts'
import { equalTo, inRange, relatedTo } from '../reading/conditions.ts'

export const customerFilters = {
  q: z.string().optional(),
  has_account: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

type CustomerListInput = z.output<z.ZodObject<typeof customerFilters>>

const WITHOUT_RELATIONS = { relations: [] }
const WITH_GROUPS = { relations: ['groups'] }

interface Memberships {
  /** Ids of groups. The response has the members of any of them, and shows only these groups. */
  groups?: string[] | undefined
  /** Ids of more groups: a customer must also be a member of one of them. */
  otherGroups?: string[] | undefined
}

/** Returns the options of a list of all customers, or of the members of groups. */
export function customersOf(input: CustomerListInput, { groups, otherGroups }: Memberships) {
  const { q, has_account, created_at, updated_at } = input
  return {
    defaults: groups ? WITH_GROUPS : WITHOUT_RELATIONS,
    only: groups && { groups: { id: groups } },
    where: [
      searchCustomers(q),
      equalTo({ has_account }),
      inRange({ created_at, updated_at }),
      relatedTo('groups', groups),
      relatedTo('groups', otherGroups),
    ],
  }
}
