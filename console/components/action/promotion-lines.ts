import { formatTime } from '../time.tsx'
import type { Change, LineContext } from './line-context.ts'

/** Describes changes of discounts, gift cards and price lists. */
export const promotionLines = (change: Change, context: LineContext): string[] => [
  ...priceLine(change, context),
  ...changedTerms(change, context),
  ...createdOrDeleted(change, context),
]

/** The price of a list before and after. */
function priceLine({ table, ids, before, after }: Change, { words, money, nameOf, currencyOf }: LineContext): string[] {
  const row = { ...before, ...after }
  const isListed = row.price_list_id != null || nameOf(ids[0] ?? '') !== undefined
  if (table !== 'money_amount' || !isListed || (before && after && !('amount' in after))) return []
  const name = nameOf(ids[0] ?? '') ?? nameOf(String(row.variant_id)) ?? words.item
  const currency = typeof row.currency_code === 'string' ? row.currency_code : currencyOf(ids[0] ?? '')
  const textOf = (values: Change['after']) => (values ? money(Number(values.amount), currency) : words.none)
  return [words.change(words.listedPrice(name), textOf(before), textOf(after))]
}

function changedTerms({ table, action, before, after }: Change, { words, money, isPercentage }: LineContext): string[] {
  if (action !== 'update' || !after || after.deleted_at) return []
  const from = (column: string, textOf: (value: unknown) => string) =>
    [textOf(before?.[column]), textOf(after[column])] as const
  const momentOf = (value: unknown) => (value ? formatTime(new Date(String(value))) : words.noEnd)
  const limitOf = (value: unknown) => (value == null ? words.unlimited : String(value))
  const valueText = (value: unknown) => (isPercentage ? `${Number(value)} %` : money(Number(value)))
  const lines: Record<string, () => string> = {
    'discount.is_disabled': () => (after.is_disabled ? words.disabled : words.enabled),
    'discount.starts_at': () => words.change(words.startsAt, ...from('starts_at', momentOf)),
    'discount.ends_at': () => words.change(words.endsAt, ...from('ends_at', momentOf)),
    'discount.usage_limit': () => words.change(words.usageLimit, ...from('usage_limit', limitOf)),
    'discount_rule.value': () => words.change(words.discountValue, ...from('value', valueText)),
    'gift_card.is_disabled': () => (after.is_disabled ? words.disabled : words.enabled),
    'gift_card.ends_at': () => words.change(words.endsAt, ...from('ends_at', momentOf)),
    'price_list.status': () => (after.status === 'active' ? words.listActive : words.listDraft),
    'price_list.starts_at': () => words.change(words.startsAt, ...from('starts_at', momentOf)),
    'price_list.ends_at': () => words.change(words.endsAt, ...from('ends_at', momentOf)),
  }
  return Object.keys(after).flatMap((column) => lines[`${table}.${column}`]?.() ?? [])
}

function createdOrDeleted({ table, action, before, after }: Change, { words, money }: LineContext): string[] {
  if (action === 'create' && table === 'gift_card') return [words.newGiftCard(money(Number(after?.value)))]
  const names: Record<string, string> = {
    discount: words.aDiscount,
    gift_card: words.aGiftCard,
    price_list: words.aPriceList,
  }
  const name = names[table]
  const isDeleted = action === 'delete' || (!before?.deleted_at && after?.deleted_at != null)
  return isDeleted && name ? [words.deleted(name)] : []
}
