import type { RefusalReason, RefusalReasons } from '#client/index.ts'
import { moneyText } from '#console/components/money-text.ts'
import { plural } from '../plural.ts'
import { importReasons, type ReasonTexts } from './import-reasons.ts'
import { openBusinessText } from './open-business.ts'
import { batchJobStatusText, editStatusText, statusText } from './refused-statuses.ts'

const PARTS = { fulfillments: 'Lieferungen', returns: 'Retouren', swaps: 'Umtausche', claims: 'Reklamationen' } as const

const regionMoneyText = ({
  carts,
  gift_cards,
  discounts,
  orders,
  shipping_options,
  prices,
}: RefusalReasons['region_holds_money']): string =>
  [
    carts > 0 && `${carts} ${plural(carts, 'offener Warenkorb', 'offene Warenkörbe')}`,
    gift_cards > 0 && `${gift_cards} ${plural(gift_cards, 'Gutschein', 'Gutscheine')} mit Guthaben`,
    discounts > 0 && `${discounts} ${plural(discounts, 'Rabatt mit einem Betrag', 'Rabatte mit Beträgen')}`,
    orders > 0 && `${orders} ${plural(orders, 'offene Bestellung', 'offene Bestellungen')}`,
    shipping_options > 0 &&
      `${shipping_options} ${plural(shipping_options, 'Versandart', 'Versandarten')} mit Preis oder Bedingung`,
    prices > 0 && `${prices} ${plural(prices, 'Preis', 'Preise')} von Varianten`,
  ]
    .filter(Boolean)
    .join(', ')

/** Money, or a number of units such as points. */
const unitsText = (amount: number, currency: string | null): string =>
  currency ? moneyText(amount, currency, 'de') : amount.toLocaleString('de')

const MEBIBYTE = 1024 * 1024

