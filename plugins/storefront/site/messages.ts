import type { DomainError } from 'cartwright'
import type { Texts } from '../texts/en.ts'

type Message = keyof { [Name in keyof Texts['errors'] as Texts['errors'][Name] extends string ? Name : never]: true }

/** The texts of the reasons that the shop gives. */
const BY_REASON: Readonly<Record<string, Message>> = {
  discount_unknown: 'codeUnknown',
  gift_card_unknown: 'codeUnknown',
  discount_expired: 'codeExpired',
  discount_disabled: 'codeExpired',
  gift_card_expired: 'codeExpired',
  gift_card_disabled: 'codeExpired',
  discount_not_started: 'codeNotYet',
  discount_used_up: 'codeUsedUp',
  discount_outside_region: 'codeElsewhere',
  gift_card_outside_region: 'codeElsewhere',
  discount_for_customers: 'codeForOthers',
  country_outside_region: 'wrongCountry',
  item_out_of_stock: 'outOfStock',
  nothing_returnable: 'notReturnable',
  return_quantity_too_large: 'notReturnable',
}

const BY_KIND: Partial<Record<DomainError['kind'], Message>> = {
  too_many_requests: 'tooMany',
  unavailable: 'unavailable',
  conflict: 'unavailable',
}

/** The message of an error in the language of the visitor. The messages of the shop itself are for developers. */
export function messageOf({ errors }: Texts, { kind, code, reason }: DomainError): string {
  if (code === 'insufficient_inventory') return errors.outOfStock
  return errors[(reason && BY_REASON[reason.name]) ?? BY_KIND[kind] ?? 'other']
}
