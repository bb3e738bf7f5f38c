import type { Translation } from '../define-strings.ts'
import type { en } from '../import-fields.ts'

export const words: Translation<typeof en> = {
  Price: 'Preis',
  'Sale Price': 'Angebotspreis',
  'Product Group': 'Gleicher Wert: Varianten eines Produkts',
  Images: 'Bilder',
  Category: 'Kategorie',
  Tags: 'Schlagwörter',
  Option: 'Option, zum Beispiel Größe',
  'Old Address': 'Adresse im alten Shop',
  'Product Title': 'Name des Produkts',
  'Product Handle': 'Kurzname (Adresse)',
  'Product Subtitle': 'Untertitel',
  'Product Description': 'Beschreibung',
  'Product Status': 'Veröffentlicht oder Entwurf',
  'Product Type': 'Typ',
  'Product Collection Title': 'Kollektion',
  'Variant Title': 'Name der Variante',
  'Variant SKU': 'SKU',
  'Variant Barcode': 'Barcode (EAN, UPC)',
  'Variant Inventory Quantity': 'Bestand',
  'Variant Weight': 'Gewicht',
  'Variant Length': 'Länge',
  'Variant Width': 'Breite',
  'Variant Height': 'Höhe',
}
