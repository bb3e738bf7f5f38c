import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'

/** Returns the language of the last order of the customer. Empty if the shop has one language, or the customer no order. */
export async function localeOfCustomer(
  em: EntityManager,
  { customer_id }: { customer_id: string | null },
): Promise<{ locale?: string }> {
  const [last] = customer_id && (await languagesOf(em)) ? await selectLocale(em, customer_id) : []
  return last?.locale == null ? {} : { locale: last.locale }
}

const selectLocale = statement<{ locale: string | null }, [customerId: string]>(`
  select c.context ->> 'locale' as locale from "order" o join cart c on c.id = o.cart_id
  where o.customer_id = $1 order by o.created_at desc, o.id desc limit 1`)
