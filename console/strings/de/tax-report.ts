import type { Translation } from '../define-strings.ts'
import type { en } from '../tax-report.ts'

export const words: Translation<typeof en> = {
  title: 'Steuerbericht',
  subtitle: 'Verkäufe und Erstattungen nach Land und Steuer',
  export: 'Als CSV exportieren',
  totals: 'Summen',
  taxes: 'Steuern',
  empty: 'Keine Verkäufe und keine Erstattungen in diesem Zeitraum.',
  currency: 'Währung',
  country: 'Land',
  unknownCountry: 'Ohne Adresse',
  tax: 'Steuer',
  taxName: (name, rate) => `${name}, ${rate}`,
  defaultTax: 'Steuer der Region',
  untaxed: 'Ohne Steuer',
  giftCards: 'Verkaufte Gutscheine',
  net: 'Verkäufe netto',
  taxAmount: 'Steuer',
  refundedNet: 'Erstattungen netto',
  refundedTax: 'Steuer in Erstattungen',
  due: 'Zu zahlende Steuer',
  hint: 'Verkäufe zählen am Tag der Bestellung. Erstattungen, Änderungen und Stornierungen zählen an ihrem eigenen Tag, ein vergangener Monat ändert sich also nie. Die Erstattung einer Retoure enthält die Steuer ihrer Artikel, jede andere Erstattung die Steuer der ganzen Bestellung. Ein verkaufter Gutschein ist noch kein Verkauf: die Waren, die er bezahlt, sind es.',
}
