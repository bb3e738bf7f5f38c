/** The names of colours in English, German, French, Spanish, Italian, Dutch and Arabic, in small letters. */
const NAMES: Readonly<Record<string, string>> = {
  '#1b1b1d': 'black, schwarz, noir, negro, nero, zwart, أسود, jet, onyx, ebony',
  '#ffffff': 'white, weiß, weiss, blanc, blanco, bianco, wit, أبيض',
  '#f4efe3': 'ivory, off-white, elfenbein, ivoire, marfil, avorio, ivoor, naturweiß',
  '#f3e9d2': 'cream, creme, crème, crema, ecru, écru, كريمي',
  '#e6dccb': 'natural, natur, naturel, naturale, natuur, طبيعي, undyed, ungefärbt',
  '#dcc9a8': 'oat, hafer, avoine, avena, haver, beige, بيج, linen, leinen',
  '#d2b48c': 'sand, sable, arena, sabbia, zand, tan',
  '#b5894f': 'camel, cognac, caramel, karamell, caramello, جملي',
  '#6f4628': 'brown, braun, brun, marron, marrón, marrone, bruin, بني, chocolate, schokolade',
  '#4a3528': 'espresso, mocha, mokka, coffee, kaffee, walnut, walnuss',
  '#8c8c8c': 'grey, gray, grau, gris, grigio, grijs, رمادي',
  '#c4c4c6': 'silver, silber, argent, plata, argento, zilver, فضي',
  '#9b9fa4': 'stone, stein, pierre, piedra, pietra, steen',
  '#3f4347': 'charcoal, anthracite, anthrazit, antraciet, antracita, antracite, graphite, graphit, kohle, فحمي',
  '#c62828': 'red, rot, rouge, rojo, rosso, rood, أحمر, scarlet',
  '#6e1f2f': 'burgundy, bordeaux, wine, wein, weinrot, borgoña, bordò, maroon, عنابي',
  '#ad4b27': 'rust, rost, rouille, óxido, ruggine, roest, صدئ',
  '#c66a45': 'terracotta, terrakotta, brick, ziegel, clay, ton',
  '#ff7f50': 'coral, koralle, corail, corallo, koraal, مرجاني',
  '#ef7d1a': 'orange, naranja, arancione, oranje, برتقالي',
  '#f4a08a': 'apricot, aprikose, abricot, peach, pfirsich, pêche, pesca, salmon, lachs',
  '#f2c230': 'yellow, gelb, jaune, amarillo, giallo, geel, أصفر',
  '#cf9a2c': 'mustard, senf, moutarde, mostaza, senape, mosterd, ochre, ocker, ocre, خردلي',
  '#d4af37': 'gold, or, dorado, oro, goud, ذهبي, golden',
  '#b5843c': 'brass, messing, laiton, latón, ottone, bronze, bronce, bronzo',
  '#b87348': 'copper, kupfer, cuivre, cobre, rame, koper, نحاسي',
  '#2f7d3f': 'green, grün, gruen, vert, verde, groen, أخضر',
  '#2f4a36': 'forest, wald, forêt, bosque, foresta, bos, pine, kiefer, tanne',
  '#6b7446': 'moss, moos, mousse, musgo, muschio, mos, olive, oliv, oliva, olijf, زيتي, khaki',
  '#a9b99a': 'sage, salbei, sauge, salvia, salie, eucalyptus, eukalyptus',
  '#9fd8c0': 'mint, minze, menthe, menta, munt, نعناعي',
  '#17807e': 'teal, petrol, pétrole, canard, turquoise, türkis, turquesa, turchese, فيروزي',
  '#2458a8': 'blue, blau, bleu, azul, blu, blauw, أزرق',
  '#1d2b4f': 'navy, marine, marineblau, marino, azul marino, blu navy, كحلي, midnight, mitternacht',
  '#26324a': 'ink, tinte, encre, tinta, inchiostro, inkt, indigo, حبر',
  '#8fb8de': 'sky, himmel, himmelblau, ciel, celeste, hemel, سماوي, azure',
  '#5d8aa0': 'sea, meer, see, mer, mar, mare, zee, ocean, ozean, denim, jeans',
  '#6a3d8f': 'purple, lila, violet, violett, morado, viola, paars, بنفسجي, aubergine',
  '#b9a3d6': 'lavender, lavendel, lavande, lavanda, flieder, lilac',
  '#e58fb0': 'pink, rosa, rose, roze, وردي',
  '#c2185b': 'magenta, fuchsia, berry, beere, raspberry, himbeere',
  '#d9a5a0': 'blush, altrosa, nude, dusty pink',
}

export const COLOUR_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([colour, names]) => names.split(', ').map((name) => [name, colour] as const)),
)

/** Words before a colour, or at its start: `light blue`, `hellblau`. The value is the colour that is mixed in. */
export const SHADES: ReadonlyMap<string, string> = new Map([
  ...['light', 'pale', 'hell', 'clair', 'claro', 'chiaro', 'licht', 'فاتح'].map((word) => [word, '#ffffff'] as const),
  ...['dark', 'deep', 'dunkel', 'foncé', 'oscuro', 'scuro', 'donker', 'داكن'].map((word) => [word, '#000000'] as const),
])

/** Titles of an option whose values are colours. */
export const COLOUR_OPTIONS: ReadonlySet<string> = new Set(
  'colour, color, colours, colors, farbe, farben, farbton, couleur, coloris, colore, cor, kleur, färg, farve, farge, kolor, barva, لون, اللون, צבע, 色, カラー, 颜色, 색상, цвет, renk'.split(
    ', ',
  ),
)
