import type { StoryName } from '../order-stories.ts'
import type { PersonName } from './people.ts'

export interface DemoOrder {
  /** How many days ago the order was placed. */
  daysAgo: number
  buyer: PersonName
  /** SKU and quantity of each line. */
  lines: readonly (readonly [sku: string, quantity: number])[]
  story: StoryName
  code?: string
  giftCard?: string
  shipping?: 'Express'
  /** Default: the web shop. */
  channel?: string
  note?: string
}

const SKUS: Readonly<Record<string, string>> = {
  shirt: 'WASHED-LINEN-SHIRT-M-NATURAL',
  shirtInk: 'WASHED-LINEN-SHIRT-L-INK',
  sweater: 'MERINO-CREW-NECK-M-OAT',
  sweaterMoss: 'MERINO-CREW-NECK-L-MOSS',
  jacket: 'CANVAS-CHORE-JACKET-M',
  jacketLarge: 'CANVAS-CHORE-JACKET-L',
  socks: 'WOOL-HIKING-SOCKS-36-40-MOSS',
  socksRust: 'WOOL-HIKING-SOCKS-41-46-RUST',
  mug: 'STONEWARE-MUG-OAT',
  mugSea: 'STONEWARE-MUG-SEA',
  mugCharcoal: 'STONEWARE-MUG-CHARCOAL',
  board: 'OLIVE-WOOD-BOARD-SMALL',
  boardLarge: 'OLIVE-WOOD-BOARD-LARGE',
  kettle: 'ENAMEL-KETTLE-CREAM',
  kettleForest: 'ENAMEL-KETTLE-FOREST',
  towels: 'LINEN-TEA-TOWELS-STRIPE',
  coffee: 'HOUSE-BLEND-COFFEE-250-G-WHOLE-BEAN',
  coffeeKilo: 'HOUSE-BLEND-COFFEE-1-KG-ESPRESSO',
  honey: 'WILDFLOWER-HONEY-500-G',
  notebook: 'DOTTED-NOTEBOOK-INK',
  notebookMoss: 'DOTTED-NOTEBOOK-MOSS',
  pen: 'BRASS-BALLPOINT-NONE',
  penInitials: 'BRASS-BALLPOINT-INITIALS',
  backpack: 'WAXED-CANVAS-BACKPACK-MOSS',
  backpackCharcoal: 'WAXED-CANVAS-BACKPACK-CHARCOAL',
  blanket: 'PICNIC-BLANKET-HERRINGBONE',
  camp: 'ENAMEL-CAMP-SET-FOREST',
  campCream: 'ENAMEL-CAMP-SET-CREAM',
  candle: 'BEESWAX-CANDLE-20-CM',
  candleSmall: 'BEESWAX-CANDLE-10-CM',
  giftCard: 'GIFT-CARD-50',
}

type More = Omit<DemoOrder, 'daysAgo' | 'buyer' | 'lines' | 'story'>

/** Goods are `mug`, or `mug*2` for two of them. */
function order(daysAgo: number, buyer: PersonName, goods: string, story: StoryName, more: More = {}): DemoOrder {
  const lines = goods.split(' ').map((text) => {
    const [name = '', quantity = '1'] = text.split('*')
    return [SKUS[name] ?? name, Number(quantity)] as const
  })
  return { daysAgo, buyer, lines, story, ...more }
}

