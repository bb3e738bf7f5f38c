import type { ReactNode } from 'react'

export interface OrderAction {
  text: string
  isPossible: boolean
  isDangerous?: boolean
  dialog?(close: () => void): ReactNode
  /** Runs before the dialog opens, or instead of a dialog. */
  run?(open: () => void): void
}
