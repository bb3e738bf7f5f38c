import type { MoneyApi } from './api.ts'
import type { Random } from './random.ts'

/** Creates the payment sessions of a cart and selects one. Returns what the provider pays, or 0 without sessions. */
export async function selectPayment(api: MoneyApi, path: string): Promise<{ total: number; due: number }> {
  const { total, payment_sessions, payment_session } = (await api.send('POST', `${path}/payment-sessions`, {})).cart
  const due = payment_sessions[0]?.amount ?? 0
  if (due > 0 && !payment_session) await api.send('POST', `${path}/payment-session`, { provider_id: 'manual' })
  return { total, due }
}

/** Selects a payment, or splits it over two providers. Returns the fixed amount of the second one, or null. */
export async function choosePayment(api: MoneyApi, path: string, random: Random): Promise<number | null> {
  const { due } = await selectPayment(api, path)
  if (due < 2 || random.chance(60)) return null
  const amount = random.chance(20) ? due - 1 : random.integer(1, due - 1)
  const payments = [{ provider_id: 'till', amount }, { provider_id: 'manual' }]
  await api.refused('POST', `${path}/split-payment`, { payments: [{ ...payments[0], amount: due }, payments[1]] })
  await api.send('POST', `${path}/split-payment`, { payments })
  return amount
}
