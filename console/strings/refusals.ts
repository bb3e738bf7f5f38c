import type { RefusalReason } from '#client/index.ts'
import { importReasonText } from './import-reasons.ts'

export interface BatchError {
  message: string
  reasons?: readonly { name: string; column?: string | undefined }[] | undefined
}

const original = (message: string) => message

/** The texts of refusals by the reason, the code or the type of `shopError`. The messages of the shop are English. */
export const en = {
  reasonText: (_reason: RefusalReason, message: string) => message,
  batchErrorText({ message, reasons = [] }: BatchError): string {
    const texts = reasons.flatMap((reason) => importReasonText(reason) ?? [])
    return texts.length > 0 && texts.length === reasons.length ? texts.join(' ') : message
  },
  refused_cart_incompatible_state: original,
  refused_conflict: original,
  refused_duplicate_error: original,
  refused_forbidden: original,
  refused_insufficient_inventory: original,
  refused_invalid_data: original,
  refused_not_allowed: original,
  refused_not_found: original,
  refused_payment_authorization_error: original,
  refused_too_many_requests: original,
  refused_unauthorized: original,
  refused_unavailable: original,
  refused_unknown_error: original,
  /** For the field with a value that another row has. */
  refused_duplicate_field: original,
}
