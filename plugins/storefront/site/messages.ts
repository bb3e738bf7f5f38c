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
  discount_used_by_customer: 'codeUsedByYou',
  discount_outside_region: 'codeElsewhere',
  gift_card_outside_region: 'codeElsewhere',
  discount_for_customers: 'codeForOthers',
  country_outside_region: 'wrongCountry',
  nothing_returnable: 'notReturnable',
  return_quantity_too_large: 'notReturnable',
  provider_failed: 'noAnswer',
}

const BY_KIND: Partial<Record<DomainError['kind'], Message>> = {
  too_many_requests: 'tooMany',
  unavailable: 'unavailable',
  conflict: 'unavailable',
}

type Lines = readonly { title: string; variant_id?: string | null | undefined }[]

/**
 * The message of an error in the language of the visitor. The messages of the shop itself are for developers. A shortage at the end of
 * the checkout names variants by their ids, which `lines` has with their titles.
 */
export function messageOf({ errors }: Texts, { kind, code, reason, message }: DomainError, lines: Lines = []): string {
  if (reason?.name === 'item_out_of_stock') return errors.shortOf(reason.title)
  if (code === 'insufficient_inventory') {
    const short = lines.filter(({ variant_id }) => variant_id && message.includes(variant_id))
    return short.length > 0 ? errors.shortOf(short.map(({ title }) => title).join(', ')) : errors.outOfStock
  }
  return errors[(reason && BY_REASON[reason.name]) ?? BY_KIND[kind] ?? 'other']
}
