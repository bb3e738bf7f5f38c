import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { replaceLinks } from '#entities/platform/links/links.ts'
import { missingIds } from '#entities/values/missing-ids.ts'

/** A price list without groups applies to all customers. */
export async function setPriceListGroups(
  em: EntityManager,
  listId: string,
  groups: readonly { id: string }[],
): Promise<void> {
  const ids = groups.map((group) => group.id)
  const [missing] = await missingIds(em, CustomerGroup, ids)
  if (missing) throw new NotFound(`CustomerGroup with id ${missing} was not found`)
  await replaceLinks(em, 'price_list_customer_groups', listId, ids)
}
