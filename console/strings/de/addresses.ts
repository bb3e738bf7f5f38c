import type { en } from '../addresses.ts'
import type { Translation } from '../define-strings.ts'

export const words: Translation<typeof en> = {
  first_name: 'Vorname',
  last_name: 'Nachname',
  company: 'Firma',
  address_1: 'Straße und Hausnummer',
  address_2: 'Wohnung, Stockwerk, Gebäude',
  postal_code: 'Postleitzahl',
  city: 'Ort',
  province: 'Provinz oder Bundesland',
  country_code: 'Land',
  phone: 'Telefon',
}