export const demoOrders: readonly DemoOrder[] = [
  order(27, 'clara', 'mug*2 towels', 'archived'),
  order(27, 'jonas', 'sweater', 'delivered', { code: 'WELCOME10' }),
  order(26, 'grace', 'backpack', 'delivered', { shipping: 'Express' }),
  order(26, 'luca', 'coffee*2 honey', 'delivered'),
  order(25, 'amelie', 'shirt', 'exchanged', { note: 'She would like the shirt as a gift, without the invoice.' }),
  order(25, 'olivia', 'kettle', 'delivered', { code: 'WELCOME10' }),
  order(24, 'ines', 'notebook pen', 'delivered'),
  order(24, 'daniel', 'camp*2', 'returned'),
  order(23, 'mila', 'board', 'delivered', { channel: 'Shop in Berlin' }),
  order(23, 'kantine', 'mugCharcoal*8 coffeeKilo*4', 'delivered', { note: 'Wholesale: invoice with 30 days.' }),
  order(22, 'tomasz', 'socks*3', 'delivered'),
  order(22, 'hannah', 'jacket', 'returned'),
  order(21, 'sofia', 'candle*2', 'claimed', { note: 'One candle arrived broken, with a photo by mail.' }),
  order(21, 'aoife', 'honey*2 coffee', 'delivered'),
  order(21, 'clara', 'jacketLarge', 'delivered'),
  order(20, 'freja', 'blanket', 'delivered', { code: 'FREESHIP' }),
  order(20, 'noah', 'sweaterMoss socksRust*2', 'delivered'),
  order(19, 'eero', 'kettleForest', 'replaced', { note: 'The lid was missing. A new kettle is on its way.' }),
  order(19, 'rhys', 'notebookMoss*2', 'refunded', { note: 'Lost by the carrier. The whole amount goes back.' }),
  order(18, 'paul', 'coffee*3', 'delivered', { channel: 'Shop in Berlin' }),
  order(18, 'emma', 'towels*2 mug', 'canceled', { note: 'Ordered twice by mistake.' }),
  order(17, 'grace', 'shirtInk candleSmall', 'delivered'),
  order(17, 'lena', 'penInitials', 'delivered', { shipping: 'Express' }),
  order(16, 'luca', 'giftCard', 'delivered-by-mail'),
  order(16, 'jonas', 'boardLarge towels', 'goodwill', { note: 'Five days late: 10 % back as goodwill.' }),
  order(15, 'olivia', 'campCream candle', 'delivered'),
  order(15, 'daniel', 'mugSea*2', 'delivered'),
  order(15, 'amelie', 'coffeeKilo', 'delivered'),
  order(14, 'ines', 'backpackCharcoal', 'delivered'),
  order(14, 'mila', 'honey candleSmall*2', 'delivered', { code: 'FIVEOFF' }),
  order(13, 'kantine', 'coffeeKilo*6', 'delivered'),
  order(13, 'isla', 'sweater', 'return-requested'),
  order(12, 'tomasz', 'mug mugSea', 'delivered'),
  order(12, 'hannah', 'notebook*3', 'edited'),
  order(11, 'sofia', 'shirt socks', 'returned'),
  order(11, 'clara', 'blanket candle', 'delivered', { code: 'REGULARS15' }),
  order(10, 'aoife', 'kettle', 'delivered'),
  order(10, 'noah', 'coffee*4', 'delivered'),
  order(9, 'freja', 'camp socksRust', 'delivered', { shipping: 'Express' }),
  order(9, 'grace', 'honey*3', 'delivered'),
  order(9, 'eero', 'jacket', 'shipped'),
  order(8, 'rhys', 'board candle', 'shipped', { code: 'WELCOME10' }),
  order(8, 'paul', 'shirtInk', 'exchange-offered'),
  order(7, 'emma', 'coffee*2', 'shipped'),
  order(7, 'luca', 'sweaterMoss', 'shipped', { giftCard: 'DEMO' }),
  order(6, 'lena', 'mugCharcoal*4', 'shipped'),
  order(6, 'daniel', 'backpack', 'declined', {
    note: 'The card has expired. The customer will send another one.',
  }),
  order(6, 'jonas', 'pen notebook', 'shipped'),
  order(5, 'olivia', 'towels honey', 'shipped'),
  order(5, 'amelie', 'candle*4', 'partly-packed', { note: 'Two candles follow on Monday.' }),
  order(4, 'kantine', 'mug*12', 'packed'),
  order(4, 'hannah', 'boardLarge towels', 'partly-shipped'),
  order(3, 'mila', 'sweater socks*2', 'packed'),
  order(3, 'isla', 'coffee*2 mugSea', 'packed', { shipping: 'Express' }),
  order(3, 'clara', 'kettleForest', 'edit-requested', { note: 'She asked for a second kettle.' }),
  order(2, 'tomasz', 'notebookMoss penInitials', 'captured'),
  order(2, 'sofia', 'camp campCream', 'captured', { code: 'KITCHEN20' }),
  order(2, 'noah', 'blanket', 'captured'),
  order(1, 'grace', 'shirt candleSmall*2', 'captured', { code: 'REGULARS15' }),
  order(1, 'ines', 'honey*2 coffee', 'captured'),
  order(1, 'freja', 'jacketLarge', 'placed'),
  order(1, 'paul', 'socksRust*2', 'placed'),
  order(0, 'olivia', 'mug*2 board', 'captured'),
  order(0, 'luca', 'coffeeKilo honey', 'placed'),
  order(0, 'jonas', 'backpackCharcoal', 'placed', { shipping: 'Express' }),
  order(0, 'daniel', 'candle towels', 'placed'),
]
