import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, READABLE, VISIBLE } from '../../../plugins/storefront/theme/contrast.ts'
import { darkColoursOf } from '../../../plugins/storefront/theme/dark-colours.ts'
import { paletteOf } from '../../../plugins/storefront/theme/palette.ts'
import { problemsOfTheme } from '../../../plugins/storefront/theme/problems-of-theme.ts'
import { DESIGNED, DESIGNED_DARK } from '../../../plugins/storefront/theme/theme.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

const colours = fc
  .record({ background: colour, text: colour, accent: colour })
  .filter((light) => problemsOfTheme({ ...DESIGNED, scheme: 'light', light }).length === 0)

/** The dark colours that follow from any light ones. */
const darkColours = colours.map((light) => darkColoursOf({ light, dark: null }))

test('all texts are readable in each theme that the shop accepts', () => {
  fc.assert(
    fc.property(fc.oneof(colours, fc.constantFrom(DESIGNED.light, DESIGNED_DARK), darkColours), (chosen) => {
      const { paper, card, field, ink, soft, accent, edge, good, bad, ...others } = paletteOf(chosen)
      const fields = [others['accent-field'], others['good-field'], others['bad-field']]
      const pairs = [
        ...[paper, card, field, ...fields].map((surface) => [ink, surface]),
        ...[paper, card].flatMap((surface) => [soft, accent, good, bad].map((text) => [text, surface])),
        ...[
          [soft, field],
          [bad, others['bad-field']],
          [others['accent-ink'], accent],
        ],
      ] as const
      for (const [text = '', surface = ''] of pairs)
        expect(contrastOf(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(READABLE)
      for (const surface of [paper, card]) expect(contrastOf(edge, surface)).toBeGreaterThanOrEqual(VISIBLE)
    }),
  )
})

test('the dark colours that follow from light ones are accepted', () => {
  fc.assert(
    fc.property(darkColours, (dark) => {
      expect(problemsOfTheme({ ...DESIGNED, dark })).toEqual([])
    }),
  )
})

test('a contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
