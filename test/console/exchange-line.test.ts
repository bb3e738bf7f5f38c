import { expect, test, vi } from 'vitest'
import { en } from '#console/strings/preview.ts'

vi.hoisted(() => void vi.stubGlobal('localStorage', { getItem: () => 'en' }))

type ExchangeLine = (difference: number, currency: string, words: typeof en) => string

/** The compiler of the tests reads no JSX. */
const load = async (path: string): Promise<{ exchangeLine: ExchangeLine }> => import(path)

test.each([
  [500, 'The customer pays €5.00, and the shipping.'],
  [0, 'The items cost the same. The customer pays only the shipping.'],
  [-500, 'The customer gets back €5.00, less the shipping.'],
])('an exchange with a difference of %i before its shipping is described', async (difference, text) => {
  const { exchangeLine } = await load('../../console/components/action/effect-lines.ts')
  expect(exchangeLine(difference, 'eur', en)).toBe(text)
})
