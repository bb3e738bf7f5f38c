import { darken, lighten } from './colours.ts'

/** Markup of SVG elements on a canvas of 800 × 800. */
export type Shapes = string

type Attributes = Readonly<Record<string, string | number>>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

export const path = (d: string, fill: string, more: Attributes = {}): Shapes =>
  `<path d="${d}"${attributesOf({ fill, ...more })}/>`

/** A line without a filled area. */
export const line = (d: string, stroke: string, width = 4, more: Attributes = {}): Shapes =>
  path(d, 'none', { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more })

/** `box` is x, y, width, height and the radius of the corners. */
export const rect = (box: readonly [number, number, number, number, number?], fill: string, more: Attributes = {}) => {
  const [x, y, width, height, rx = 0] = box
  return `<rect${attributesOf({ x, y, width, height, rx, fill, ...more })}/>`
}

/** `box` is the centre and both radii. */
export const ellipse = (
  box: readonly [number, number, number, number],
  fill: string,
  more: Attributes = {},
): Shapes => {
  const [cx, cy, rx, ry] = box
  return `<ellipse${attributesOf({ cx, cy, rx, ry, fill, ...more })}/>`
}

export const circle = (cx: number, cy: number, r: number, fill: string): Shapes => ellipse([cx, cy, r, r], fill)

export const group = (transform: string, ...shapes: Shapes[]): Shapes =>
  `<g transform="${transform}">${shapes.join('')}</g>`

/** Both halves of a symmetric object. `half` is the left one. */
export const mirrored = (half: Shapes): Shapes => half + group('translate(800 0) scale(-1 1)', half)

/** The shadow of an object that stands on the table at this height. */
export const shadow = (cx: number, cy: number, rx: number): Shapes =>
  ellipse([cx, cy, rx, rx * 0.1], '#2b2118', { opacity: 0.16 })

/** The shadow of a flat object. */
export const flatShadow = (d: string): Shapes => path(d, '#2b2118', { opacity: 0.12, transform: 'translate(10 16)' })

/** Fills an outline with a pattern that `fill` refers to as `url(#id)`. `size` is the width and the height of a tile. */
export const pattern = (id: string, size: readonly [number, number], ...shapes: Shapes[]): Shapes =>
  `<defs><pattern id="${id}" width="${size[0]}" height="${size[1]}" patternUnits="userSpaceOnUse">${shapes.join('')}</pattern></defs>`

/** An object stands on a table (`standing`) or hangs on a wall (`hanging`). */
export function scene(backdrop: string, kind: 'standing' | 'hanging', ...shapes: Shapes[]): string {
  const table = kind === 'standing' ? rect([0, 590, 800, 210], darken(backdrop, 0.07)) : ''
  const light = circle(400, 390, 300, lighten(backdrop, 0.32))
  const content = rect([0, 0, 800, 800], backdrop) + (kind === 'standing' ? light + table : light) + shapes.join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">${content}</svg>\n`
}
