import type { en } from '../refusals.ts'
import { isKnownReason, reasonText } from './refusal-reasons.ts'

export const words: typeof en = {
  reasonText: (reason, message) => (isKnownReason(reason) ? reasonText(reason) : message),
  refused_cart_incompatible_state: () => 'Der Warenkorb ist bereits abgeschlossen.',
  refused_conflict: () => 'Jemand ändert gerade dieselben Daten. Versuchen Sie es noch einmal.',
  refused_duplicate_error: (message) => `Das gibt es schon: ${message}`,
  refused_forbidden: (message) => `Ihnen fehlt die Berechtigung: ${message}`,
  refused_insufficient_inventory: () => 'Der Bestand reicht nicht aus.',
  refused_invalid_data: (message) => `Die Angabe ist nicht gültig: ${message}`,
  refused_not_allowed: (message) => `Das ist nicht möglich: ${message}`,
  refused_not_found: (message) => `Nicht gefunden: ${message}`,
  refused_payment_authorization_error: (message) => `Die Zahlung ist nicht autorisiert: ${message}`,
  refused_too_many_requests: () => 'Zu viele Anfragen. Versuchen Sie es später noch einmal.',
  refused_unauthorized: (message) =>
    message === 'Unauthorized'
      ? 'Sie sind abgemeldet. Melden Sie sich an, und versuchen Sie es noch einmal.'
      : `Die Anmeldung ist nicht gültig: ${message}`,
  refused_unavailable: () => 'Der Shop ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  refused_unknown_error: () => 'Im Shop ist ein unerwarteter Fehler aufgetreten. Versuchen Sie es noch einmal.',
  failedOffline: 'Der Shop antwortet nicht. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  failedTimeout:
    'Der Shop hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal: Eine schon gemachte Änderung geschieht nicht doppelt.',
  failedUnknown:
    'Der Shop hat nicht geantwortet, aber den Eintrag oder sein neues Geheimnis kann es geben. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
  failedTooLarge:
    'Das ist mehr, als der Shop auf einmal annimmt. Wählen Sie eine kleinere Datei, oder speichern Sie weniger auf einmal.',
  failedAnswer: (status) => `Der Shop konnte nicht antworten (${status}). Versuchen Sie es gleich noch einmal.`,
  duplicateField: 'Diesen Wert gibt es schon.',
}
