import type { Translation } from '../define-strings.ts'
import type { en } from '../setup.ts'

export const words: Translation<typeof en> = {
  title: 'Richten Sie Ihren Shop ein',
  progress: (done, all) => `${done} von ${all}`,
  skip: 'Überspringen',
  show: 'Wieder zeigen',
  state_open: 'offen',
  state_done: 'erledigt',
  state_skipped: 'übersprungen',
  missingIn: (names) => `Fehlt in: ${names}.`,
  title_seller: 'Verkäufer nennen',
  title_regions: 'Länder wählen',
  title_taxes: 'Steuern festlegen',
  title_shipping: 'Versand anbieten',
  title_payment: 'Zahlung anbieten',
  title_mail: 'E-Mails senden',
  title_products: 'Produkt anlegen',
  title_test_order: 'Testbestellung aufgeben',
  title_live: 'Live gehen',
  text_seller: 'Kunden und Rechnungen brauchen Ihren Namen und Ihre Adresse. Ein Logo ist auch möglich.',
  text_regions: 'Eine Region verbindet Länder mit gleicher Währung und gleicher Steuer.',
  text_taxes: 'Ohne Satz berechnet der Shop keine Steuer. Überspringen Sie diesen Schritt, wenn Sie keine berechnen.',
  text_shipping: 'Kunden wählen ihn an der Kasse und können nur damit bestellen.',
  text_payment: 'Jede Region hat ihre Zahlungsanbieter.',
  text_mail:
    'Ohne Mailserver sendet der Shop weder Bestätigungen noch Einladungen. Wer den Server betreibt, richtet das Plugin für E-Mails ein, zum Beispiel mit SMTP_URL.',
  text_products:
    'Es braucht einen Preis in der Währung einer Region und einen Bestand. Exporte von Shopify, WooCommerce und anderen werden unverändert gelesen.',
  text_test_order: 'Bestellen Sie etwas im Shop, oder legen Sie einen Entwurf an.',
  text_live:
    'Wer den Server betreibt, startet ihn mit NODE_ENV=production. Der Befehl „doctor --production“ nennt alles, was noch fehlt.',
  action_seller: 'Name, Adresse und Logo eingeben',
  action_taxes: 'Steuer festlegen',
  action_shipping: 'Versandart hinzufügen',
  action_payment: 'Zahlungsanbieter wählen',
  action_regions: 'Länder wählen',
  action_import: 'Aus dem alten Shop oder einer Datei importieren',
  action_products: 'Neues Produkt',
  action_store: 'Im Shop bestellen',
  action_test_order: 'Neuer Entwurf',
}
