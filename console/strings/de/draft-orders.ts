import type { Translation } from '../define-strings.ts'
import type { en } from '../draft-orders.ts'

const percent = (rate: number) => `${rate.toLocaleString('de')} %`

export const words: Translation<typeof en> = {
  notes: 'Notizen',
  newDraft: 'Neuer Entwurf',
  createDraft: 'Entwurf anlegen',
  searchHint: 'Nummer oder E-Mail',
  number: 'Entwurf',
  title: (number) => `Entwurf #${number}`,
  email: 'E-Mail',
  status: 'Status',
  created: 'Angelegt',
  order: 'Bestellung',
  orderNumber: (number) => `Bestellung #${number}`,
  emptyHint:
    'Legen Sie eine Bestellung für einen Kunden an, der anruft oder schreibt. Mit der Zahlung wird sie zur Bestellung.',
  customer: 'Kunde',
  customerHint:
    'Geben Sie eine E-Mail-Adresse ein, oder wählen Sie einen Kunden. Eine eingegebene Adresse gehört zu einem Gast, auch wenn ein Konto sie hat.',
  region: 'Region',
  items: 'Artikel',
  addItem: 'Artikel hinzufügen',
  customItem: 'Ein eigener Artikel hat kein Produkt, keinen Bestand und keinen Rabatt.',
  ownItem: (rate, includesTax) =>
    rate === null
      ? 'Eigener Artikel, ohne Steuer'
      : `Eigener Artikel, ${percent(rate)} Steuer ${includesTax ? 'enthalten' : 'zuzüglich'}`,
  editCustomItem: (title) => `${title} bearbeiten`,
  customTax: 'Steuer',
  noTax: 'Keine Steuer',
  regionRate: (rate) => `Normaler Satz der Region (${percent(rate)})`,
  namedRate: (name, rate) => `${name} (${percent(rate)})`,
  priceIncludesTax: 'Der Preis enthält die Steuer',
  addCustomItem: 'Eigenen Artikel hinzufügen',
  customTitle: 'Bezeichnung',
  customPrice: 'Stückpreis',
  customQuantity: 'Menge',
  discountCodes: 'Rabattcodes',
  discountCodesHint: 'Trennen Sie mehrere Codes mit Kommas. Leer entfernt alle.',
  editContact: 'Kunde und Adressen bearbeiten',
  editShipping: 'Versand ändern',
  shippingPrice: 'Versandkosten',
  shippingPriceHint: 'Leer: der Preis der Versandart.',
  billingAddress: 'Rechnungsadresse',
  shipping: 'Versand',
  shippingOption: 'Versandart',
  address: 'Lieferadresse',
  subtotal: 'Zwischensumme',
  discounts: 'Rabatte',
  discountsOf: (codes) => `Rabatte (${codes})`,
  taxes: 'Steuern',
  total: 'Summe',
  pay: 'Als bezahlt markieren',
  payTitle: 'Diesen Entwurf als bezahlt markieren',
  payText: (amount) =>
    `Der Entwurf wird zu einer Bestellung über ${amount}. Nutzen Sie das, wenn der Kunde auf anderem Weg bezahlt hat.`,
  paid: 'Bestellung angelegt',
  remove: 'Entwurf löschen',
  removeTitle: 'Diesen Entwurf löschen?',
  removeText: 'Das lässt sich nicht rückgängig machen.',
  removed: 'Entwurf gelöscht',
  noItems: 'Dieser Entwurf hat keine Artikel.',
  totals: 'Summen',
}
