import { type Callable, isAllowedByScopes } from './scopes.ts'

/** The procedures that pay out, take or give away money: refunds, captures, balances, gift cards, discounts and prices. */
export const MONEY_SCOPES = {
  refund: [
    'orders.cancel',
    'orders.createClaim',
    'orders.processSwapPayment',
    'orders.refund',
    'payments.refund',
    'returns.receive',
  ],
  capture: [
    'draftOrders.pay',
    'orders.capture',
    'orders.processSwapPayment',
    'paymentCollections.markAsAuthorized',
    'payments.capture',
  ],
  balances: ['balances.adjust', 'balances.setCreditLimit'],
  gift_cards: ['giftCards.create', 'giftCards.update'],
  discounts: ['discounts.*'],
  prices: [
    'priceLists.*',
    'products.addVariant',
    'products.create',
    'products.update',
    'products.updateVariant',
    'shippingOptions.create',
    'shippingOptions.update',
  ],
} as const satisfies Record<string, readonly string[]>

export type MoneyPower = keyof typeof MONEY_SCOPES

const SCOPES: readonly string[] = Object.values(MONEY_SCOPES).flat()

export const movesMoney = ({ name, reads }: Callable): boolean => !reads && isAllowedByScopes(SCOPES, { name, reads })