const reasons: ReasonTexts<keyof RefusalReasons> = {
  refund_too_large: ({ refundable, currency_code }) =>
    `Höchstens ${moneyText(refundable, currency_code, 'de')} können erstattet werden.`,
  field_refused: ({ field }) => `Das Feld „${field}“ erlaubt diesen Wert nicht.`,
  refund_too_small: () => 'Erstatten Sie einen Betrag über 0.',
  payment_not_captured: () => 'Diese Zahlung ist noch nicht eingezogen.',
  payment_canceled: () => 'Eine stornierte Zahlung kann nicht eingezogen werden.',
  payment_declined: () => 'Die Zahlung wurde abgelehnt. Wählen Sie eine andere Zahlungsart.',
  order_canceled: () => 'Die Bestellung ist storniert.',
  order_archived: () => 'Die Bestellung ist archiviert.',
  order_not_completed: () => 'Schließen Sie die Bestellung zuerst ab.',
  order_refunded: () => 'Eine Bestellung mit Erstattungen kann nicht storniert werden.',
  order_has_open_parts: ({ part }) => `Stornieren Sie zuerst alle ${PARTS[part]} der Bestellung.`,
  order_without_items: () => 'Eine Bestellung braucht mindestens einen Artikel.',
  order_without_payment: () => 'Diese Bestellung hat keine Zahlung, die erstattet werden kann.',
  order_not_captured: () => 'Ziehen Sie zuerst die Zahlung der Bestellung ein.',
  order_not_exchangeable: () =>
    'Der Stand der Zahlung lässt keinen Umtausch zu. Ein Umtausch ist nur bei einer bezahlten Bestellung möglich, die nicht vollständig erstattet ist. Einen Ersatz können Sie mit einer Reklamation senden.',
  status_transition: ({ from, to }) => `Der Status ${statusText(from)} kann nicht zu ${statusText(to)} wechseln.`,
  order_not_fulfilled: () => 'Packen Sie zuerst die Bestellung.',
  total_too_large: () => 'Die Summe der Bestellung ist zu groß.',
  country_outside_region: () => 'Das Land der Lieferadresse gehört nicht zur Region.',
  too_many_tags: ({ limit }) => `Mehr als ${limit} Schlagwörter sind nicht möglich. Entfernen Sie zuerst einige.`,
  too_many_views: ({ limit }) => `Sie haben ${limit} gespeicherte Ansichten. Löschen Sie zuerst eine.`,
  nothing_due: () => 'Der Kunde schuldet nichts.',
  swap_confirmed: () => 'Der Umtausch ist schon bestätigt.',
  payment_link_invalid: () => 'Dieser Zahlungslink gilt nicht mehr.',
  total_changed: () => 'Die Summe hat sich geändert.',
  notification_without_preview: () => 'Für diese Nachricht gibt es keine Vorschau.',
  carrier_unknown: () => 'Diesen Versanddienst gibt es nicht. Legen Sie ihn in den Einstellungen an.',
  tracking_url_invalid: () => 'Die Adresse muss so aussehen: https://versand.example/sendung/{number}',
  payment_captured: () => 'Die Zahlung ist schon eingezogen.',
  capture_whole_only: () => 'Der Zahlungsanbieter kann nur die ganze Zahlung einziehen.',
  capture_in_progress: () => 'Diese Zahlung wird gerade eingezogen.',
  capture_too_large: ({ amount, currency_code }) =>
    `Von dieser Zahlung lassen sich nur ${moneyText(amount, currency_code, 'de')} einziehen.`,
  nothing_to_send: () => 'Keine dieser Bestellungen hat Artikel, die verschickt werden.',
  document_too_long: ({ limit }) => `Ein PDF hat höchstens ${limit} Zeilen. Wählen Sie weniger Bestellungen.`,
  order_part_fixed: () => 'Das kann an einer Bestellung nicht mehr geändert werden.',
  payment_without_order: () => 'Diese Zahlung gehört noch zu keiner Bestellung.',
  fulfillment_items_claimed: () =>
    'Artikel dieser Lieferung sind reklamiert oder kommen zurück. Stornieren Sie zuerst die Reklamation oder die Retoure.',
  fulfillment_shipped: () => 'Die Lieferung ist schon unterwegs und kann nicht storniert werden.',
  fulfillment_canceled: () => 'Die Lieferung ist storniert.',
  no_shipping_method: () => 'Eine Versandart fehlt.',
  no_shipping_method_for_items: ({ titles }) => `Für diese Artikel fehlt eine Versandart: ${titles}.`,
  fulfillment_quantity_too_large: () => 'So viele Artikel sind nicht mehr zu packen.',
  already_fulfilled: () => 'Die Artikel sind schon gepackt.',
  item_not_at_location: ({ title }) => `„${title}“ liegt nicht an diesem Lagerort.`,
  item_out_of_stock: ({ title }) => `Der Bestand von „${title}“ reicht nicht aus.`,
  location_required: () => 'Wählen Sie einen Lagerort.',
  option_outside_region: () => 'Diese Versandart gehört zu einer anderen Region.',
  option_requirements: () => 'Die Bestellung erfüllt die Bedingungen dieser Versandart nicht.',
  option_for_returns: () => 'Diese Versandart gilt nur für Retouren.',
  option_not_for_returns: () => 'Diese Versandart gilt nicht für Retouren.',
  option_for_administrators: () => 'Diese Versandart können Kunden nicht wählen.',
  item_canceled: () => 'Die Reklamation oder der Umtausch dieses Artikels ist storniert.',
  gift_card_not_returnable: () => 'Gutscheine können weder zurückkommen noch reklamiert werden.',
  custom_item_not_claimable: () => 'Ein frei eingegebener Artikel kann nicht reklamiert werden.',
  claim_quantity_too_large: () => 'So viele Artikel können nicht reklamiert werden.',
  return_quantity_too_large: () => 'So viele Artikel können nicht zurückkommen.',
  received_quantity_too_large: () => 'Vom Umtausch können nicht mehr Artikel eingehen, als angemeldet sind.',
  nothing_returnable: () => 'Von dieser Bestellung kann nichts zurückkommen.',
  return_reason_is_category: () => 'Dieser Rückgabegrund ist eine Gruppe. Wählen Sie einen Grund aus der Gruppe.',
  return_reason_nested: () => 'Ein Rückgabegrund kann nur eine Ebene tief liegen.',
  return_canceled: () => 'Die Retoure ist storniert.',
  return_received: () => 'Die Retoure ist schon eingegangen.',
  claim_canceled: () => 'Die Reklamation ist storniert.',
  claim_without_items: () => 'Wählen Sie mindestens einen reklamierten Artikel.',
  claim_without_replacement: () => 'Wählen Sie mindestens einen Ersatzartikel.',
  claim_mixes_types: () => 'Eine Reklamation erstattet die Artikel oder ersetzt sie, aber nicht beides.',
  claim_sends_nothing: () => 'Diese Reklamation erstattet nur und hat nichts zu versenden.',
  owner_refunds_return: ({ owner }) =>
    `${owner === 'claim' ? 'Die Reklamation erstattet' : 'Der Umtausch verrechnet'} die Artikel dieser Retoure. Nehmen Sie die Retoure ohne Erstattung an.`,
  swap_canceled: () => 'Der Umtausch ist storniert.',
  swap_unconfirmed: () => 'Der Kunde hat den Umtausch noch nicht bestätigt.',
  swap_return_canceled: () =>
    'Die Retoure des Umtauschs ist storniert. Stornieren Sie den Umtausch, und legen Sie einen neuen an.',
  part_refunded: () => 'Nach einer Erstattung kann das nicht mehr storniert werden.',
  part_has_fulfillments: () => 'Stornieren Sie zuerst alle Lieferungen.',
  part_has_return: () => 'Stornieren Sie zuerst die Retoure.',
  replacement_is_gift_card: () => 'Ein Gutschein kann kein Ersatz sein.',
  edit_exists: () => 'Diese Bestellung hat schon eine offene Änderung.',
  edit_without_changes: () => 'Die Änderung ist noch leer.',
  order_edit_status: ({ status }) => editStatusText[status],
  edit_not_paid: () => 'Der Kunde hat den Aufpreis der Änderung noch nicht bezahlt.',
  line_fulfilled: () => 'Der Artikel ist schon gepackt und kann nicht mehr geändert werden.',
  gift_card_not_editable: () => 'Gutscheine können nicht geändert werden.',
  total_below_gift_cards: () => 'Die Summe darf nicht kleiner sein als der mit Gutscheinen bezahlte Betrag.',
  draft_order_completed: () => 'Der Entwurf ist schon eine Bestellung.',
  customer_missing: () => 'Der Bestellung fehlt ein Kunde.',
  sales_channel_disabled: ({ channel }) =>
    `Der Vertriebskanal „${channel}“ ist deaktiviert. Aktivieren Sie ihn, oder wählen Sie einen anderen.`,
  variant_without_price: ({ title }) => `Die Variante „${title}“ hat in dieser Region keinen Preis.`,
  variant_unavailable: ({ ids }) => `Diese Varianten gibt es nicht mehr: ${ids}.`,
  products_outside_channel: ({ titles }) => `Der Vertriebskanal enthält diese Produkte nicht: ${titles}.`,
  products_not_sold: ({ titles }) =>
    `Diese Produkte werden nicht mehr verkauft: ${titles}. Entfernen Sie sie aus dem Warenkorb.`,
  shipping_missing: ({ titles }) => `Wählen Sie eine Versandart für diese Produkte: ${titles}.`,
  shipping_not_offered: ({ names }) =>
    `Diese Versandart wird für den Warenkorb nicht mehr angeboten: ${names}. Wählen Sie eine andere.`,
  stock_changed: ({ titles }) =>
    `Der Bestand hat sich während der Zählung geändert: ${titles}. Prüfen Sie diese Artikel, und speichern Sie noch einmal.`,
  stock_not_counted: () => 'Der Bestand eines dieser Artikel wird nicht geführt.',
  counted_twice: () => 'Ein Artikel ist doppelt gezählt.',
  tax_of_product: () =>
    'Die Steuer eines Produkts kann nicht gewählt werden. Nur ein Artikel ohne Produkt hat eine eigene Steuer.',
  tax_rate_outside_region: () => 'Die Region des Entwurfs hat diesen Steuersatz nicht.',
  option_not_offered: () => 'Diese Versandart passt nicht zu den Produkten des Warenkorbs.',
  region_holds_money: (counts) =>
    `Die Währung kann nicht geändert werden. In dieser Region gibt es noch: ${regionMoneyText(counts)}. Legen Sie eine neue Region an.`,
  order_in_other_currency: ({ region, order }) =>
    `Die Preise der Region sind in ${region.toUpperCase()}, die Bestellung ist in ${order.toUpperCase()}. Legen Sie für weitere Artikel eine neue Bestellung an.`,
  discount_used_up: ({ code }) => `Der Rabatt ${code} ist aufgebraucht.`,
  discount_used_by_customer: ({ code }) =>
    `Der Kunde hat den Rabatt ${code} so oft genutzt, wie er erlaubt. Entfernen Sie den Rabatt.`,
  discount_not_started: ({ code }) => `Der Rabatt ${code} gilt noch nicht.`,
  discount_expired: ({ code }) => `Der Rabatt ${code} ist abgelaufen.`,
  discount_disabled: ({ code }) => `Der Rabatt ${code} ist deaktiviert.`,
  discount_for_customers: ({ code }) => `Der Rabatt ${code} gilt nicht für diesen Kunden.`,
  discount_outside_region: ({ code }) => `Der Rabatt ${code} gilt nicht in dieser Region.`,
  discount_unknown: ({ codes }) => `Diesen Rabatt gibt es nicht: ${codes}.`,
  gift_card_disabled: () => 'Der Gutschein ist deaktiviert.',
  gift_card_outside_region: () => 'Der Gutschein gilt nicht in dieser Region.',
  gift_card_expired: () => 'Der Gutschein ist abgelaufen.',
  gift_card_unknown: ({ code }) => `Den Gutschein ${code} gibt es nicht.`,
  inventory_disabled: () => 'Die Verwaltung von Lagerorten ist in diesem Shop nicht aktiviert.',
  level_exists: () => 'Diesen Lagerort hat der Artikel schon.',
  has_reservations: () => 'Es gibt noch Reservierungen. Löschen Sie diese zuerst.',
  variant_without_inventory_item: () => 'Der Artikel hat keinen Bestand, der reserviert werden kann.',
  line_without_variant: () => 'Ein frei eingegebener Artikel kann nicht reserviert werden.',
  line_not_open: () => 'Der Artikel gehört zu keiner offenen Bestellung.',
  inventory_item_exists: () => 'Die Variante hat schon einen Lagerartikel.',
  nothing_to_reserve: () => 'Alle Einheiten sind schon gepackt oder reserviert.',
  reservation_quantity_too_large: () => 'So viele Einheiten sind nicht mehr zu packen.',
  not_stocked_at_location: () => 'Der Artikel wird an diesem Lagerort nicht geführt.',
  stock_at_locations: () => 'Der Bestand liegt an Standorten. Ändern Sie ihn dort.',
  negative_stock: () => 'Der Bestand darf nicht kleiner als 0 sein.',
  gift_card_balance_invalid: () => 'Das Guthaben muss zwischen 0 und dem Wert des Gutscheins liegen.',
  bought_gift_cards_used: () => 'Gutscheine dieser Bestellung sind schon eingelöst.',
  balance_kind_unknown: ({ kind }) => `Dieser Shop hat keine Guthaben der Art „${kind}“.`,
  balance_currency_required: () => 'Wählen Sie die Währung des Guthabens.',
  balance_without_currency: () => 'Dieses Guthaben hat keine Währung.',
  balance_of_guest: () => 'Gäste haben kein Guthaben. Der Kunde muss sich zuerst registrieren.',
  balance_without_limit: () => 'Dieses Guthaben hat keinen Kreditrahmen.',
  balance_too_low: ({ available, currency_code }) =>
    `Höchstens ${unitsText(available, currency_code)} können abgezogen werden.`,
  balance_below_limit: ({ owed, currency_code }) =>
    `Der Kunde schuldet schon ${unitsText(owed, currency_code)}. Erhöhen Sie den Rahmen, oder schreiben Sie zuerst den Rest gut.`,
  balance_of_other_customer: () => 'Nur der angemeldete Kunde des Warenkorbs kann mit seinem Guthaben zahlen.',
  balance_in_swap: () => 'Die Differenz eines Umtauschs kann nicht mit Guthaben bezahlt werden.',
  balance_chosen_twice: () => 'Jedes Guthaben kann nur einmal gewählt werden.',
  balance_of_units: () => 'Dieses Guthaben zählt Einheiten und nimmt keine Erstattung an.',
  payment_method_unavailable: ({ provider }) => `Diese Region bietet die Zahlungsart „${provider}“ nicht an.`,
  split_in_swap: () => 'Die Differenz eines Umtauschs wird mit einer Zahlungsart bezahlt.',
  split_provider_twice: () => 'Jede Zahlungsart kann nur einmal gewählt werden.',
  split_without_rest: () => 'Lassen Sie bei genau einer Zahlung den Betrag weg. Sie zahlt den Rest.',
  split_too_large: ({ due, currency_code }) =>
    `Die Beträge müssen zusammen kleiner als ${moneyText(due, currency_code, 'de')} sein, damit ein Rest bleibt.`,
  split_canceled: () => 'Die Zahlungen wurden storniert. Wählen Sie die Zahlungen erneut.',
  discounts_need_region: ({ codes }) =>
    `Diese Rabatte hätten keine Region mehr: ${codes}. Geben Sie ihnen zuerst eine andere Region, oder löschen oder deaktivieren Sie sie.`,
  value_not_whole: () => 'Geben Sie eine ganze Zahl ein.',
  percentage_too_large: () => 'Höchstens 100 Prozent sind möglich.',
  region_required: () => 'Wählen Sie mindestens eine Region.',
  free_shipping_tiers: () => 'Kostenloser Versand hat keine Stufen.',
  buy_get_type: () => '„Kaufe X, bekomme Y“ gibt Prozente oder einen Betrag je Artikel.',
  buy_get_minimum: () =>
    '„Kaufe X, bekomme Y“ hat keinen Mindesteinkauf und keine Stufen. Geben Sie an, was gekauft werden muss.',
  buy_get_incomplete: () => 'Geben Sie entweder eine Menge oder einen Betrag an, der gekauft werden muss.',
  buy_get_amount_once: () => 'Ein Einkauf für einen Betrag zählt einmal je Warenkorb.',
  buy_get_fixed: () => 'Die Art des Rabatts ändert sich nicht. Legen Sie einen neuen Rabatt an.',
  budget_repeated: () => 'Je Währung ist ein Budget möglich.',
  tiers_not_rising: () =>
    'Jede Stufe braucht ein Minimum, und einen höheren Wert und ein höheres Minimum als die Stufe davor. Ein Wert ist ein ganzer Betrag oder höchstens 100 %.',
  fixed_discount_regions: () => 'Ein fester Betrag gilt in genau einer Region.',
  amount_in_several_currencies: ({ currencies }) =>
    `Ein Mindestbetrag braucht Regionen mit einer Währung, nicht mit ${currencies.toUpperCase()}. Wählen Sie andere Regionen oder eine Mindestmenge.`,
  condition_exists: () => 'Der Rabatt hat schon eine Bedingung dieser Art.',
  condition_empty: () => 'Wählen Sie mindestens einen Eintrag für die Bedingung.',
  condition_types_mixed: () => 'Eine Bedingung kann nur Einträge einer Art enthalten.',
  automatic_with_codes: () => 'Ein automatischer Rabatt hat keine dynamischen Codes.',
  discount_not_dynamic: () => 'Nur ein Rabatt mit dynamischen Codes kann eigene Codes bekommen.',
  usage_limit_too_small: ({ count }) =>
    `Der Rabatt wurde schon ${count}-mal genutzt. Das Limit darf nicht kleiner sein.`,
  dynamic_code_regions: () => 'Ändern Sie die Regionen des übergeordneten Rabatts.',
  date_too_late: () => 'Die Laufzeit muss vor dem Jahr 10000 enden.',
  ends_before_start: () => 'Das Ende muss nach dem Anfang liegen.',
  category_has_children: () => 'Die Kategorie hat Unterkategorien. Verschieben oder löschen Sie diese zuerst.',
  category_below_itself: () => 'Eine Kategorie kann nicht unter sich selbst liegen.',
  option_exists: ({ title }) => `Die Option „${title}“ gibt es schon.`,
  option_in_use: () => 'Ohne diese Option wären Varianten gleich. Löschen Sie zuerst die Varianten.',
  variant_options_incomplete: ({ product, variant }) =>
    `Das Produkt hat ${product} ${plural(product, 'Option', 'Optionen')}, aber die Variante hat ${variant} ${plural(variant, 'Wert', 'Werte')}.`,
  variant_option_missing: ({ title }) => `Der Wert der Option „${title}“ fehlt.`,
  variant_exists: ({ title }) => `Die Variante „${title}“ hat dieselben Werte.`,
  title_required: () => 'Geben Sie einen Titel ein.',
  handle_required: () => 'Geben Sie einen Kurznamen ein.',
  maximum_below_minimum: () => 'Der Höchstwert ist zu klein für den Mindestwert.',
  customer_has_account: () => 'Die E-Mail-Adresse eines Kunden mit Konto kann nicht geändert werden.',
  customer_has_open_business: openBusinessText,
  last_administrator: () =>
    'Ein Administrator muss bleiben. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  user_exists: () => 'Einen Benutzer mit dieser E-Mail-Adresse gibt es schon.',
  user_without_password: () => 'Dieser Benutzer hat kein Passwort.',
  token_invalid: () => 'Der Link ist nicht gültig oder abgelaufen.',
  second_factor_required: () => 'Dieses Konto hat eine Zwei-Faktor-Anmeldung. Geben Sie einen Code ein.',
  person_code_required: () =>
    'Ihr Konto in dieser Installation hat eine Zwei-Faktor-Anmeldung. Geben Sie einen Code davon ein.',
  second_factor_wrong: () =>
    'Der Code ist falsch, abgelaufen oder schon benutzt. Geben Sie den aktuellen Code der App oder einen unbenutzten Wiederherstellungscode ein.',
  second_factor_missing: () =>
    'Dieser Shop verlangt eine Zwei-Faktor-Anmeldung. Richten Sie zuerst in Ihrem Konto eine Authenticator-App oder einen Passkey ein.',
  second_factor_last: () =>
    'Dieser Shop verlangt eine Zwei-Faktor-Anmeldung. Richten Sie zuerst einen anderen zweiten Faktor ein.',
  password_wrong: () => 'Ihr aktuelles Passwort ist falsch.',
  passkey_refused: () =>
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Passwort und Code an.',
  passkey_exists: () => 'Dieser Passkey ist schon eingerichtet.',
  passkey_needs_host_name: () =>
    'Passkeys brauchen einen Hostnamen wie shop.example oder localhost. Öffnen Sie die Konsole unter ihrem Hostnamen.',
  shop_task_running: ({ actor }) =>
    `${actor || 'Jemand'} hat eine andere Arbeit an diesem Shop gestartet, die noch läuft. Warten Sie auf ihr Ende, oder brechen Sie sie ab.`,
  shop_task_ended: () => 'Diese Arbeit ist schon beendet.',
  shop_task_interrupted: () => 'Der Server wurde während dieser Arbeit beendet. Starten Sie sie noch einmal.',
  shop_already_there: () => 'Der Shop ist schon auf diesem Server.',
  shop_not_active: () => 'Nur ein aktiver Shop kann umziehen. Setzen Sie ihn zuerst fort.',
  shop_has_moved: ({ server }) =>
    `Der Shop ist umgezogen, und seine alte Datenbank ist auf ${server}. Kehren Sie zurück, oder löschen Sie sie zuerst.`,
  shop_without_move: () => 'Der Shop hat keinen Umzug.',
  server_silent: ({ server }) =>
    `Der PostgreSQL-Server ${server} antwortet nicht. Der Shop läuft auf seinem Server weiter. Starten Sie die Arbeit noch einmal, wenn ${server} wieder läuft.`,
  copy_stays: ({ server, current }) =>
    `Der PostgreSQL-Server ${server} antwortet nicht, darum bleibt die Kopie dort. ${current} hält für sie nichts mehr vor. Löschen Sie sie später noch einmal. Ist der Server verloren, nennen Sie zuerst einen anderen: shop shops servers add ${server} <url> --replace`,
  servers_are_one: () => 'Beide Namen meinen denselben PostgreSQL-Server.',
  server_not_logical: ({ server }) =>
    `Der PostgreSQL-Server ${server} hält kein logisches WAL. Setzen Sie dort wal_level = logical, und starten Sie ihn neu.`,
  server_role_limited: ({ server }) =>
    `Die Rolle des PostgreSQL-Servers ${server} darf nicht replizieren. Geben Sie ihr REPLICATION und ab PostgreSQL 16 pg_create_subscription.`,
  upload_missing: () => 'Die hochgeladene Datei ist nicht mehr da. Laden Sie sie noch einmal hoch.',
  file_no_shop: () =>
    'Die Datei ist kein Shop oder unvollständig. Exportieren Sie den Shop neu, und laden Sie die ganze Datei hoch.',
  file_newer: () =>
    'Die Datei ist von einer neueren Version oder einer mit anderen Plugins. Installieren Sie hier dieselbe Version und dieselben Plugins.',
  file_older: () =>
    'Die Datei ist von einer älteren Version oder einer mit weniger Plugins. Aktualisieren Sie die Quelle, und exportieren Sie den Shop neu.',
  file_without_variables: () => 'Die Datei hat keine Variablen. Lassen Sie die Passphrase leer.',
  passphrase_wrong: () => 'Die Passphrase ist nicht die der Datei.',
  own_second_factor: () =>
    'Ihre eigene Zwei-Faktor-Anmeldung ändern Sie in Ihrem Konto. Dort wird nach Ihrem Passwort gefragt.',
  invite_missing: () => 'Diese Einladung gibt es nicht mehr.',
  administrators_only: () => 'Das dürfen nur Administratoren.',
  not_in_role: ({ role, scope }) =>
    `Ihre Rolle „${role}“ erlaubt das nicht (${scope}). Bitten Sie jemanden aus der Administration darum.`,
  rights_not_held: ({ scopes }) => `Rechte, die Sie selbst nicht haben, können Sie nicht vergeben: ${scopes}.`,
  role_fixed: ({ role }) => `Die Rolle „${role}“ gehört zum Shop und bleibt, wie sie ist.`,
  role_exists: () => 'Eine Rolle mit diesem Namen gibt es schon.',
  role_unknown: ({ role }) => `Die Rolle „${role}“ gibt es nicht.`,
  role_in_use: ({ users, invites }) =>
    `${users} Benutzer und ${invites} Einladungen haben diese Rolle noch. Geben Sie ihnen zuerst eine andere.`,
  origin_blocked: () =>
    'Von dieser Webadresse nimmt der Shop keine Änderungen an. Öffnen Sie die Konsole unter der Adresse des Shops, oder tragen Sie diese in ADMIN_CORS ein.',
  other_users_key: () =>
    'Nur der Benutzer, der einen Schlüssel angelegt hat, kann ihn ändern. Andere Administratoren können ihn widerrufen.',
  other_users_batch_job: () => 'Dieser Auftrag gehört einem anderen Benutzer.',
  scopes_unknown: ({ scopes }) => `Diese Berechtigungen gibt es nicht: ${scopes}.`,
  date_in_past: () => 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  key_revoked: () => 'Der Schlüssel ist schon widerrufen.',
  url_invalid: () => 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  url_with_password: () => 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  url_private: () => 'Die Adresse darf nicht in einem privaten Netz liegen.',
  events_unknown: ({ events }) => `Diese Ereignisse gibt es nicht: ${events}.`,
  webhook_disabled: () => 'Aktivieren Sie zuerst den Webhook.',
  duplicate_requirement: () => 'Jede Art von Bedingung ist nur einmal möglich.',
  provider_outside_region: () => 'Diese Region hat diesen Versandanbieter nicht.',
  saved_method_fixed: ({ provider }) => `Der Anbieter "${provider}" kann gespeicherte Zahlungsarten nicht entfernen.`,
  provider_not_installed: ({ provider }) =>
    `Der Anbieter „${provider}“ ist nicht installiert. Installieren Sie sein Plugin.`,
  provider_failed: () => 'Der Anbieter hat nicht oder nicht richtig geantwortet. Versuchen Sie es gleich noch einmal.',
  option_rejected_by_provider: () => 'Der Versandanbieter lehnt diese Versandart ab.',
  price_required: () => 'Geben Sie einen Preis ein.',
  price_not_calculated: () => 'Der Versandanbieter berechnet für diese Versandart keinen Preis.',
  last_shipping_profile: () => 'Ein Versandprofil dieser Art muss bleiben. Legen Sie zuerst ein anderes an.',
  currency_added: () => 'Diese Währung hat der Shop schon.',
  language_invalid: () => 'Geben Sie ein Sprachkürzel wie de oder pt-BR an.',
  language_repeated: () => 'Jede Sprache kann nur einmal in der Liste stehen.',
  default_language: ({ language }) =>
    `Die Texte selbst sind in ${language}. Darum bleibt das die Standardsprache, solange es Übersetzungen gibt.`,
  language_fallback_invalid: ({ from, to }) => `${to} kann fehlende Texte von ${from} nicht ersetzen.`,
  language_not_in_store: ({ language, languages }) =>
    languages === ''
      ? `Der Shop hat keine Übersetzungen nach ${language}. Fügen Sie die Sprache in den Einstellungen des Shops hinzu.`
      : `Der Shop hat keine Übersetzungen nach ${language}, nur nach ${languages}.`,
  text_not_translatable: ({ column, columns }) => `${column} hat keine Übersetzungen, nur ${columns}.`,
  text_required: ({ column }) => `${column} darf nicht leer sein. Entfernen Sie stattdessen die Übersetzung.`,
  currency_not_in_store: () => 'Diese Währung hat der Shop nicht.',
  default_currency: () => 'Wählen Sie zuerst eine andere Standardwährung.',
  default_sales_channel: () => 'Der Standardkanal kann nicht gelöscht werden.',
  country_repeated: () => 'Ein Land kann nur zu einer Region gehören.',
  provider_without_method: () => 'Kein Versandanbieter hat eine Methode für diese Versandart.',
  country_in_other_region: ({ country }) => `„${country}“ gehört schon zu einer anderen Region.`,
  tax_rate_out_of_range: () => 'Der Steuersatz muss zwischen 0 und 100 Prozent liegen.',
  app_state_mismatch: ({ app }) => `Die Anmeldung bei ${app} passt zu keiner Anfrage. Beginnen Sie noch einmal.`,
  app_without_token: ({ app }) => `${app} ist nicht verbunden. Verbinden Sie die App noch einmal.`,
  app_without_handler: ({ app }) => `Das Plugin der App ${app} ist nicht installiert.`,
  app_not_installable: ({ app }) =>
    `${app} kann nicht installiert werden, weil das Plugin der App keine Adresse dafür hat.`,
  notification_with_token: () =>
    'Diese Nachricht enthält einen geheimen Link und kann nicht noch einmal gesendet werden.',
  job_running: () => 'Der Auftrag läuft gerade.',
  batch_job_status: ({ status }) => batchJobStatusText(status),
  restore_expired: ({ days }) =>
    `Gelöschte Einträge lassen sich ${days} Tage lang wiederherstellen. Diese Zeit ist vorbei.`,
  restore_needs_other: () =>
    'Dieser Eintrag gehört zu einem anderen, der auch gelöscht ist. Stellen Sie zuerst den anderen wieder her.',
  value_exists: ({ value }) => `Den Wert „${value}“ gibt es schon.`,
  record_exists: () => 'Einen solchen Eintrag gibt es schon.',
  references_missing: () => 'Ein ausgewählter Eintrag existiert nicht mehr. Wählen Sie einen anderen.',
  entry_missing: () => 'Diesen Eintrag gibt es nicht mehr. Laden Sie die Seite neu.',
  value_required: () => 'Eine Angabe fehlt.',
  record_in_use: () => 'Das wird noch verwendet und kann nicht gelöscht werden.',
  value_out_of_range: () => 'Die Zahl ist zu groß oder zu klein.',
  value_not_allowed: () => 'Ein Wert ist nicht erlaubt.',
  request_too_slow: () => 'Die Anfrage kam zu langsam an. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.',
  request_too_large: () => 'Die Anfrage ist zu groß.',
  too_many_entries: ({ maximum }) => `Höchstens ${maximum.toLocaleString('de')} Einträge sind auf einmal möglich.`,
  upload_incomplete: () => 'Die Datei ist unvollständig angekommen. Laden Sie sie noch einmal hoch.',
  storage_full: () => 'Der Speicher ist voll. Es wurde nichts gespeichert.',
  file_too_large: ({ maximum }) => `Eine Datei darf höchstens ${Math.floor(maximum / MEBIBYTE)} MB groß sein.`,
  file_not_a_picture: ({ file }) => `„${file}“ ist kein Bild.`,
  too_many_files: ({ maximum }) => `Höchstens ${maximum} Dateien sind auf einmal möglich.`,
  text_too_long: () => 'Der Text ist zu lang.',
  text_not_storable: () => 'Der Text enthält ein Zeichen, das nicht gespeichert werden kann.',
  date_invalid: () => 'Wählen Sie ein Datum zwischen den Jahren 1 und 9999.',
  ...importReasons,
}

export const isKnownReason = (reason: { name: string }): reason is RefusalReason => reason.name in reasons

export const reasonText = <Name extends keyof RefusalReasons>(reason: RefusalReason<Name>): string =>
  reasons[reason.name](reason)
