import type { Translation } from '../define-strings.ts'
import type { en } from '../payment-links.ts'

export const words: Translation<typeof en> = {
  title: 'Zahlungslink',
  hint_draft_order: 'Der Kunde prüft und bezahlt den Entwurf unter dem Link. Danach ist er eine Bestellung.',
  hint_order: 'Der Kunde sieht die Bestellung unter dem Link und bezahlt den Betrag, der dann noch offen ist.',
  hint_swap: 'Der Kunde sieht den Umtausch unter dem Link und bestätigt ihn, indem er den Unterschied bezahlt.',
  days: 'Gültig (Tage)',
  send: 'Den Link per E-Mail an den Kunden senden',
  sendTo: (email) => `Den Link an ${email} senden`,
  language: 'Sprache der E-Mail',
  languageOfOrder: 'Sprache der Bestellung',
  sendNow: 'Erstellen und senden',
  create: 'Link erstellen',
  sent: (email) => `Der Link ist unterwegs an ${email}.`,
  link: 'Link',
  linkHint: 'Jeder mit dem Link kann die Bestellung sehen und bezahlen, auch ohne Konto.',
  ownAddress: 'Der Link führt zum Webshop unter dieser Adresse. Ist Ihrer woanders?',
  setAddress: 'Seite für Zahlungslinks eintragen',
  validUntil: 'Ein Zahlungslink gilt bis',
  revoke: 'Links widerrufen',
  revoked: 'Links widerrufen',
  paid: 'Bezahlt',
  paid_draft_order: 'Der Kunde hat bezahlt, der Entwurf ist jetzt eine Bestellung.',
  paid_order: 'Die Bestellung ist bezahlt. Der Link kann keine zweite Zahlung einziehen.',
  paid_swap: 'Der Umtausch ist bestätigt. Senden Sie als Nächstes die neuen Artikel.',
  shippingMissing: 'Wählen Sie den Versand der neuen Artikel.',
}
