import type { RefusalReason } from '#client/index.ts'
import type { BatchError } from '../import-reasons.ts'
import { isKnownReason, reasonText } from './refusal-reasons.ts'

export const words = {
  batchErrorText: ({ message, reasons = [] }: BatchError): string =>
    reasons.length > 0 && reasons.every(isKnownReason) ? reasons.map(columnReasonText).join(' ') : message,
}

const columnReasonText = (reason: RefusalReason & { column?: string | undefined }): string =>
  reason.column ? `${reason.column}: ${reasonText(reason)}` : reasonText(reason)
