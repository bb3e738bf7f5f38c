import type { Translation } from '../define-strings.ts'
import type { en } from '../fields.ts'

export const words: Translation<typeof en> = {
  fieldRequired: 'Füllen Sie dieses Feld aus',
  fieldAmount: (example) => `Das ist kein Betrag. Schreiben Sie ihn wie ${example}`,
  fieldNumber: (example) => `Das ist keine Zahl. Schreiben Sie sie wie ${example}`,
  fieldWhole: 'Geben Sie eine ganze Zahl ein',
  fieldDecimals: (count) => `Höchstens ${count} Nachkommastellen sind möglich`,
  fieldMin: (least) => `Geben Sie mindestens ${least} ein`,
  fieldAbove: (limit) => `Geben Sie mehr als ${limit} ein`,
  fieldMax: (most) => `Geben Sie höchstens ${most} ein`,
  fieldTooLarge: 'Diese Zahl ist zu groß',
  fieldDate: 'Dieses Datum ist unvollständig, oder es gibt es nicht',
  fieldTooShort: (least) => `Geben Sie mindestens ${least} Zeichen ein`,
  fieldTooLong: (most) => `Geben Sie höchstens ${most} Zeichen ein`,
  fieldTooFew: (least) =>
    least === 1 ? 'Wählen Sie mindestens einen Eintrag' : `Wählen Sie mindestens ${least} Einträge`,
  fieldTooMany: (most) => `Wählen Sie höchstens ${most} Einträge`,
  fieldEmail: 'Das ist keine E-Mail-Adresse',
  fieldUrl: 'Das ist keine Web-Adresse wie https://example.com',
  fieldChoice: 'Wählen Sie einen der angebotenen Werte',
  fieldLine: 'Schreiben Sie das in eine Zeile',
  fieldFormat: 'Dieser Wert hat das falsche Format',
  fieldExample: (example) => `Schreiben Sie das wie ${example}`,
  fieldRefused: ({ en: text, de = text }) => `Der Wert ${de}`,
  fieldJson: 'Das ist kein JSON. Schreiben Sie es wie {"breite": 20}',
  fieldInvalid: 'Dieser Wert ist hier nicht möglich',
}
