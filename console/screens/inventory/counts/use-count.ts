import { useLocalStorage } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { requiredNumber } from '#console/components/form/entered.ts'
import { notifyDone } from '#console/components/notify.ts'
import { normalizeCode } from '#console/components/scan/scan.ts'
import { useErrorText } from '#console/components/states.tsx'
import { stockCounts } from '#console/strings/stock-counts.ts'
import { addUnit, type CountedGood, countedOf, refreshExpected, withoutSaved } from './counted-goods.ts'

const IDS_PER_REQUEST = 100

interface ScanStatus {
  text: string
  isProblem: boolean
}

/** A count that a reload or a sleeping phone does not lose. `location_id` is undefined in a shop without inventory. */
export function useCount(location_id: string | undefined) {
  const words = stockCounts.useWords()
  const textOf = useErrorText()
  const client = useQueryClient()
  const [goods, setGoods] = useLocalStorage<CountedGood[]>({
    key: `cartwright.count.${location_id ?? 'shop'}`,
    defaultValue: [],
  })
  const [status, setStatus] = useState<ScanStatus>()
  const queue = useRef(Promise.resolve())
  /** The goods whose code no other goods have, by this code. */
  const idsByCode = useRef(new Map<string, string>())
  const latest = useRef(goods)
  useLayoutEffect(() => {
    latest.current = goods
  }, [goods])
  const change = (update: (before: readonly CountedGood[]) => CountedGood[]) => {
    latest.current = update(latest.current)
    setGoods(latest.current)
  }
  const countUnit = (item: Omit<CountedGood, 'counted'>) => {
    change((before) => addUnit(before, item))
    const [first] = latest.current
    setStatus({ text: words.counted(item.title, (first && countedOf(first)) ?? 0), isProblem: false })
  }
  const find = (search: { code?: string; ids?: string[] }) =>
    client.fetchQuery({
      ...trpc.admin.stockCounts.find.queryOptions({ ...search, ...(location_id ? { location_id } : {}) }),
      staleTime: 0,
    })

  const countCode = async (code: string) => {
    const { items } = await find({ code })
    const [item, ...others] = items
    if (!item) setStatus({ text: words.unknown(code.trim()), isProblem: true })
    else if (others.length > 0) setStatus({ text: words.ambiguous(code.trim(), items.length), isProblem: true })
    else if (!item.is_counted) setStatus({ text: words.notCounted(item.title), isProblem: true })
    else {
      idsByCode.current.set(normalizeCode(code), item.id)
      countUnit(item)
    }
  }

  /** A fast scanner types the next code before the shop has answered the last one. */
  const scan = (code: string) => {
    const id = idsByCode.current.get(normalizeCode(code))
    const known = latest.current.find((good) => good.id === id)
    if (known) return countUnit(known)
    queue.current = queue.current
      .then(() => countCode(code))
      .catch((error: unknown) => setStatus({ text: textOf(error), isProblem: true }))
  }

  const save = useMutation({
    ...trpc.admin.stockCounts.create.mutationOptions(),
    ...shownInPlace,
    onSuccess: (_, { counts }) => {
      change((before) => withoutSaved(before, counts))
      setStatus(undefined)
      notifyDone(words.saved)
    },
    onError: async () => {
      for (let start = 0; start < goods.length; start += IDS_PER_REQUEST) {
        const ids = goods.slice(start, start + IDS_PER_REQUEST).map(({ id }) => id)
        const answer = await find({ ids }).catch(() => undefined)
        if (answer) change((before) => refreshExpected(before, answer.items))
      }
    },
  })

  return {
    goods,
    status,
    scan,
    change: (id: string, counted: CountedGood['counted']) =>
      change((before) => before.map((good) => (good.id === id ? { ...good, counted } : good))),
    remove: (id: string) => change((before) => before.filter((good) => good.id !== id)),
    clear: () => {
      change(() => [])
      setStatus(undefined)
      save.reset()
    },
    save: (reason: string) =>
      save.mutateAsync({
        reason,
        ...(location_id ? { location_id } : {}),
        counts: goods.map((good) => ({
          id: good.id,
          expected: good.expected,
          counted: requiredNumber(countedOf(good)),
        })),
      }),
    isSaving: save.isPending,
    error: save.error ? textOf(save.error) : undefined,
  }
}
