import { lineOf } from '../play.ts'
import type { Step } from './step.ts'

export const fulfill: Step = async (play, random) => {
  const { api, order, ledger } = play
  if (ledger.isCanceled) return null
  const open = ledger.lines.filter(({ fulfilled, quantity }) => fulfilled < quantity)
  const chosen = open.filter((_, i) => i === 0 || random.chance(70))
  if (chosen.length === 0) return null
  const quantities = new Map<string, number>()
  for (const { label, quantity, fulfilled } of chosen)
    quantities.set(label, random.chance(60) ? quantity - fulfilled : random.integer(1, quantity - fulfilled))
  const items = [...quantities].map(([label, quantity]) => ({ item_id: lineOf(play, label).id, quantity }))
  const { fulfillments } = (await api.send('POST', `/admin/orders/${order}/fulfillment`, { items })).order
  const known = new Set(play.fulfillments.map(({ id }) => id))
  const created = fulfillments.filter(
    ({ id, canceled_at }) => !canceled_at && !known.has(id) && !play.shippedIds.has(id),
  )
  for (const [label, quantity] of quantities) lineOf(play, label).fulfilled += quantity
  play.fulfillments.push({ id: created.at(-1)?.id ?? '', quantities })
  return `fulfill ${[...quantities].map(([label, quantity]) => `${quantity} × ${label}`).join(', ')}`
}

export const ship: Step = async (play, random) => {
  if (play.ledger.isCanceled || play.fulfillments.length === 0) return null
  const fulfillment = random.pick(play.fulfillments)
  await play.api.send('POST', `/admin/orders/${play.order}/shipment`, { fulfillment_id: fulfillment.id })
  for (const [label, quantity] of fulfillment.quantities) lineOf(play, label).shipped += quantity
  play.shippedIds.add(fulfillment.id)
  play.fulfillments.splice(play.fulfillments.indexOf(fulfillment), 1)
  return 'ship'
}

export const cancelFulfillment: Step = async (play, random) => {
  const free = play.fulfillments.filter(({ quantities }) =>
    [...quantities].every(
      ([label, quantity]) => lineOf(play, label).coverable >= quantity && lineOf(play, label).covered === 0,
    ),
  )
  if (play.ledger.isCanceled || free.length === 0) return null
  const fulfillment = random.pick(free)
  await play.api.send('POST', `/admin/orders/${play.order}/fulfillments/${fulfillment.id}/cancel`)
  for (const [label, quantity] of fulfillment.quantities) lineOf(play, label).fulfilled -= quantity
  play.fulfillments.splice(play.fulfillments.indexOf(fulfillment), 1)
  play.shippedIds.add(fulfillment.id)
  play.ledger.hasCanceledFulfillment = true
  return 'cancel the fulfillment'
}
