/** The contrast of texts that WCAG 2.2 AA requires, and that of the edges of fields. */
export const READABLE = 4.5
export const VISIBLE = 3

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

/** The relative luminance of WCAG: 0 is black, and 1 is white. `colour` is `#rrggbb`. */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A colour between two. `share` is that of `other`, from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const others = channelsOf(other)
  const channels = channelsOf(one).map((channel, i) => Math.round(channel + ((others[i] ?? 0) - channel) * share))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
