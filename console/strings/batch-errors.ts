import { defineStrings } from './define-strings.ts'
import { batchErrorText } from './import-reasons.ts'

/** The texts of the errors and notices of batch jobs. */
const en = { batchErrorText }

export const batchErrors = defineStrings(en, { de: () => import('./de/batch-errors.ts') })
