/** The colours of option values, such as `Moss`. */
export const COLOURS: Readonly<Record<string, string>> = {
  Natural: '#e6dcc6',
  Ink: '#33415c',
  Oat: '#d8c6a5',
  Moss: '#75804f',
  Charcoal: '#4c4f54',
  Rust: '#b4603a',
  Sea: '#6f9aa3',
  Cream: '#f1e7d0',
  Forest: '#3f6350',
  Stripe: '#4f6f8f',
  Check: '#b4603a',
  Tartan: '#9c4a3c',
  Herringbone: '#7d7f78',
}

export const WOOD = '#b98a57'
export const LEATHER = '#8a5a3a'
export const BRASS = '#c79a4b'
export const PAPER = '#faf6ec'

/** Mixes a share of white into a colour. */
export const lighten = (colour: string, share: number): string => mix(colour, 255, share)

/** Mixes a share of black into a colour. */
export const darken = (colour: string, share: number): string => mix(colour, 0, share)

function mix(colour: string, target: number, share: number): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
  const mixed = channels.map((channel) => Math.round(channel + (target - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
