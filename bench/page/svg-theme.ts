/* A style sheet replaces these placeholder colours, so that the chart fits light and dark pages. */
export const TEXT = '#010203'
export const FAINT = '#040506'
export const GOAL = '#070809'
export const FONT = 'system-ui, sans-serif'
export const COLOURS = { floor: '#0a0b0c', own: '#0d0e0f', peer: '#101112' }
const THEMES: Record<'light' | 'dark', Record<string, string>> = {
  light: {
    [TEXT]: '#1f2328',
    [FAINT]: '#d1d9e0',
    [GOAL]: '#cf222e',
    [COLOURS.floor]: '#afb8c1',
    [COLOURS.own]: '#0969da',
    [COLOURS.peer]: '#bf8700',
  },
  dark: {
    [TEXT]: '#e6edf3',
    [FAINT]: '#3d444d',
    [GOAL]: '#ff7b72',
    [COLOURS.floor]: '#656c76',
    [COLOURS.own]: '#4493f8',
    [COLOURS.peer]: '#d29922',
  },
}

/** Returns the chart with the colours of light and dark pages. */
export function themed(svg: string): string {
  let css = ''
  // Tooltips do not work in an image.
  let classed = svg
    .replace(/<style ><!\[CDATA\[[\s\S]*?<\/style>\n?/, '')
    .replaceAll(/ (class|pointer-events)="[^"]*"/g, '')
  Object.keys(THEMES.light).forEach((colour, i) => {
    css += `--c${i}:${THEMES.light[colour]};`
    classed = classed.replaceAll(new RegExp(`${colour}|${rgb(colour)}`, 'gi'), `var(--c${i})`)
  })
  const dark = Object.keys(THEMES.light)
    .map((colour, i) => `--c${i}:${THEMES.dark[colour]};`)
    .join('')
  const style = `<style>svg{${css}}@media (prefers-color-scheme:dark){svg{${dark}}}</style>`
  return `${inStyles(classed).replace(/(<svg[^>]*>)/, `$1\n${style}`)}\n`
}

const rgb = (colour: string) =>
  `rgb\\(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ?')}\\)`

/** CSS variables work in styles, not in attributes. */
const inStyles = (svg: string) =>
  svg.replaceAll(/<\w[^>]*var\(--[^>]*>/g, (tag) => {
    const styles = Array.from(tag.matchAll(/ (fill|stroke)="(var\([^"]+\))"/g), ([, name, value]) => `${name}:${value}`)
    const bare = tag.replaceAll(/ (fill|stroke)="var\([^"]+\)"/g, '')
    if (bare.includes(' style="')) return bare.replace(' style="', ` style="${styles.map((one) => `${one};`).join('')}`)
    return bare.replace(/(\/?>)$/, ` style="${styles.join(';')}"$1`)
  })
