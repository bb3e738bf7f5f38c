import type { ImportReasons, RefusalReason, RefusalReasons } from '#client/index.ts'
import { plural } from '../plural.ts'

export type ReasonTexts<Names extends keyof RefusalReasons> = {
  [Name in Names]: (reason: RefusalReason<Name>) => string
}

export const importReasons: ReasonTexts<keyof ImportReasons> = {
  job_failed: () =>
    'Etwas ist schiefgegangen, und nichts wurde geändert. Versuchen Sie es noch einmal. Scheitert es wieder, steht die Ursache im Protokoll des Servers.',
  csv_column_missing: ({ titles }) => `Diese Spalten fehlen: ${titles}.`,
  csv_column_unknown: ({ title, nearest }) =>
    nearest === undefined
      ? `Die Spalte „${title}“ ist unbekannt.`
      : `Die Spalte „${title}“ ist unbekannt. Meinen Sie „${nearest}“?`,
  csv_column_untitled: ({ line, place }) => `Zeile ${line} hat einen Wert in Spalte ${place}, die keinen Titel hat.`,
  csv_empty: () => 'Die Datei ist leer.',
  shop_has_one_language: () => 'Der Shop hat eine Sprache. Fügen Sie in den Einstellungen des Shops weitere hinzu.',
  import_currency_needed: ({ program, codes }) =>
    `Das ist eine Datei aus ${program}, und ihre Preise nennen keine Währung. Wählen Sie eine: ${codes.toUpperCase()}.`,
  import_currency_unknown: ({ code, codes }) =>
    `Der Shop hat die Währung ${code.toUpperCase()} nicht. Er hat: ${codes.toUpperCase()}.`,
  import_tax_differs: ({ code, includes_tax }) =>
    `Preise in ${code.toUpperCase()} werden ${includes_tax ? 'mit' : 'ohne'} Steuer gespeichert. Ändern Sie zuerst diese Einstellung der Währung.`,
  import_tax_rate_unknown: ({ tax_class, rate }) =>
    `Die Steuerklasse ${tax_class} braucht Steuersätze des Shops. Keiner hat die ID oder den Code ${rate}.`,
  import_price_taxes: ({ title, code, includes_tax }) =>
    `„${title}“ hat anscheinend Preise ${includes_tax ? 'ohne' : 'mit'} Steuer, aber der Shop speichert Preise in ${code.toUpperCase()} ${includes_tax ? 'mit' : 'ohne'} Steuer.`,
  import_tax_class: ({ tax_class, count, rates }) =>
    `Steuerklasse ${tax_class}: ${count} ${plural(count, 'Produkt bekommt', 'Produkte bekommen')} ${rates}.`,
  import_tax_class_open: ({ tax_class, count }) =>
    `Steuerklasse ${tax_class}: ${count} ${plural(count, 'Produkt bekommt', 'Produkte bekommen')} den normalen Satz jeder Region, weil kein Steuersatz dafür gewählt ist.`,
  mapping_field_repeated: ({ field }) =>
    `Zwei Spalten haben das Feld „${field}“. Wählen Sie ein anderes, oder lassen Sie eine Spalte weg.`,
  mapping_field_unknown: ({ field }) => `Das Feld „${field}“ gibt es nicht.`,
  mapping_key_missing: () => 'Wählen Sie die Spalte mit dem Namen des Produkts oder mit seiner SKU.',
  import_not_undoable: () => 'Nur ein abgeschlossener Import lässt sich rückgängig machen.',
  import_too_old: () => 'Ein Import lässt sich nur einen Tag lang rückgängig machen.',
  import_too_many_rows: ({ maximum }) =>
    `Die Datei hat mehr als ${maximum} Zeilen. Teilen Sie sie auf mehrere Dateien auf.`,
  csv_encoding_mixed: ({ line }) => `Zeile ${line} ist kein gültiges UTF-8. Speichern Sie die Datei als „CSV UTF-8“.`,
  csv_encoding_unknown: () => 'Die Datei ist weder UTF-8 noch Windows-1252. Speichern Sie die Datei als „CSV UTF-8“.',
  file_not_csv: ({ format }) => fileTexts[format],
  workbook_unreadable: () => 'Die Excel-Mappe ist nicht lesbar. Speichern Sie sie noch einmal, oder als „CSV UTF-8“.',
  workbook_cell_without_value: ({ cell }) =>
    `Die Formel in Zelle ${cell} hat einen Fehler oder kein Ergebnis. Berichtigen Sie sie, oder öffnen und speichern Sie die Mappe in einer Tabellenkalkulation.`,
  workbook_too_large: () =>
    'Die Excel-Mappe ist zu groß. Speichern Sie sie als „CSV UTF-8“, oder teilen Sie sie auf mehrere Dateien auf.',
  prices_missing: () => 'Die Datei enthält keine Preise. Die Preisliste würde alle Preise verlieren.',
  duplicate_csv_column: ({ title }) => `Die Spalte „${title}“ kommt zweimal vor.`,
  csv_line_too_long: ({ line }) => `${lineText(line)} ist zu lang.`,
  csv_line_too_wide: ({ line }) => `Zeile ${line} hat mehr Spalten als die Kopfzeile.`,
  csv_quote_not_closed: ({ line }) => `${lineText(line)} hat ein Anführungszeichen, das nicht geschlossen wird.`,
  csv_invalid: ({ line }) => `${lineText(line)} ist kein gültiges CSV.`,
  text_damaged: () =>
    'Der Text enthält � anstelle eines Buchstabens. Speichern Sie die Datei noch einmal als „CSV UTF-8“, oder schreiben Sie den Buchstaben.',
  cell_lost_digits: () =>
    'Die Zahl hat in der Tabellenkalkulation Ziffern verloren. Formatieren Sie die Spalte als Text.',
  cell_empty: () => 'Dieser Wert fehlt.',
  cell_not_allowed: ({ values }) => `Möglich sind nur diese Werte: ${values}.`,
  cell_too_long: ({ maximum }) => `Höchstens ${maximum} Zeichen sind möglich.`,
  cell_too_many: ({ maximum }) => `Höchstens ${maximum} Werte sind möglich.`,
  cell_too_large: ({ maximum }) => `Der Wert darf höchstens ${maximum} sein.`,
  cell_too_small: ({ minimum }) => `Der Wert muss mindestens ${minimum} sein.`,
  cell_not_a_day: () => 'Der Wert muss ein Tag wie 2026-12-24 sein.',
  cell_unlike_example: ({ example }) => `Der Wert muss ein Format wie ${example} haben.`,
  cell_refused: ({ en, de = en }) => `Der Wert ${de}.`,
  cell_not_valid: () => 'Der Wert ist nicht gültig.',
  cell_not_whole: ({ unit }) =>
    unit === undefined
      ? 'Der Wert muss eine ganze Zahl sein.'
      : `Der Wert muss eine ganze Zahl sein (${UNITS[unit] ?? unit}).`,
  cell_not_json: () => 'Der Wert muss ein JSON-Objekt sein, zum Beispiel {"farbe":"rot"}.',
  cell_too_precise: ({ digits, code }) =>
    `Der Betrag hat zu viele Nachkommastellen. ${code.toUpperCase()} hat ${digits}.`,
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
  sku_without_product: ({ sku }) =>
    `Keine Variante hat die SKU ${sku}. Ergänzen Sie das Handle des Produkts, oder korrigieren Sie die SKU.`,
  variant_of_other_product: ({ id }) => `Die Variante mit der ID „${id}“ gehört zu einem anderen Produkt.`,
  duplicate_variant: ({ id }) => `Die Variante mit der ID „${id}“ kommt in mehreren Zeilen vor.`,
  variant_not_named: () => 'Die Zeile braucht eine SKU oder eine ID.',
  duplicate_variant_options: () => 'Eine andere Variante hat dieselben Werte.',
  option_missing: ({ title }) => `Das Produkt hat keine Option „${title}“.`,
  option_value_empty: () => 'Der Wert einer Option fehlt.',
  collection_missing: ({ collection }) => `Die Kollektion „${collection}“ gibt es nicht.`,
  channel_missing: ({ channel }) => `Den Vertriebskanal „${channel}“ gibt es nicht.`,
  giftcard_fixed: () => 'Ein Produkt kann nicht nachträglich zum Gutschein werden oder aufhören, einer zu sein.',
  category_missing: ({ handle }) => `Die Kategorie „${handle}“ gibt es nicht.`,
  import_recognized: ({ program, products, variants }) =>
    `Export aus ${program}: ${products} ${plural(products, 'Produkt', 'Produkte')}, ${variants} ${plural(variants, 'Variante', 'Varianten')}.`,
  import_columns_dropped: ({ titles }) => `Nicht importiert, weil der Shop keine solchen Spalten hat: ${titles}.`,
  import_translated: ({ change, count, rows }) => `${translatedTexts[change]}: ${count} (Zeilen ${rows}).`,
  import_same_handles: ({ count, handles }) =>
    `${count} ${plural(count, 'Produkt', 'Produkte')} des Shops mit demselben Kurznamen wie in der Datei ${plural(count, 'wird', 'werden')} geändert: ${handles}.`,
  import_other_titles: ({ count, titles }) =>
    `${count} ${plural(count, 'Produkt bekommt', 'Produkte bekommen')} einen anderen Titel, und keine SKU zeigt, dass es dieselben Produkte sind: ${titles}.`,
  undo_keeps: ({ reason, count, handles }) =>
    `${count} ${plural(count, 'Produkt bleibt', 'Produkte bleiben')}, ${keptTexts[reason]}: ${handles}.`,
  import_old_addresses: ({ count }) =>
    `${count} ${plural(count, 'Adresse', 'Adressen')} des alten Shops ${plural(count, 'führt', 'führen')} dann zu den importierten Seiten.`,
  undo_old_addresses: ({ count }) =>
    `${count} ${plural(count, 'Weiterleitung', 'Weiterleitungen')} von Adressen des alten Shops ${plural(count, 'wird', 'werden')} entfernt.`,
  import_pictures: ({ count, hosts }) =>
    `${count} ${plural(count, 'Bild wird', 'Bilder werden')} im Hintergrund geladen, von ${hosts}.`,
  import_sale: ({ list, count }) =>
    `${count} ${plural(count, 'Preis', 'Preise')} der Preisliste „${list}“ ${plural(count, 'wird', 'werden')} angelegt, geändert oder entfernt.`,
  import_encoding: ({ encoding }) =>
    `Die Datei ist kein UTF-8. Sie wurde als ${encoding} gelesen. Prüfen Sie die Umlaute.`,
  import_sheets_unread: ({ sheets }) => `Nur das erste sichtbare Blatt wurde gelesen. Weitere Blätter: ${sheets}.`,
  import_amounts_shortened: ({ count, example, amount }) =>
    `Bei ${count} ${plural(count, 'Preis', 'Preisen')} wurden Nullen am Ende weggelassen: ${example} wurde als ${amount} gelesen.`,
  import_blanks_removed: ({ count, title, row }) =>
    `Bei ${count} ${plural(count, 'Wert', 'Werten')} wurden Leerzeichen am Rand entfernt, zuerst in ${title} der Zeile ${row}.`,
  import_handles_changed: ({ count, example, handle }) =>
    `${count} ${plural(count, 'Kurzname passt', 'Kurznamen passen')} nicht in eine Adresse: Aus ${example} wird ${handle}.`,
  import_first_row_counts: ({ count, title, row }) =>
    `${count} ${plural(count, 'Zeile weicht', 'Zeilen weichen')} von der ersten Zeile ihres Produkts ab, zuerst bei ${title} in Zeile ${row}. Die erste Zeile gilt.`,
  import_new_ids: ({ products, variants }) =>
    `Die IDs von ${products} ${plural(products, 'Produkt', 'Produkten')} und ${variants} ${plural(variants, 'Variante', 'Varianten')} sind unbekannt. Sie werden neu angelegt.`,
  import_profile_missing: ({ count, profile }) =>
    `Das Versandprofil „${profile}“ gibt es nicht. ${count} ${plural(count, 'Produkt bekommt', 'Produkte bekommen')} das Standardprofil.`,
  import_erases: ({ title, count }) => `${title}: ${count} ${plural(count, 'Wert wird', 'Werte werden')} geleert.`,
  import_removes: ({ what, count }) => `${removedTexts[what]} entfernt: ${count}.`,
  import_creates: ({ what, values }) => `${createdTexts[what]}: ${values}.`,
  import_customers_recognized: ({ program, customers }) =>
    `Export aus ${program}: ${customers} ${plural(customers, 'Kunde', 'Kunden')}.`,
  import_accounts_kept: ({ count, emails }) =>
    `${count} ${plural(count, 'Konto', 'Konten')} des Shops ${plural(count, 'bleibt', 'bleiben')} unverändert: ${emails}.`,
  import_customers_changed: ({ count, emails }) =>
    `${count} ${plural(count, 'Kunde', 'Kunden')} eines früheren Imports ${plural(count, 'bekommt', 'bekommen')} die Werte dieser Datei: ${emails}.`,
  undo_keeps_customers: ({ reason, count, emails }) =>
    `${count} ${plural(count, 'Kunde bleibt', 'Kunden bleiben')}, ${keptCustomerTexts[reason]}: ${emails}.`,
  import_orders_recognized: ({ program, orders }) =>
    `Export aus ${program}: ${orders} ${plural(orders, 'Bestellung', 'Bestellungen')}.`,
  import_orders_open: ({ program, count }) =>
    `${count} ${plural(count, 'Bestellung ist', 'Bestellungen sind')} nicht bezahlt oder nicht versandt. Dieser Shop zeigt sie nur an. Schließen Sie sie in ${program} ab.`,
  import_originals_differ: ({ count, row }) =>
    `${count} ${plural(count, 'Text weicht', 'Texte weichen')} in der Standardsprache vom Shop ab, zuerst in Zeile ${row}. Sie bleiben im Shop, wie sie sind.`,
  import_file_unknown: ({ data, titles }) =>
    `Die Datei ist kein Export von ${data === 'customers' ? 'Kunden' : 'Bestellungen'} aus Shopify oder WooCommerce. Ihre Spalten sind: ${titles}.`,
  order_contradictory: () =>
    'Die Datei enthält die Bestellung mehrmals mit verschiedenen Werten. Behalten Sie eine davon.',
  past_order_of_other_shop: ({ number }) =>
    `Der Shop hat von diesem Programm eine andere Bestellung ${number}, von einem anderen Tag.`,
  product_of_other_shop: ({ id, title, new_title }) =>
    `Das Produkt mit der ID ${id} heißt im Shop „${title}“ und in der Datei „${new_title}“. Die Datei scheint aus einem anderen Shop zu sein. Stellen Sie dann allen IDs etwas voran, wie 2-${id}. Ist es dasselbe Produkt, ändern Sie seinen Titel zuerst im Shop.`,
  picture_status: ({ status }) =>
    status === 404 || status === 410
      ? 'Der Server hat das Bild nicht mehr.'
      : `Der Server hat mit dem Status ${status} geantwortet.`,
  picture_redirects: () => 'Der Server leitet zu oft weiter.',
  picture_address_invalid: () => 'Die Adresse ist nicht gültig.',
  picture_address_private: () => 'Die Adresse führt in ein privates Netz.',
  picture_too_slow: () => 'Der Server hat nicht rechtzeitig geantwortet.',
  picture_server_unreachable: () => 'Der Server ist nicht erreichbar.',
  picture_too_large: ({ maximum }) => `Das Bild ist größer als ${maximum} MB.`,
  picture_incomplete: () => 'Der Server hat das Bild nicht vollständig gesendet.',
  picture_format_hidden: ({ format }) =>
    `Browser zeigen keine Bilder im Format ${format}. Speichern Sie das Bild als JPEG.`,
  picture_is_page: () => 'Der Server hat eine Webseite statt eines Bildes gesendet.',
  picture_unreadable: () => 'Die Datei ist kein Bild.',
  picture_not_stored: () => 'Das Bild konnte nicht gespeichert werden.',
  more_errors: ({ count }) => `${count} ${plural(count, 'weiterer Fehler wurde', 'weitere Fehler wurden')} gefunden.`,
}

