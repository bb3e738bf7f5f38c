import type { Translation } from '../define-strings.ts'
import type { en } from '../order-contact.ts'

export const words: Translation<typeof en> = {
  title: 'Adresse und E-Mail berichtigen',
  email: 'E-Mail',
  emailOfGuest: 'Mails zu dieser Bestellung gehen an diese Adresse.',
  emailOfAccount: 'Mails zu dieser Bestellung gehen an diese Adresse. Das Konto des Kunden behält seine eigene.',
  shippingAddress: 'Lieferadresse',
  billingAddress: 'Rechnungsadresse',
  sameAddress: 'Die Rechnungsadresse ist dieselbe',
  termsStay: 'Preise, Versandkosten und Steuern der Bestellung bleiben, wie sie verkauft wurden.',
  alreadyPacked: 'Artikel sind schon gepackt. Prüfen Sie, ob ihr Etikett die neue Adresse hat.',
  alreadyShipped: 'Artikel sind schon versandt. Die Berichtigung leitet sie nicht um: Fragen Sie den Versanddienst.',
  corrected: 'Bestellung berichtigt',
  wasAndIs: (name, was, is) => `${name}: ${was} → ${is}`,
  nothing: 'keine',
}
