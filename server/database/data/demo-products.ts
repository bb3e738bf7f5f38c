type Money = { eur: number; usd: number }

/** Prices are in cents without tax, weights in grams. Each combination of option values is a variant. */
export type DemoProduct = {
  title: string
  subtitle: string
  description: string
  type: string
  collection?: string
  tags: readonly string[]
  material?: string
  origin_country?: string
  weight?: number
  options: Readonly<Record<string, readonly string[]>>
  price: Money
  /** The price in cents and the weight in grams that an option value adds. */
  extra?: Readonly<Record<string, Money & { weight?: number }>>
  stock: number
  soldOut?: readonly string[]
  madeToOrder?: boolean
}

export const demoCollections = ['Kitchen & Table', 'Made to Last', 'Out of Doors']

export const demoProducts: readonly DemoProduct[] = [
  {
    title: 'Washed Linen Shirt',
    subtitle: 'Cool in July, softer every year',
    description:
      'A relaxed shirt in European flax, washed before it is cut so that it keeps its size. Corozo buttons, a spare one sewn inside, and seams that are felled by hand.',
    type: 'Clothing',
    collection: 'Made to Last',
    tags: ['Linen', 'Bestseller'],
    material: '100 % linen',
    origin_country: 'pt',
    weight: 240,
    options: { Size: ['S', 'M', 'L', 'XL'], Colour: ['Natural', 'Ink'] },
    price: { eur: 7900, usd: 8900 },
    stock: 18,
  },
  {
    title: 'Merino Crew Neck',
    subtitle: 'One sweater for three seasons',
    description: 'Seamlessly knitted from fine merino. Light enough under a jacket, warm enough without one.',
    type: 'Clothing',
    collection: 'Made to Last',
    tags: ['Wool', 'Bestseller'],
    material: '100 % merino wool',
    origin_country: 'it',
    weight: 320,
    options: { Size: ['S', 'M', 'L', 'XL'], Colour: ['Oat', 'Moss', 'Charcoal'] },
    price: { eur: 11900, usd: 13500 },
    stock: 12,
    soldOut: ['XL'],
  },
  {
    title: 'Canvas Chore Jacket',
    subtitle: 'Three pockets, no nonsense',
    description:
      'Heavy cotton canvas, bar-tacked at the stress points. Stiff on the first day, yours by the thirtieth. Large enough to go over a sweater.',
    type: 'Clothing',
    collection: 'Made to Last',
    tags: ['Organic', 'New'],
    material: '100 % organic cotton',
    origin_country: 'fr',
    weight: 890,
    options: { Size: ['S', 'M', 'L', 'XL'] },
    price: { eur: 14500, usd: 16500 },
    stock: 9,
  },
  {
    title: 'Wool Hiking Socks',
    subtitle: 'A pair that is darned free of charge',
    description:
      'A cushioned sole, a flat toe seam and enough wool to stay fresh for days. If you ever walk through the heel, send them back and we darn them.',
    type: 'Clothing',
    collection: 'Out of Doors',
    tags: ['Wool', 'Gift idea'],
    material: '72 % wool, 26 % polyamide, 2 % elastane',
    origin_country: 'at',
    weight: 90,
    options: { Size: ['36–40', '41–46'], Colour: ['Moss', 'Rust'] },
    price: { eur: 1790, usd: 1990 },
    stock: 64,
  },
  {
    title: 'Stoneware Mug',
    subtitle: 'Thrown by hand, 300 ml',
    description:
      'Every mug leaves the wheel a little different, with a thumb rest on the handle and an unglazed foot. Safe in the dishwasher, happier in the sink.',
    type: 'Kitchenware',
    collection: 'Kitchen & Table',
    tags: ['Handmade', 'Bestseller', 'Gift idea'],
    material: 'Stoneware',
    origin_country: 'dk',
    weight: 380,
    options: { Glaze: ['Oat', 'Sea', 'Charcoal'] },
    price: { eur: 2200, usd: 2400 },
    stock: 45,
  },
  {
    title: 'Olive Wood Board',
    subtitle: 'Cut from trees that no longer bear',
    description:
      'Solid wood with a live edge, oiled and ready for bread, cheese and a roast. No two have the same grain.',
    type: 'Kitchenware',
    collection: 'Kitchen & Table',
    tags: ['Handmade', 'Gift idea'],
    material: 'Olive wood',
    origin_country: 'es',
    weight: 700,
    options: { Size: ['Small', 'Large'] },
    price: { eur: 3400, usd: 3800 },
    extra: { Large: { eur: 2100, usd: 2400, weight: 650 } },
    stock: 22,
  },
  {
    title: 'Enamel Kettle',
    subtitle: 'For every stove, and the campfire',
    description:
      'Two litres, a wooden grip that stays cool and a lid that stays put while you pour. Works on gas, electric, induction and embers.',
    type: 'Kitchenware',
    collection: 'Kitchen & Table',
    tags: ['New'],
    material: 'Enamelled steel, beech',
    origin_country: 'pl',
    weight: 1150,
    options: { Colour: ['Cream', 'Forest'] },
    price: { eur: 5900, usd: 6500 },
    stock: 14,
  },
  {
    title: 'Linen Tea Towels',
    subtitle: 'A set of two that dries without lint',
    description:
      'Woven dense, hemmed with a hanging loop, and better after each wash. One to dry the glasses, one to cover the dough.',
    type: 'Kitchenware',
    collection: 'Kitchen & Table',
    tags: ['Linen', 'Gift idea'],
    material: '100 % linen',
    origin_country: 'be',
    weight: 190,
    options: { Pattern: ['Stripe', 'Check'] },
    price: { eur: 2600, usd: 2900 },
    stock: 38,
  },
  {
    title: 'House Blend Coffee',
    subtitle: 'Cocoa, hazelnut, a little orange',
    description:
      'Two washed coffees from Huila and Sidama, roasted on Mondays and sent the day after. Sweet as espresso, round as filter.',
    type: 'Food & Drink',
    collection: 'Kitchen & Table',
    tags: ['Organic', 'Bestseller'],
    origin_country: 'nl',
    weight: 270,
    options: { Bag: ['250 g', '1 kg'], Grind: ['Whole bean', 'Filter', 'Espresso'] },
    price: { eur: 1090, usd: 1250 },
    extra: { '1 kg': { eur: 2500, usd: 2750, weight: 760 } },
    stock: 80,
  },
  {
    title: 'Wildflower Honey',
    subtitle: 'From one valley and one summer',
    description:
      'Cold extracted and never blended, so it tastes of lime, clover, bramble. It will set in winter. That is how you know.',
    type: 'Food & Drink',
    collection: 'Kitchen & Table',
    tags: ['Organic', 'Gift idea'],
    origin_country: 'de',
    weight: 420,
    options: { Jar: ['250 g', '500 g'] },
    price: { eur: 790, usd: 890 },
    extra: { '500 g': { eur: 560, usd: 610, weight: 330 } },
    stock: 52,
  },
  {
    title: 'Dotted Notebook',
    subtitle: 'Lies flat, takes fountain pens',
    description:
      'A5, 192 numbered pages of 100 g paper, thread-sewn, with an index at the front and a pocket at the back for receipts.',
    type: 'Stationery',
    tags: ['Gift idea'],
    material: 'Paper, cloth',
    origin_country: 'se',
    weight: 310,
    options: { Cover: ['Ink', 'Moss', 'Rust'] },
    price: { eur: 1850, usd: 1995 },
    stock: 70,
  },
  {
    title: 'Brass Ballpoint',
    subtitle: 'It ages along with you',
    description:
      'Turned from solid brass without a coat of lacquer, so it darkens where you hold it. Takes any standard refill.',
    type: 'Stationery',
    tags: ['Handmade', 'New'],
    material: 'Brass',
    origin_country: 'de',
    weight: 42,
    options: { Engraving: ['None', 'Initials'] },
    price: { eur: 3900, usd: 4300 },
    extra: { Initials: { eur: 800, usd: 900 } },
    stock: 25,
    madeToOrder: true,
  },
  {
    title: 'Waxed Canvas Backpack',
    subtitle: 'Eighteen litres for every day',
    description:
      'Waxed cotton that shrugs off a shower, bridle leather straps and a sleeve for a 14-inch laptop. Rewax it once a year and hand it down.',
    type: 'Outdoor',
    collection: 'Out of Doors',
    tags: ['Bestseller', 'Handmade'],
    material: 'Waxed cotton, leather',
    origin_country: 'gb',
    weight: 1280,
    options: { Colour: ['Moss', 'Charcoal'] },
    price: { eur: 18900, usd: 21000 },
    stock: 7,
    madeToOrder: true,
  },
  {
    title: 'Picnic Blanket',
    subtitle: 'Wool above, dry below',
    description:
      'A generous 150 × 200 cm of recycled wool on a waterproof back, with a leather carrier to roll it into. Room for four, or for two and a dog.',
    type: 'Outdoor',
    collection: 'Out of Doors',
    tags: ['Wool', 'New'],
    material: 'Recycled wool',
    origin_country: 'ie',
    weight: 1450,
    options: { Pattern: ['Tartan', 'Herringbone'] },
    price: { eur: 8900, usd: 9900 },
    stock: 16,
    soldOut: ['Tartan'],
  },
  {
    title: 'Enamel Camp Set',
    subtitle: 'A plate, a bowl and a mug',
    description:
      'Light to carry, quick to clean, and impossible to break, only to chip with honour. Stacks into itself.',
    type: 'Outdoor',
    collection: 'Out of Doors',
    tags: ['Gift idea'],
    material: 'Enamelled steel',
    origin_country: 'pl',
    weight: 640,
    options: { Colour: ['Cream', 'Forest', 'Rust'] },
    price: { eur: 3200, usd: 3500 },
    stock: 33,
  },
  {
    title: 'Beeswax Candle',
    subtitle: 'Burns for forty hours and smells of August',
    description:
      'Poured from pure beeswax around a cotton wick. Nothing is added: the scent is what the bees brought home.',
    type: 'Home',
    tags: ['Handmade', 'Organic', 'Gift idea'],
    material: 'Beeswax',
    origin_country: 'de',
    weight: 360,
    options: { Height: ['10 cm', '20 cm'] },
    price: { eur: 1490, usd: 1650 },
    extra: { '20 cm': { eur: 1100, usd: 1200, weight: 340 } },
    stock: 40,
  },
]

export const demoGiftCard = {
  title: 'Cartwright Gift Card',
  subtitle: 'A present in any size',
  description: 'Sent as a code as soon as it is paid for. It does not expire and can be spent over several orders.',
  values: [2500, 5000, 10000],
}
