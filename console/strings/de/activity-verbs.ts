import type { en } from '../activity-verbs.ts'
import type { Translation } from '../define-strings.ts'

export const words: Translation<typeof en> = {
  create: 'anlegen',
  update: 'ändern',
  delete: 'löschen',
  cancel: 'abbrechen',
  complete: 'abschließen',
  archive: 'archivieren',
  confirm: 'bestätigen',
  capture: 'einziehen',
  refund: 'erstatten',
  revoke: 'widerrufen',
  resend: 'erneut senden',
  receive: 'annehmen',
}
