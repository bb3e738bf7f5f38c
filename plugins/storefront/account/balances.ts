import { html, type Markup } from 'cartwright'
import { formatIn } from '../site/format.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'

export type Balance = Awaited<ReturnType<Visit['store']['customers']['listBalances']>>['balances'][number]

/** The accounts of the customer with money or points. */
export const readBalances = async ({ store }: Visit): Promise<Balance[]> =>
  (await store.customers.listBalances({ limit: 50 })).balances.filter(({ balance }) => balance !== 0)

export function balanceSection(view: View, balances: readonly Balance[]): Markup | false {
  if (balances.length === 0) return false
  const { texts } = view
  return html`<section class="section"><h2>${texts.balance.title}</h2>
<dl class="facts">${balances.map((one) => html`<div><dt>${nameOfKind(view, one)}</dt><dd class="money">${amountOf(view, one)}</dd></div>`)}</dl></section>`
}

/** The plugin of the kind names it in some languages, and the option `texts` of the shop in others. */
export const nameOfKind = (
  { texts, language }: View,
  { kind, label }: { kind: string; label: Readonly<Record<string, string>> },
): string =>
  (Object.hasOwn(texts.balance.kinds, kind) && texts.balance.kinds[kind]) || label[language.code] || (label.en ?? kind)

/** Without a currency, a balance counts units such as points. */
const amountOf = ({ language, format }: View, { balance, currency_code }: Balance): string =>
  currency_code ? formatIn(language, currency_code).money(balance) : format.number(balance)
