import { termsOf } from '../customer.ts'
import type { Step } from './step.ts'

export const capture: Step = async ({ api, order, ledger }) => {
  if (ledger.isCanceled || ledger.isCaptured) return null
  await api.send('POST', `/admin/orders/${order}/capture`)
  ledger.capture()
  return 'capture'
}

export const refund: Step = async ({ api, order, ledger, customer }, random) => {
  if (ledger.isCanceled || ledger.kept <= 0) return null
  const amount = random.chance(20) ? ledger.kept : random.integer(1, ledger.kept)
  const at = `/admin/orders/${order}/refund`
  await api.refused('POST', at, { amount: ledger.kept + 1, reason: 'other' })
  const tender = customer?.tenders.find(({ kind }) => termsOf({ kind }).hasCurrency)
  const balance = tender && random.chance(30) ? tender.kind : undefined
  await api.send('POST', at, { amount, reason: random.pick(['discount', 'other']), balance })
  ledger.give(amount, balance)
  return `refund ${amount}${balance ? ` into ${balance}` : ''}`
}

export const cancel: Step = async (play) => {
  const { api, order, ledger, cards } = play
  const isStarted = ledger.refunded > 0 || ledger.allLines.some(({ fulfilled, covered }) => fulfilled + covered > 0)
  if (ledger.isCanceled || isStarted || play.hasSwap || play.openClaims.length > 0) return null
  await api.send('POST', `/admin/orders/${order}/cancel`)
  for (const product of play.products) product.taken = 0
  ledger.cancel()
  for (const { id, value } of cards) {
    const { gift_card } = await api.send('GET', `/admin/gift-cards/${id}`)
    if (gift_card.balance !== value) throw new Error(`The gift card has ${gift_card.balance} of ${value}`)
  }
  return 'cancel'
}
