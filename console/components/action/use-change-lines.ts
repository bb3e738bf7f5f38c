import type { DryRun } from '#client/index.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { preview } from '#console/strings/preview.ts'
import { formatMoney } from '../money.tsx'
import { useProviderName } from '../use-provider-name.ts'
import { changeLines } from './change-lines.ts'
import { effectLines } from './effect-lines.ts'
import { usePreviewContext } from './preview-context.ts'

/** Providers that send no request to another company. */
const BY_HAND: readonly string[] = ['manual', 'manual-fulfillment', 'system']

interface ChangeText {
  /** What buyers notice, and the important changes. */
  lines: string[]
  /** The requests to providers. */
  calls: string[]
}

/** Describes a dry run in words. */
export function useChangeLines(dryRun: DryRun<unknown> | undefined): ChangeText {
  const words = preview.useWords()
  const statuses = orderStatuses.useWords()
  const nameOfProvider = useProviderName()
  const { currency: usual, names = {}, currencies = {}, isPercentage = false } = usePreviewContext()
  const context = {
    ...{ words, statuses, isPercentage },
    money: (amount: number, currency = usual) => formatMoney(amount, currency),
    nameOf: (id: string) => names[id],
    currencyOf: (id: string) => currencies[id],
  }
  const callTexts: Record<string, ((provider: string) => string) | undefined> = {
    initiate: words.call_initiate,
    update: words.call_update,
    updateData: words.call_updateData,
    authorize: words.call_authorize,
    capture: words.call_capture,
    capturePart: words.call_capturePart,
    refund: words.call_refund,
    cancel: words.call_cancel,
    delete: words.call_delete,
    createFulfillment: words.call_createFulfillment,
    cancelFulfillment: words.call_cancelFulfillment,
    createReturn: words.call_createReturn,
  }
  const byHand: Record<string, string | undefined> = {
    capture: words.capturedByHand,
    capturePart: words.capturedByHand,
    refund: words.refundedByHand,
  }
  if (!dryRun) return { lines: [], calls: [] }
  const { effects, changes, simulated_calls } = dryRun
  return {
    lines: [...new Set([...effectLines(effects, words), ...changeLines(changes, context)])],
    calls: simulated_calls.flatMap(({ provider_id, call }) =>
      BY_HAND.includes(provider_id)
        ? (byHand[call] ?? [])
        : (callTexts[call] ?? words.call)(nameOfProvider(provider_id)),
    ),
  }
}
