import type { en } from '../carriers.ts'
import type { Translation } from '../define-strings.ts'

export const words: Translation<typeof en> = {
  carriers: 'Versanddienste',
  carriersHint: 'Wer zustellt, und die Links zur Sendungsverfolgung',
  newCarrier: 'Versanddienst anlegen',
  editCarrier: 'Versanddienst bearbeiten',
  name: 'Name',
  nameHint: 'Kunden sehen ihn. Der Name eines bekannten Versanddienstes ersetzt dessen Link.',
  trackingUrl: 'Adresse der Sendungsverfolgung',
  trackingUrlHint: 'Die Adresse einer Sendung, mit {number} an der Stelle der Sendungsnummer.',
  own: 'Eigene Versanddienste',
  noOwn: 'Ihr Shop nutzt die bekannten Versanddienste unten. Legen Sie hier andere an.',
  known: 'Bekannte Versanddienste',
  noKnown: 'Ihre Versanddienste ersetzen alle.',
  deleteText: 'Links früherer Sendungen bleiben.',
  carrier: 'Versanddienst',
  carrierHint: 'Kunden bekommen einen Link zur Sendungsverfolgung.',
  editTracking: 'Sendungsnummern ändern',
  editTrackingTitle: 'Sendungsnummern berichtigen',
  trackingCorrected: 'Sendungsnummern berichtigt',
  correctionHint: 'Die Nummern ersetzen die bisherigen. Es wird keine Mail verschickt.',
}
