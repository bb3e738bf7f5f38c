import { titleKey } from '../csv/title-key.ts'

/**
 * WooCommerce writes the titles of its export in the language of the shop. The keys are the English titles, and the values are those of
 * its releases in German, French, Spanish, Italian, Dutch, Polish, Portuguese, Danish, Norwegian, Swedish and Russian. `#` is a number.
 */
const TRANSLATIONS: Readonly<Record<string, readonly string[]>> = {
  type: ['typ', 'tipo', 'тип'],
  sku: ['artikelnummer', 'artikelnr', 'ugs', 'cod', 'ref', 'varenummer', 'артикул'],
  name: ['nom', 'nombre', 'nome', 'naam', 'nazwa', 'navn', 'namn', 'имя'],
  published: [
    ...['veröffentlicht', 'publié', 'publicado', 'pubblicato', 'gepubliceerd', 'opublikowano', 'opublikowany'],
    ...['udgivet', 'publisert', 'publicerad'],
    ...['опубликован', 'опубликовано'],
  ],
  'visibility in catalog': [
    'catalog visibility',
    ...['sichtbarkeit im katalog', 'visibilité dans le catalogue', 'visibilidad en el catálogo'],
    ...['visibilità nel catalogo', 'zichtbaarheid in catalogus', 'widoczność w katalogu', 'visibilidade no catálogo'],
    ...['synlighed i katalog (shoppens frontend)', 'synlighet i katalogen', 'synlighet i katalog'],
    ...['видимость в каталоге'],
  ],
  'short description': [
    ...['kurzbeschreibung', 'description courte', 'descripción corta', 'breve descrizione', 'korte omschrijving'],
    ...['krótki opis', 'descrição breve', 'descrição curta', 'kort beskrivelse', 'kort beskrivning'],
    ...['короткое описание', 'краткое описание'],
  ],
  description: [
    ...[
      'beschreibung',
      'descripción',
      'descrizione',
      'beschrijving',
      'opis',
      'descrição',
      'beskrivelse',
      'beskrivning',
    ],
    ...['описание'],
  ],
  'date sale price starts': [
    ...['datum, an dem angebotspreis beginnt', 'date de début de promo', 'día en que empieza el precio rebajado'],
    ...['data di partenza del prezzo in saldo', 'startdatum actieprijs', 'data rozpoczęcia promocji'],
    ...['data de início do preço promocional', 'data de preço promocional começa em'],
    ...['den dato hvor tilbudsprisen starter', 'startdato for utsalgspris', 'datum när reapriset börjar'],
    ...['дата начала действия продажной цены', 'дата начала действия скидки'],
  ],
  'date sale price ends': [
    ...['datum, an dem angebotspreis endet', 'date de fin de promo', 'día en que termina el precio rebajado'],
    ...["data in cui termina l'offerta", 'termine data del prezzo di vendita', 'einddatum actieprijs'],
    ...['data zakończenia promocji', 'data de término do preço promocional', 'data de preço promocional termina em'],
    ...['den dato hvor tilbudsprisen slutter', 'sluttdato for utsalgspris', 'datum när reapriset upphör'],
    ...['дата окончания действия продажной цены', 'дата окончания действия скидки'],
  ],
  'tax status': [
    ...['steuerstatus', 'état de la tva', 'estado del impuesto', 'stato delle imposte', 'btw status', 'status podatku'],
    ...['situação fiscal', 'status do imposto', 'status da taxa', 'momsstatus', 'avgiftsstatus', 'skattestatus'],
    ...['статус налога'],
  ],
  'tax class': [
    ...['steuerklasse', 'classe de tva', 'classe tva', 'clase de impuesto', 'aliquota di imposta', 'belastingklasse'],
    ...['klasa podatkowa', 'classe de imposto', 'classe de taxa', 'momsklasse', 'avgiftsklasse', 'skatteklasse'],
    ...['momsklass', 'momsgrupp'],
    ...['налоговый класс'],
  ],
  'in stock?': [
    ...['vorrätig?', 'auf lager?', 'en stock ?', '¿existencias?', '¿en inventario?', 'op voorraad?', 'w magazynie?'],
    ...['em stock?', 'em estoque?', 'på lager?', 'i lager?'],
    ...['в наличии?'],
  ],
  stock: [
    ...['lager', 'lagerbestand', 'inventario', 'magazzino', 'voorraad', 'stan magazynowy', 'magazyn', 'estoque'],
    'lagersaldo',
    ...['запасы', 'остатки'],
  ],
  'backorders allowed?': [
    ...['lieferrückstande erlaubt?', 'lieferrückstände erlaubt?', 'rückstände erlaubt?'],
    ...['autoriser les commandes de produits en rupture ?', '¿permitir reservas de productos agotados?'],
    ...['abilita gli ordini arretrati?', 'nabestellingen toestaan?', 'permitir encomendas pendentes?'],
    ...['pozwalać na zamówienia oczekujące (na dostawę do magazynu)?', 'são permitidas encomendas?'],
    ...['restordrer tilladt?', 'restordre tillatt?', 'restorder tillåtet?', 'tillåt restnoteringar?'],
    ...['задержанный заказ возможен?', 'возможен ли предзаказ?'],
  ],
  weight: ['gewicht', 'poids', 'peso', 'waga', 'vægt', 'vekt', 'vikt', 'вес'],
  length: [
    ...['länge', 'longueur', 'longitud', 'lunghezza', 'lengte', 'długość', 'comprimento', 'længde', 'lengde', 'längd'],
    ...['длина'],
  ],
  width: [
    'breite',
    'largeur',
    'anchura',
    'ancho',
    'larghezza',
    'breedte',
    'szerokość',
    'largura',
    'bredde',
    'bredd',
    'ширина',
  ],
  height: ['höhe', 'hauteur', 'altura', 'altezza', 'hoogte', 'wysokość', 'højde', 'høyde', 'höjd', 'высота'],
  'sale price': [
    ...['angebotspreis', 'tarif promo', 'precio rebajado', 'prezzo in offerta', 'actieprijs', 'cena promocyjna'],
    ...['preço promocional', 'tilbudspris', 'utsalgspris', 'reapris'],
    ...['акционная цена', 'цена распродажи'],
  ],
  'regular price': [
    ...['regulärer preis', 'tarif régulier', 'precio normal', 'prezzo di listino', 'reguliere prijs', 'preço normal'],
    ...['normalpris', 'ordinær pris', 'ordinarie pris'],
    ...['базовая цена', 'обычная цена'],
  ],
  /* Other price lists have these words too. */
  price: ['cena', 'preço'],
  categories: [
    ...['kategorien', 'catégories', 'categorías', 'categorie', 'categorieën', 'kategorie', 'categorias', 'kategorier'],
    ...['категории'],
  ],
  tags: [
    ...['schlagwörter', 'étiquettes', 'etiquetas', 'tag', 'etichette', 'tagi', 'stikkord', 'etiketter', 'taggar'],
    'метки',
  ],
  images: [
    'bilder',
    'imágenes',
    'immagine',
    'immagini',
    'afbeeldingen',
    'obrazki',
    'imagens',
    'billeder',
    'изображения',
  ],
  parent: [
    ...['übergeordnetes produkt', 'superior', 'genitore', 'hoofd', 'element nadrzędny', 'rodzic', 'pai', 'ascendente'],
    ...['produto ascendente', 'forældre', 'forelder', 'överordnad', 'förälder'],
    ...['родительский', 'родитель'],
  ],
  'attribute # name': [
    ...['attribut # name', "nom de l'attribut #", 'nombre del atributo #', 'attributo # nome', 'naam eigenschap #'],
    ...['nazwa atrybutu #', 'atributo # nome', 'nome do atributo #', 'egenskab # navn', 'attributt # navn'],
    'attribut # namn',
    ...['имя атрибута #', 'название атрибута #'],
  ],
  'attribute # value(s)': [
    ...['attribut # wert(e)', "valeur(s) de l'attribut #", 'valor(es) del atributo #', 'attributo # valuta(e)'],
    ...['attributo # valore(i)', 'waarde eigenschap #', 'wartości atrybutu #', 'atributo # valor(es)'],
    ...['valores do atributo #', 'egenskab # værdi(er)', 'attributt # verdi(er)', 'attribut # värde(n)'],
    ...['значение(-я) аттрибута(-ов) #', 'значение(-я) атрибута(-ов) #', 'значения атрибутов #'],
  ],
}

const ENGLISH = new Map(
  Object.entries(TRANSLATIONS).flatMap(([english, titles]) => titles.map((title) => [title, english])),
)

/** Returns the English title in lower case, such as `weight (kg)` for `Gewicht (kg)`. */
export function woocommerceKey(title: string): string {
  const key = titleKey(title).replace(/[’`´]/g, "'")
  if (key.startsWith('gtin, upc, ean')) return GTIN
  const [, measure, unit] = /^(.+) (\(\w+\))$/.exec(key) ?? []
  const [number = ''] = /\d+/.exec(key) ?? []
  const english = ENGLISH.get(key) ?? (measure === undefined ? undefined : withUnit(ENGLISH.get(measure), unit))
  return english ?? ENGLISH.get(key.replace(number, '#'))?.replace('#', number) ?? key
}

const GTIN = 'gtin, upc, ean, or isbn'

const withUnit = (name: string | undefined, unit: string | undefined) => (name === undefined ? name : `${name} ${unit}`)
