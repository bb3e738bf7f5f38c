import { describe, expect, test } from 'vitest'
import { dialectOf } from '#entities/catalogue/import-export/dialects/dialects.ts'
import { woocommerceKey } from '#entities/catalogue/import-export/dialects/woocommerce-titles.ts'
import { uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'

const { shop, productByHandle } = await useImportShop()

const TITLES = {
  German:
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Steuerklasse,Vorrätig?,Lager,Lieferrückstande erlaubt?,Gewicht (kg),Länge (cm),Breite (cm),Höhe (cm),Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e)',
  French:
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,Visibilité dans le catalogue,Description courte,Description,Date de début de promo,Date de fin de promo,État de la TVA,Classe de TVA,En stock\u00a0?,Stock,Autoriser les commandes de produits en rupture\u00a0?,Poids (kg),Longueur (cm),Largeur (cm),Hauteur (cm),Tarif promo,Tarif régulier,Catégories,Étiquettes,Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1 ',
  Spanish:
    'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,Visibilidad en el catálogo,Descripción corta,Descripción,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,Estado del impuesto,Clase de impuesto,¿Existencias?,Inventario,¿Permitir reservas de productos agotados?,Peso (kg),Longitud (cm),Anchura (cm),Altura (cm),Precio rebajado,Precio normal,Categorías,Etiquetas,Imágenes,Superior,Nombre del atributo 1,Valor(es) del atributo 1',
  Italian:
    'ID,Tipo,COD,"GTIN, UPC, EAN, o ISBN",Nome,Pubblicato,Visibilità nel catalogo,Breve descrizione,Descrizione,Data di partenza del prezzo in saldo,Data in cui termina l\'offerta,Stato delle imposte,Aliquota di imposta,In stock?,Magazzino,Abilita gli ordini arretrati?,Peso (kg),Lunghezza (cm),Larghezza (cm),Altezza (cm),Prezzo in offerta,Prezzo di listino,Categorie,Tag,Immagine,Genitore,Attributo 1 nome,Attributo 1 valuta(e)',
  Dutch:
    'ID,Type,Artikelnummer,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Zichtbaarheid in catalogus,Korte omschrijving,Beschrijving,Startdatum actieprijs,Einddatum actieprijs,Btw status,Belastingklasse,Op voorraad?,Voorraad,Nabestellingen toestaan?,Gewicht (kg),Lengte (cm),Breedte (cm),Hoogte (cm),Actieprijs,Reguliere prijs,Categorieën,Tags,Afbeeldingen,Hoofd,Naam eigenschap 1,Waarde eigenschap 1',
  Polish:
    'ID,Typ,SKU,"GTIN, UPC, EAN lub ISBN",Nazwa,Opublikowano,Widoczność w katalogu,Krótki opis,Opis,Data rozpoczęcia promocji,Data zakończenia promocji,Status podatku,Klasa podatkowa,W magazynie?,Stan magazynowy,Pozwalać na zamówienia oczekujące (na dostawę do magazynu)?,Waga (kg),Długość (cm),Szerokość (cm),Wysokość (cm),Cena promocyjna,Cena,Kategorie,Tagi,Obrazki,Element nadrzędny,Nazwa atrybutu 1,Wartości atrybutu 1',
  Portuguese:
    'ID,Tipo,REF,"GTIN, UPC, EAN ou ISBN",Nome,Publicado,Visibilidade no catálogo,Descrição breve,Descrição,Data de início do preço promocional,Data de término do preço promocional,Situação fiscal,Classe de imposto,Em stock?,Stock,Permitir encomendas pendentes?,Peso (kg),Comprimento (cm),Largura (cm),Altura (cm),Preço promocional,Preço normal,Categorias,Etiquetas,Imagens,Pai,Atributo 1 nome,Atributo 1 valor(es)',
  Brazilian:
    'ID,Tipo,SKU,"GTIN, UPC, EAN ou ISBN",Nome,Publicado,Visibilidade no catálogo,Descrição curta,Descrição,Data de preço promocional começa em,Data de preço promocional termina em,Status do imposto,Classe de imposto,Em estoque?,Estoque,São permitidas encomendas?,Peso (kg),Comprimento (cm),Largura (cm),Altura (cm),Preço promocional,Preço,Categorias,Tags,Imagens,Ascendente,Nome do atributo 1,Valores do atributo 1',
  Danish:
    'ID,Type,Varenummer,"GTIN, UPC, EAN eller ISBN",Navn,Udgivet,Synlighed i katalog (shoppens frontend),Kort beskrivelse,Beskrivelse,Den dato hvor tilbudsprisen starter,Den dato hvor tilbudsprisen slutter,Momsstatus,Momsklasse,På lager?,Lager,Restordrer tilladt?,Vægt (kg),Længde (cm),Bredde (cm),Højde (cm),Tilbudspris,Normalpris,Kategorier,Tags,Billeder,Forældre,Egenskab 1 navn,Egenskab 1 værdi(er)',
  Swedish:
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN eller ISBN",Namn,Publicerad,Synlighet i katalog,Kort beskrivning,Beskrivning,Datum när reapriset börjar,Datum när reapriset upphör,Momsstatus,Momsklass,I lager?,Lager,Tillåt restnoteringar?,Vikt (kg),Längd (cm),Bredd (cm),Höjd (cm),Reapris,Ordinarie pris,Kategorier,Etiketter,Bilder,Överordnad,Attribut 1 namn,Attribut 1 värde(n)',
  Russian:
    'ID,Тип,Артикул,"GTIN, UPC, EAN или ISBN",Имя,Опубликован,Видимость в каталоге,Короткое описание,Описание,Дата начала действия продажной цены,Дата окончания действия продажной цены,Статус налога,Налоговый класс,В наличии?,Запасы,Задержанный заказ возможен?,Вес (kg),Длина (cm),Ширина (cm),Высота (cm),Цена распродажи,Базовая цена,Категории,Метки,Изображения,Родительский,Имя атрибута 1,Значение(-я) аттрибута(-ов) 1',
}

