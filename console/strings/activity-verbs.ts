import { defineStrings } from './define-strings.ts'

/** The verbs of frequent procedures. */
export const en = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  cancel: 'cancel',
  complete: 'complete',
  archive: 'archive',
  confirm: 'confirm',
  capture: 'capture',
  refund: 'refund',
  revoke: 'revoke',
  resend: 'resend',
  receive: 'receive',
}

export const activityVerbs = defineStrings(en, { de: () => import('./de/activity-verbs.ts') })
