import type { OpenBusiness, RefusalReason } from '#client/index.ts'
import { plural } from '../plural.ts'

export function openBusinessText({ parts, more }: RefusalReason<'customer_has_open_business'>): string {
  const texts = parts.map(({ kind, reference }) => TEXTS[kind](reference))
  if (more > 0) texts.push(`${more} ${plural(more, 'weiterer Vorgang ist', 'weitere Vorgänge sind')} offen.`)
  return ['Der Kunde kann noch nicht gelöscht werden.', ...texts].join(' ')
}

const LATER = 'Versuchen Sie es später noch einmal.'

const TEXTS: Record<OpenBusiness['kind'], (reference: string) => string> = {
  order: (number) =>
    `Bestellung #${number} ist offen. Versenden Sie die Artikel und ziehen Sie die Zahlungen ein, oder stornieren Sie die Bestellung, oder schließen Sie sie ab.`,
  return: (number) => `Eine Retoure der Bestellung #${number} ist offen. Nehmen Sie sie an, oder stornieren Sie sie.`,
  claim: (number) =>
    `Eine Reklamation der Bestellung #${number} ist offen. Versenden oder erstatten Sie die Artikel, oder stornieren Sie die Reklamation.`,
  swap: (number) =>
    `Ein Umtausch der Bestellung #${number} ist offen. Versenden Sie die Artikel, oder stornieren Sie den Umtausch.`,
  edit: (number) => `Eine Änderung der Bestellung #${number} ist offen. Bestätigen oder stornieren Sie sie.`,
  refund: (number) => `Eine Erstattung der Bestellung #${number} läuft noch. ${LATER}`,
  draft_order: (number) => `Entwurf #${number} ist offen. Lassen Sie ihn bezahlen, oder löschen Sie ihn.`,
  payment: (id) => `Zur Zahlung ${id} fehlt eine Antwort des Zahlungsanbieters. ${LATER}`,
  cart: (id) => `Die Zahlung des Warenkorbs ${id} läuft noch. ${LATER}`,
  balance: (reference) => `Das Guthaben ${reference} ist nicht 0. Zahlen Sie es aus, und ziehen Sie es ab.`,
  notice: () => `Eine Nachricht des Zahlungsanbieters ist noch nicht verarbeitet. ${LATER}`,
}
