import type { RefusalReason } from '#client/index.ts'

export const editStatusText: Record<RefusalReason<'order_edit_status'>['status'], string> = {
  created: 'Die Änderung ist noch ein Entwurf.',
  requested: 'Die Änderung wartet auf die Bestätigung des Kunden.',
  confirmed: 'Die Änderung ist schon bestätigt.',
  declined: 'Der Kunde hat die Änderung abgelehnt.',
  canceled: 'Die Änderung ist storniert.',
}

const BATCH_JOB: Readonly<Record<string, string>> = {
  created: 'Der Auftrag wird noch geprüft.',
  pre_processed: 'Der Auftrag wartet auf eine Bestätigung.',
  confirmed: 'Der Auftrag ist schon bestätigt.',
  processing: 'Der Auftrag läuft gerade.',
  completed: 'Der Auftrag ist schon fertig.',
  canceled: 'Der Auftrag ist abgebrochen.',
  failed: 'Der Auftrag ist fehlgeschlagen.',
}

export const batchJobStatusText = (status: string): string =>
  BATCH_JOB[status] ?? 'Der Status dieses Auftrags lässt das nicht zu.'

const STATUSES: Readonly<Record<string, string>> = {
  pending: 'offen',
  completed: 'abgeschlossen',
  archived: 'archiviert',
  canceled: 'storniert',
  requires_action: 'Eingriff nötig',
  not_fulfilled: 'nicht gepackt',
  partially_fulfilled: 'teilweise gepackt',
  fulfilled: 'gepackt',
  partially_shipped: 'teilweise versandt',
  shipped: 'versandt',
  partially_returned: 'teilweise zurück',
  returned: 'zurückgesandt',
  not_paid: 'nicht bezahlt',
  awaiting: 'autorisiert',
  captured: 'bezahlt',
  confirmed: 'bestätigt',
  partially_refunded: 'teilweise erstattet',
  refunded: 'erstattet',
  difference_refunded: 'Differenz erstattet',
}

export const statusText = (status: string): string => `„${STATUSES[status] ?? status}“`
