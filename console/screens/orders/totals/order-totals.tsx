import { Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { formatMoney, Money } from '#console/components/money.tsx'
import { orders } from '#console/strings/orders.ts'
import { totals } from '#console/strings/totals.ts'
import type { Order } from '../order.ts'
import { isConfirmed, owedSums } from '../payments/owed-sums.ts'
import { capturedRefundable, paymentSums } from '../payments/refundable.ts'
import classes from './order-totals.module.css'
import { maybeSumsWithTax } from './sums-with-tax.ts'

const ExplainedDialog = lazyDialog(async () => (await import('./explained-dialog.tsx')).ExplainedDialog)

const SUMS = ['subtotal', 'discount_total', 'shipping_total', 'tax_total', 'gift_card_total'] as const

export type TotalName = (typeof SUMS)[number] | 'refunded_total' | 'refundable_amount' | 'total'

/** The totals of an order. A click on a sum explains it. The sums with tax have no explanation. */
export function OrderTotals({ order }: { order: Order }) {
  const words = totals.useWords()
  const [explained, setExplained] = useState<TotalName>()
  const { authorized, captured } = paymentSums(order)
  const refundable = capturedRefundable(order)
  const withTax = maybeSumsWithTax(order)
  const { byCustomer, byShop } = owedSums(order)
  const row = (name: TotalName) => (
    <TotalRow key={name} order={order} name={name} onExplain={() => setExplained(name)} />
  )
  return (
    <div className={classes.totals}>
      <dl className={classes.list}>
        {withTax ? (
          <>
            <MoneyRow name={words.subtotal} amount={withTax.subtotal} order={order} />
            <MoneyRow name={words.discount_total} amount={-withTax.discount_total} order={order} />
            <MoneyRow name={words.shipping_total} amount={withTax.shipping_total} order={order} />
            {order.gift_card_total !== 0 && row('gift_card_total')}
            <MoneyRow name={words.gift_card_tax_total} amount={-(order.gift_card_tax_total ?? 0)} order={order} />
            {row('total')}
            <MoneyRow name={words.includedTax} amount={order.tax_total ?? 0} order={order} />
          </>
        ) : (
          <>
            {SUMS.filter((name) => name === 'subtotal' || order[name] !== 0).map(row)}
            {row('total')}
          </>
        )}
        <ExchangeRows order={order} />
        <MoneyRow name={words.authorized} amount={authorized} order={order} />
        <MoneyRow name={words.captured} amount={captured} order={order} />
        {order.refunded_total !== 0 && row('refunded_total')}
        <MoneyRow name={words.owed} amount={byCustomer} order={order} />
        <MoneyRow name={words.owedToCustomer} amount={byShop} order={order} />
        {refundable > 0 &&
          (refundable === order.refundable_amount ? (
            row('refundable_amount')
          ) : (
            <MoneyRow name={words.refundable_amount} amount={refundable} order={order} />
          ))}
      </dl>
      {explained && <ExplainedDialog orderId={order.id} name={explained} onClose={() => setExplained(undefined)} />}
    </div>
  )
}

/** The differences of the confirmed exchanges, and what the order costs with them. */
function ExchangeRows({ order }: { order: Order }) {
  const words = totals.useWords()
  const { exchangeNumber } = orders.useWords()
  const differences = (order.swaps ?? []).map((swap, index) => ({
    id: swap.id,
    name: exchangeNumber(index + 1),
    amount: isConfirmed(swap) ? (swap.difference_due ?? 0) : 0,
  }))
  if (differences.every(({ amount }) => amount === 0)) return null
  const sum = differences.reduce((total, { amount }) => total + amount, order.total ?? 0)
  return (
    <>
      {differences.map(({ id, ...row }) => (
        <MoneyRow key={id} order={order} {...row} />
      ))}
      <MoneyRow name={words.withExchanges} amount={sum} order={order} isTotal />
    </>
  )
}

interface MoneyRowProps {
  name: string
  amount: number
  order: Order
  isTotal?: boolean
}

/** A sum of payments, which needs no explanation. Absent if it is 0. */
function MoneyRow({ name, amount, order, isTotal = false }: MoneyRowProps) {
  if (amount === 0 && !isTotal) return null
  return (
    <Group justify="space-between" className={classes.row} data-total={isTotal}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} currency={order.currency_code} />
      </dd>
    </Group>
  )
}

interface TotalRowProps {
  order: Order
  name: TotalName
  onExplain(): void
}

/** Deductions are negative, as in the explanation. */
const signOf = (name: TotalName) =>
  name === 'discount_total' || name === 'gift_card_total' || name === 'refunded_total' ? -1 : 1

function TotalRow({ order, name, onExplain }: TotalRowProps) {
  const words = totals.useWords()
  const amount = (order[name] ?? 0) * signOf(name)
  const label = words.explainTotal(words[name], formatMoney(amount, order.currency_code))
  return (
    <Group justify="space-between" className={classes.row} data-total={name === 'total'}>
      <dt>{words[name]}</dt>
      <dd>
        <UnstyledButton className={classes.amount} aria-label={label} title={words.explain} onClick={onExplain}>
          <Money amount={amount} currency={order.currency_code} />
        </UnstyledButton>
      </dd>
    </Group>
  )
}
