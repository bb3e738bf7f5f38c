import { drawJacket, drawShirt, drawSocks, drawSweater } from './clothing.ts'
import { COLOURS } from './colours.ts'
import { drawBackpack, drawBlanket, drawGiftCard, drawNotebook, drawPen } from './desk-and-outdoor.ts'
import { drawBoard, drawCampSet, drawKettle, drawMug, drawTowels } from './kitchen.ts'
import { drawCandles, drawCoffee, drawHoney } from './pantry.ts'

/** Draws a product in a colour. `value` is the name of the colour or of the pattern. */
type Drawing = (colour: string, value: string) => string

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'washed-linen-shirt': drawShirt,
  'merino-crew-neck': drawSweater,
  'canvas-chore-jacket': drawJacket,
  'wool-hiking-socks': drawSocks,
  'stoneware-mug': drawMug,
  'olive-wood-board': drawBoard,
  'enamel-kettle': drawKettle,
  'linen-tea-towels': drawTowels,
  'house-blend-coffee': drawCoffee,
  'wildflower-honey': drawHoney,
  'dotted-notebook': drawNotebook,
  'brass-ballpoint': drawPen,
  'waxed-canvas-backpack': drawBackpack,
  'picnic-blanket': drawBlanket,
  'enamel-camp-set': drawCampSet,
  'beeswax-candle': drawCandles,
  'cartwright-gift-card': drawGiftCard,
}

export interface Picture {
  name: string
  svg: string
}

/** Draws one picture for each colour among the option values, or one picture of a product without colours. */
export function drawProduct(handle: string, optionValues: readonly string[]): Picture[] {
  const draw = DRAWINGS[handle]
  if (!draw) return []
  const values = [...new Set(optionValues)].filter((value) => value in COLOURS)
  if (values.length === 0) return [{ name: `${handle}.svg`, svg: draw('', '') }]
  return values.map((value) => ({
    name: `${handle}-${value.toLowerCase()}.svg`,
    svg: draw(COLOURS[value] ?? '', value),
  }))
}
