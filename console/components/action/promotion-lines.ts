import type { TableName } from '#routers/pipeline/dry-run/dry-run.ts'
import { percentText } from '../percent-text.ts'
import { formatTime } from '../time.tsx'
import { type Change, type ColumnLine, columnLines, isRowOf, type LineContext, valueIn } from './line-context.ts'

/** Describes changes of discounts, gift cards and price lists. */
export const promotionLines = (change: Change, context: LineContext): string[] => [
  ...priceLine(change, context),
  ...changedTerms(change, context),
  ...createdOrDeleted(change, context),
]

/** The price of a list before and after. */
function priceLine(change: Change, { words, money, nameOf, currencyOf }: LineContext): string[] {
  const { ids, before, after } = change
  const row = { ...before, ...after }
  const id = ids[0] ?? ''
  const isListed = valueIn(row, 'money_amount.price_list_id') != null || nameOf(id) !== undefined
  const isSameAmount = before && after && valueIn(after, 'money_amount.amount') === undefined
  if (!isRowOf(change, 'money_amount') || !isListed || isSameAmount) return []
  const name = nameOf(id) ?? nameOf(String(valueIn(row, 'money_amount.variant_id'))) ?? words.item
  const code = valueIn(row, 'money_amount.currency_code')
  const currency = typeof code === 'string' ? code : currencyOf(id)
  const textOf = (values: Change['after']) =>
    values ? money(Number(valueIn(values, 'money_amount.amount')), currency) : words.none
  return [words.change(words.listedPrice(name), textOf(before), textOf(after))]
}

function changedTerms(change: Change, { words, money, isPercentage }: LineContext): string[] {
  if (change.action !== 'update' || change.after?.deleted_at) return []
  const line =
    (label: string, textOf: (value: unknown) => string): ColumnLine =>
    (was, is) =>
      words.change(label, textOf(was), textOf(is))
  const moment = (label: string) => line(label, (value) => (value ? formatTime(new Date(String(value))) : words.noEnd))
  const limit = (label: string) => line(label, (value) => (value == null ? words.unlimited : String(value)))
  const disabled: ColumnLine = (_, is) => (is ? words.disabled : words.enabled)
  return columnLines(change, {
    'discount.is_disabled': disabled,
    'discount.starts_at': moment(words.startsAt),
    'discount.ends_at': moment(words.endsAt),
    'discount.usage_limit': limit(words.usageLimit),
    'discount_rule.limit_per_customer': limit(words.limitPerCustomer),
    'discount_rule.minimum_amount': line(words.minimumAmount, (value) =>
      value == null ? words.noMinimum : money(Number(value)),
    ),
    'discount_rule.minimum_quantity': line(words.minimumQuantity, (value) =>
      value == null ? words.noMinimum : String(value),
    ),
    'discount_rule.is_combinable': (_, is) => (is ? words.combines : words.combinesNot),
    'discount_rule.buy_get': () => words.buyGetChange,
    'discount_rule.budgets': () => words.budgetsChange,
    'discount_rule.tiers': () => words.tiersChange,
    'discount_rule.priority': line(words.priority, String),
    'discount_rule.value': line(words.discountValue, (value) =>
      isPercentage ? percentText(Number(value)) : money(Number(value)),
    ),
    'gift_card.is_disabled': disabled,
    'gift_card.ends_at': moment(words.endsAt),
    'price_list.status': (_, is) => (is === 'active' ? words.listActive : words.listDraft),
    'price_list.starts_at': moment(words.startsAt),
    'price_list.ends_at': moment(words.endsAt),
  })
}

function createdOrDeleted(change: Change, { words, money }: LineContext): string[] {
  const { table, action, before, after } = change
  if (action === 'create' && isRowOf(change, 'gift_card'))
    return [words.newGiftCard(money(Number(valueIn(after, 'gift_card.value'))))]
  const names: Record<string, string> = {
    discount: words.aDiscount,
    gift_card: words.aGiftCard,
    price_list: words.aPriceList,
  } satisfies Partial<Record<TableName, string>>
  const name = names[table]
  const isDeleted = action === 'delete' || (!before?.deleted_at && after?.deleted_at != null)
  return isDeleted && name ? [words.deleted(name)] : []
}
