import type { Translation } from '../define-strings.ts'
import type { en } from '../payment-links.ts'

export const words: Translation<typeof en> = {
  title: 'Zahlungslink',
  hint: 'Der Kunde prüft und bezahlt den Entwurf unter dem Link. Danach ist er eine Bestellung.',
  days: 'Gültig (Tage)',
  send: 'Den Link per E-Mail an den Kunden senden',
  create: 'Link erstellen',
  link: 'Link',
  linkHint: 'Die Seite gehört zum Plugin storefront. Andere Shop-Oberflächen nehmen das Token am Ende.',
  validUntil: 'Ein Zahlungslink gilt bis',
  revoke: 'Links widerrufen',
  revoked: 'Links widerrufen',
}
