import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** Returns the page of the storefront that takes the token, or null if the store has no `payment_link_template` with `{token}`. */
export async function findPaymentLinkUrl(em: EntityManager, token: string): Promise<string | null> {
  const [store] = await selectTemplate(em)
  const template = store?.template ?? ''
  return template.includes('{token}') ? template.replaceAll('{token}', encodeURIComponent(token)) : null
}

const selectTemplate = statement<{ template: string | null }>(
  'select payment_link_template as template from store limit 1',
)