const keptCustomerTexts = {
  used: 'weil sie Bestellungen, Warenkörbe oder Notizen haben',
  password: 'weil sie ein Passwort gesetzt haben',
}

const lineText = (line: number | undefined) => (line === undefined ? 'Eine Zeile' : `Zeile ${line}`)

const UNITS: Record<string, string> = { grams: 'Gramm', millimetres: 'Millimeter', units: 'Stück' }

const SAVE_AS_CSV = 'Speichern Sie sie als „CSV UTF-8“, und importieren Sie diese Datei.'

const fileTexts = {
  excel: `Das ist eine Excel-Mappe. ${SAVE_AS_CSV}`,
  open_document: `Das ist eine OpenDocument-Tabelle. ${SAVE_AS_CSV}`,
  numbers: `Das ist eine Numbers-Tabelle. ${SAVE_AS_CSV}`,
  word: 'Das ist ein Word-Dokument. Importieren Sie eine CSV-Datei.',
  utf_32: 'Das ist eine UTF-32-Datei. Speichern Sie die Datei als „CSV UTF-8“.',
  pdf: 'Das ist ein PDF-Dokument. Importieren Sie eine CSV-Datei.',
  zip: 'Das ist ein gepacktes Archiv. Importieren Sie eine CSV-Datei.',
  html: 'Das ist eine HTML-Seite. Importieren Sie eine CSV-Datei.',
  xml: 'Das ist eine XML-Datei. Importieren Sie eine CSV-Datei.',
  json: 'Das ist eine JSON-Datei. Importieren Sie eine CSV-Datei.',
  binary: 'Das ist keine Textdatei. Importieren Sie eine CSV-Datei.',
}

