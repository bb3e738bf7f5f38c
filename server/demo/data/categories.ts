export interface DemoCategory {
  name: string
  description?: string
  children?: readonly DemoCategory[]
  /** Handles of the products. */
  products?: readonly string[]
}

export const demoCategories: readonly DemoCategory[] = [
  {
    name: 'Clothing',
    description: 'Made to be repaired',
    children: [
      { name: 'Shirts', products: ['washed-linen-shirt'] },
      { name: 'Knitwear', products: ['merino-crew-neck', 'wool-hiking-socks'] },
      { name: 'Outerwear', products: ['canvas-chore-jacket'] },
    ],
  },
  {
    name: 'Kitchen',
    description: 'For cooking and for the table',
    children: [
      {
        name: 'Tableware',
        children: [
          { name: 'Mugs', products: ['stoneware-mug', 'enamel-camp-set'] },
          { name: 'Boards', products: ['olive-wood-board'] },
        ],
      },
      { name: 'Cookware', products: ['enamel-kettle'] },
      { name: 'Textiles', products: ['linen-tea-towels'] },
      { name: 'Pantry', products: ['house-blend-coffee', 'wildflower-honey'] },
    ],
  },
  { name: 'Desk', products: ['dotted-notebook', 'brass-ballpoint'] },
  {
    name: 'Out of doors',
    children: [
      { name: 'Bags', products: ['waxed-canvas-backpack'] },
      { name: 'Picnic and camp', products: ['picnic-blanket', 'enamel-camp-set'] },
    ],
  },
  { name: 'Home', products: ['beeswax-candle'] },
  {
    name: 'Gifts',
    description: 'Small things under thirty euros',
    products: ['cartwright-gift-card', 'stoneware-mug', 'linen-tea-towels', 'wildflower-honey', 'beeswax-candle'],
  },
]
