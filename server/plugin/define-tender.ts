import type { EntityManager } from '@mikro-orm/postgresql'
import type { LocalText } from '#entities/platform/field/field.ts'
import { byLanguage } from '#entities/platform/plugin/installed-plugins.ts'
import { addToBalance, readBalance } from '#entities/promotions/balance/add-to-balance.ts'
import type { TenderKind } from '#entities/promotions/balance/tender-kind.ts'

interface TenderParts {
  /** Unique in the shop, such as `store-credit`. Rows have it, so do not rename it. */
  kind: string
  /** Such as `Store credit`, in English or by language. */
  label: LocalText
  /** Whether a refund of an order goes to the balance before or after its other payments. */
  refund: 'first' | 'last'
  /**
   * For units such as points: the minor units that one unit pays, in the currency of the cart. Default: an account has a currency,
   * and its balance is in minor units.
   */
  worth?: number
  /** Whether an administrator can let accounts fall below 0. Default: false. */
  creditLimit?: boolean
}

interface BalanceOwner {
  customer_id: string
  /** Required, unless the tender has a `worth`. */
  currency_code?: string
}

/** A kind of balance with which customers pay. */
export interface Tender {
  readonly kind: string
  readonly problems: readonly string[]
  /**
   * Adds an entry to the balance of a customer, in the transaction of `em`. It takes no lock. A negative `amount` takes, also
   * below 0. An amount of 0 changes nothing.
   * @throws Error outside of a transaction. RangeError for an amount that is not an integer. NotFound. InvalidData for a wrong currency.
   */
  add(
    em: EntityManager,
    entry: BalanceOwner & { amount: number; order_id?: string | null; note?: string | null },
  ): Promise<void>
  /** Returns the balance of a customer. 0 without an account. */
  balanceOf(em: EntityManager, owner: BalanceOwner): Promise<number>
  install(plugin: string): TenderKind
}

/**
 * Declares a kind of balance. The core keeps the accounts, takes the money with the order, and returns it with refunds.
 *
 * @example
 * const storeCredit = defineTender({ kind: 'store-credit', label: 'Store credit', refund: 'first' })
 */
export function defineTender(parts: TenderParts): Tender {
  const { kind, label, refund, worth = null, creditLimit: has_credit_limit = false } = parts
  return {
    kind,
    problems: problemsOf(parts),
    async add(em, entry) {
      if (!em.isInTransaction())
        throw new Error(`\`add\` of ${kind} was called outside of a transaction. Call it in \`inTransaction(em, …)\`.`)
      await addToBalance(em, { ...entry, kind })
    },
    balanceOf: (em, owner) => readBalance(em, { ...owner, kind }),
    install: (plugin) => ({ kind, plugin, label: byLanguage(label), refund, worth, has_credit_limit }),
  }
}

const problemsOf = ({ kind, refund, worth }: TenderParts): string[] => [
  ...(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kind)
    ? []
    : ['has an invalid kind. Use lower-case words, such as store-credit.']),
  ...(['first', 'last'].includes(refund) ? [] : ['has an invalid `refund`. Use first or last.']),
  ...(worth === undefined || (Number.isSafeInteger(worth) && worth > 0)
    ? []
    : ['has an invalid `worth`. Use a positive integer, in minor units.']),
]