const translatedTexts: Record<RefusalReasons['import_translated']['change'], string> = {
  grouped_product: 'Nicht importiert, weil der Shop keine Gruppen von Produkten hat',
  external_product: 'Nicht importiert, weil eine andere Website das Produkt verkauft',
  bundle_product: 'Nicht importiert, weil der Shop keine Bündel hat',
  downloadable_product: 'Ohne die Dateien zum Herunterladen importiert',
  untitled_product: 'Nicht importiert, weil das Produkt keinen Namen hat',
  hidden_product: 'Als Entwurf importiert, weil das Produkt im alten Shop nicht sichtbar ist',
  parent_missing: 'Nicht importiert, weil das Produkt der Variante nicht in der Datei ist',
  variant_row_missing: 'Nicht importiert, weil die Variante keine eigene Zeile hat',
  other_store_view: 'Nicht importiert, weil die Texte zu einer anderen Store-Ansicht gehören',
  expanded_variant: 'Varianten für jeden Wert einer Option wurden je Wert einmal importiert',
  cut_variants: 'Nur die ersten 1.000 Varianten wurden importiert, weil die Optionen des Produkts mehr Werte haben',
  attribute_of_simple_product: 'Ohne Attribute importiert, weil das Produkt keine Varianten hat',
  repeated_code: 'Ohne SKU oder Barcode importiert, weil eine andere Zeile den gleichen Code hat',
  tax_class_of_variant: 'Mit der Steuerklasse des Produkts importiert, weil Varianten im Shop keine haben',
  disabled_variant: 'Nicht importiert, weil die Variante im alten Shop abgeschaltet ist',
  shared_stock: 'Ohne Bestand importiert, weil der alte Shop die Varianten des Produkts gemeinsam zählt',
  description_of_variant: 'Varianten wurden ohne ihre eigenen Beschreibungen importiert',
  negative_stock: 'Negativer Bestand wurde als 0 importiert',
  stock_missing: 'Ohne Bestand importiert, weil die Datei keine Menge hat',
  formatting_removed: 'Untertitel wurden ohne Formatierung importiert',
  picture_in_description: 'Beschreibungen wurden ohne die Bilder und Videos zwischen ihren Zeilen importiert',
  image_without_address: 'Bilder ohne vollständige Adresse wurden ausgelassen',
  weight_without_unit: 'Ohne Gewicht importiert, weil die Datei die Einheit nicht nennt',
  price_without_currency: 'Ohne Preis importiert, weil die Datei die Währung nicht nennt',
  email_missing: 'Nicht importiert, weil der Kunde keine E-Mail-Adresse hat',
  email_invalid: 'Nicht importiert, weil die E-Mail-Adresse nicht gültig ist',
  email_repeated: 'Nicht importiert, weil eine Zeile darüber dieselbe E-Mail-Adresse hat',
  address_without_street: 'Ohne Adresse importiert, weil sie keine Straße hat',
  country_unknown: 'Ohne Land importiert, weil der Shop es nicht kennt',
  phone_lost_digits: 'Ohne Telefonnummer importiert, weil eine Tabellenkalkulation ihre Ziffern ersetzt hat',
  letters_lost: 'Mit Buchstaben importiert, die ein anderes Programm verloren hat',
  order_repeated: 'Einmal gezählt, weil die Datei die Bestellung mehrmals enthält',
  order_number_missing: 'Nicht importiert, weil die Bestellung keine Nummer hat',
  order_email_missing: 'Ohne E-Mail-Adresse importiert, weil die Bestellung keine hat',
  order_email_invalid: 'Ohne E-Mail-Adresse importiert, weil sie nicht gültig ist',
}

const keptTexts = {
  changed: 'nach dem Import geändert',
  sold: 'in einem Warenkorb oder einer Bestellung',
  taken: 'weil ein anderes Produkt jetzt ihren Kurznamen oder einen Code ihrer Varianten hat',
  unfit: 'weil ihre früheren Werte nicht mehr zum Shop passen, zum Beispiel, weil eine Kollektion gelöscht ist',
  refused: 'weil ein Plugin das Löschen nicht erlaubt',
}

const removedTexts = {
  prices: 'Preise',
  images: 'Bilder',
  tags: 'Schlagwörter',
  channels: 'Vertriebskanäle von Produkten',
  categories: 'Kategorien von Produkten',
  tax_rates: 'Steuersätze von Produkten',
}

const createdTexts = {
  collections: 'Neue Kollektionen',
  categories: 'Neue Kategorien',
  channels: 'Neue Vertriebskanäle',
  groups: 'Neue Kundengruppen',
}
