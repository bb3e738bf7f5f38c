import { defineTender } from '#server/plugin/define-tender.ts'
import { definePlugin } from '#server/plugin/plugin.ts'

const storeCredit = defineTender({ kind: 'store-credit', label: 'Store credit', refund: 'first' })
const invoice = defineTender({ kind: 'invoice', label: 'On account', refund: 'last', creditLimit: true })
/** A point pays 5 minor units. */
const points = defineTender({ kind: 'points', label: 'Points', refund: 'last', worth: 5 })

/** Declares three kinds of balances. */
export const balancePlugin = definePlugin({ name: 'purse', tenders: [storeCredit, invoice, points] })
