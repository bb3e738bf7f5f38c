import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Customer } from '#entities/customer/customer.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { type Listed, listRows } from '../schemas/list.ts'
import { related } from '../schemas/product-conditions.ts'
import { booleanFilter, dateFilter, ordering, paging, selecting } from '../schemas/query.ts'
import { AdminCustomerResource, type AdminCustomerView } from '../schemas/resources/admin-customer.ts'

const filters = {
  q: z.string().optional(),
  has_account: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const customerList = { ...paging(50), ...ordering, ...selecting, ...filters }

type Asked = z.output<z.ZodObject<typeof customerList>>

const THEMSELVES = { relations: [] }
const WITH_GROUPS = { relations: ['groups'] }

/** A page of all customers, or of those in one of these groups: then each shows which of them. `alsoIn` narrows it. */
export async function listCustomers(
  em: EntityManager,
  asked: Asked,
  groups?: string[],
  alsoIn?: string[],
): Promise<Omit<Listed<AdminCustomerView>, 'rows'> & { customers: AdminCustomerView[] }> {
  const { q, has_account, created_at, updated_at } = asked
  const { rows, ...page } = await listRows(em, asked, {
    entity: Customer,
    resource: AdminCustomerResource,
    defaults: groups ? WITH_GROUPS : THEMSELVES,
    only: groups && { groups: { id: groups } },
    where: [
      search(q, ['email', 'first_name', 'last_name']),
      equal({ has_account }),
      within({ created_at, updated_at }),
      related('groups', groups),
      related('groups', alsoIn),
    ],
  })
  return { customers: rows, ...page }
}
