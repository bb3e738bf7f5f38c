import { useState } from 'react'
import type { Entered } from '#console/components/form/entered.ts'
import type { OtherChanges } from '#console/components/form/use-other-changes.ts'
import { type Changes, cellKey, listedPrice, type Market, type Product } from './price-changes.ts'

interface PriceEdits {
  changes: Changes
  /** Prices that other users have changed since the edit started. */
  others: OtherChanges | undefined
  setAmount(key: string, amount: Entered<number>): void
  discard(): void
}

/** The unsaved prices of the grid. A price that the user has not changed follows the changes of other users. */
export function usePriceEdits(stored: Changes, isSaving: boolean): PriceEdits {
  const [changes, setChanges] = useState<Changes>(new Map())
  const [start, setStart] = useState<Changes>(new Map())
  const fields = [...stored].filter(([key, amount]) => start.has(key) && start.get(key) !== amount).map(([key]) => key)
  const disputed = fields.filter((key) => changes.has(key) && changes.get(key) !== stored.get(key))
  const keepOwn = () => setStart(stored)
  const takeTheirs = () => {
    setChanges(new Map([...changes].filter(([key]) => !disputed.includes(key))))
    keepOwn()
  }
  const hasOthers = changes.size > 0 && fields.length > 0 && !isSaving
  const theirs = Object.fromEntries(disputed.map((key) => [key, stored.get(key)]))
  return {
    changes,
    others: hasOthers ? { fields, disputed: theirs, takeTheirs, keepOwn } : undefined,
    setAmount(key, amount) {
      if (changes.size === 0) setStart(stored)
      setChanges((before) => new Map(before).set(key, amount))
    },
    discard: () => setChanges(new Map()),
  }
}

/** The stored amount of each cell. */
export const storedAmounts = (
  products: readonly Product[],
  { markets, priceListId }: { markets: readonly Market[]; priceListId: string },
): Changes =>
  new Map(
    products
      .flatMap(({ variants = [] }) => variants)
      .flatMap((variant) =>
        markets.map((market) => [cellKey(variant, market), listedPrice(variant, market, priceListId)?.amount ?? null]),
      ),
  )
