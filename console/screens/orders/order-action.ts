import type { ReactNode } from 'react'
import type { ProcedureName } from '#console/app/permissions.ts'

export interface OrderAction {
  text: string
  isPossible: boolean
  procedure: ProcedureName
  isDangerous?: boolean
  dialog?(close: () => void): ReactNode
  /** Runs before the dialog opens, or instead of a dialog. */
  run?(open: () => void): void
}