const file = (titles: string, name: string) =>
  [
    titles,
    `44,variable,${name},,${name},1,visible,Short,Long,,,taxable,,1,,0,,,,,,,Clothing > Trousers ${name},"new, red",https://x.example/${name}.png,,Size,"S, M"`,
    `45,variation,${name}-s,4006381333931,${name} - S,1,visible,,,2027-01-01,2027-02-01,taxable,parent,1,5,notify,"0,5",10,20,30,"9,99","1.234,50",,,,${name},Size,S`,
    `46,variation,,,${name} - M,1,visible,,,,,taxable,parent,0,,0,,,,,,"12,00",,,,id:44,Size,M`,
    '',
  ].join('\n')

describe.each(Object.entries(TITLES))('a %s export of WooCommerce', (language, titles) => {
  test('is recognized, and each column arrives', async () => {
    const name = uniqueName(language.toLowerCase())
    const job = await runJob(shop, 'product-import', {
      ...{ fileKey: await storeFile(shop, file(titles, name)), currency: 'eur', fetch_pictures: false },
    })
    expect([job.status, job.result.source?.program, job.result.errors]).toEqual(['completed', 'WooCommerce', undefined])
    const notices = (job.result.notices ?? []).map(({ message }: { message: string }) => message)
    expect(notices.join()).not.toContain('has no such columns')
    const product = await productByHandle(name)
    expect(product).toMatchObject({ status: 'published', subtitle: 'Short', description: 'Long' })
    expect(product.tags.map(({ value }: { value: string }) => value).sort()).toEqual(['new', 'red'])
    expect(product.images).toHaveLength(1)
    expect(product.variants).toMatchObject([
      { title: 'S', sku: `${name}-s`, weight: 500, length: 100, width: 200, height: 300, inventory_quantity: 5 },
      { title: 'M', sku: null, inventory_quantity: 0, manage_inventory: true, allow_backorder: false },
    ])
    expect(product.variants[0]).toMatchObject({ barcode: '4006381333931', allow_backorder: true })
    expect(
      product.variants.map(({ prices }: { prices: { amount: number }[] }) => prices.map(({ amount }) => amount)),
    ).toEqual([[123450], [1200]])
    await shop.admin.delete(`/admin/products/${product.id}`)
  })
})

test('titles of other tables that share a word with WooCommerce are not taken for its export', () => {
  expect(dialectOf(['Typ', 'Nazwa', 'Cena', 'SKU'])).toBeUndefined()
  expect(dialectOf(['Tipo', 'Nome', 'Preço'])).toBeUndefined()
})

test('a title in another language keeps its unit and its number', () => {
  expect(['Gewicht (lbs)', 'Attribut 12 Wert(e)', 'Nom de l’attribut 3', 'Meta: _x'].map(woocommerceKey)).toEqual([
    'weight (lbs)',
    'attribute 12 value(s)',
    'attribute 3 name',
    'meta: _x',
  ])
})

test('variations bring their pictures, and the check counts values of variations that the shop does not have', async () => {
  const name = uniqueName('shirt')
  const text = [
    'ID,Type,SKU,Name,Published,Description,Stock,Regular price,Images,Parent,Attribute 1 name,Attribute 1 value(s),Meta: _yoast_wpseo_title,Meta: _yoast_wpseo_metadesc',
    `1,variable,${name},${name},1,Long,20,,https://x.example/a.png,,Size,"S, M, L",%%title%%,Best shirt`,
    `2,variation,${name}-s,S,1,Soft,parent,5.00,https://x.example/s.png,${name},Size,S,,`,
    `3,variation,${name}-m,M,1,,3,5.00,,${name},Size,M,,`,
    `4,variation,${name}-l,L,0,,3,5.00,,${name},Size,L,,`,
    '',
  ].join('\n')
  const context = { fileKey: await storeFile(shop, text), currency: 'eur', fetch_pictures: false }
  const { result } = await runJob(shop, 'product-import', context)
  expect((result.notices ?? []).map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([
      'Not imported, because the variant is disabled in the old shop: 1 (rows 5).',
      'Variants were imported without their own descriptions: 1 (rows 3).',
      'Imported without stock, because the old shop counts the variants of the product together: 1 (rows 3).',
    ]),
  )
  const product = await productByHandle(name)
  expect(product.images.map(({ url }: { url: string }) => url)).toEqual([
    'https://x.example/a.png',
    'https://x.example/s.png',
  ])
  expect(
    product.variants.map(({ title, thumbnail }: { title: string; thumbnail: string | null }) => [title, thumbnail]),
  ).toEqual([
    ['S', 'https://x.example/s.png'],
    ['M', null],
  ])
  const { products } = (await shop.admin.get(`/admin/products?handle=${name}&fields=id,seo_title,seo_description`)).body
  expect(products[0]).toMatchObject({ seo_title: null, seo_description: 'Best shirt' })
})
