import type { ImportReasons, RefusalReason, RefusalReasons } from '#client/index.ts'
import { plural } from '../plural.ts'

export type ReasonTexts<Names extends keyof RefusalReasons> = {
  [Name in Names]: (reason: RefusalReason<Name>) => string
}

export const importReasons: ReasonTexts<keyof ImportReasons> = {
  csv_column_missing: ({ titles }) => `Diese Spalten fehlen: ${titles}.`,
  csv_column_unknown: ({ title }) => `Die Spalte „${title}“ ist unbekannt.`,
  duplicate_csv_column: ({ title }) => `Die Spalte „${title}“ kommt zweimal vor.`,
  csv_line_too_long: ({ line }) => `${lineText(line)} ist zu lang.`,
  csv_line_too_wide: ({ line }) => `Zeile ${line} hat mehr Spalten als die Kopfzeile.`,
  csv_quote_not_closed: ({ line }) => `${lineText(line)} hat ein Anführungszeichen, das nicht geschlossen wird.`,
  csv_invalid: ({ line }) => `${lineText(line)} ist kein gültiges CSV.`,
  cell_empty: () => 'Dieser Wert fehlt.',
  cell_not_allowed: ({ values }) => `Möglich sind nur diese Werte: ${values}.`,
  cell_too_long: ({ maximum }) => `Höchstens ${maximum} Zeichen sind möglich.`,
  cell_not_whole: () => 'Der Wert muss eine ganze Zahl sein.',
  cell_not_a_number: () => 'Der Wert muss eine Zahl sein.',
  cell_not_a_time: () => 'Der Wert muss ein Zeitpunkt wie 2027-01-31T12:00:00Z sein.',
  cell_not_boolean: () => 'Der Wert muss „true“ oder „false“ sein.',
  cell_not_an_amount: () => 'Der Wert muss ein Betrag wie 12.34 sein.',
  handle_invalid: () => 'Der Kurzname ist nicht gültig.',
  currency_unknown: ({ code }) => `Die Währung „${code}“ gibt es nicht.`,
  region_unknown: ({ region }) => `Die Region „${region}“ gibt es nicht.`,
  region_ambiguous: ({ region }) =>
    `Mehrere Regionen heißen „${region}“. Schreiben Sie die ID der Region in den Titel der Spalte.`,
  region_of_other_currency: ({ region, code }) => `Die Region „${region}“ hat nicht die Währung „${code}“.`,
  product_missing: ({ id }) => `Das Produkt mit der ID „${id}“ gibt es nicht.`,
  variant_missing: ({ variant }) => `Die Variante „${variant}“ gibt es nicht.`,
  variant_of_other_product: ({ id }) => `Die Variante mit der ID „${id}“ gehört zu einem anderen Produkt.`,
  duplicate_variant: ({ id }) => `Die Variante mit der ID „${id}“ kommt in mehreren Zeilen vor.`,
  variant_not_named: () => 'Die Zeile braucht eine SKU oder eine ID.',
  duplicate_variant_options: () => 'Eine andere Variante hat dieselben Werte.',
  option_missing: ({ title }) => `Das Produkt hat keine Option „${title}“.`,
  option_value_empty: () => 'Der Wert einer Option fehlt.',
  collection_missing: ({ collection }) => `Die Kollektion „${collection}“ gibt es nicht.`,
  category_missing: ({ handle }) => `Die Kategorie „${handle}“ gibt es nicht.`,
  more_errors: ({ count }) => `${count} ${plural(count, 'weiterer Fehler wurde', 'weitere Fehler wurden')} gefunden.`,
}

const lineText = (line: number | undefined) => (line === undefined ? 'Eine Zeile' : `Zeile ${line}`)
