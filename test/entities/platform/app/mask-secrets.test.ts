import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MASK, maskSecrets } from '#entities/platform/app/mask-secrets.ts'

test('harmless values are returned at every level', () => {
  const data = { token_type: 'bearer', scope: ['read', 'write'], expires_in: 3600, active: true, bot: { scope: 'x' } }
  expect(
    maskSecrets({ ...data, bot: { ...data.bot, bot_token: 'xoxb-1' }, team: ['T1', { id: 'T2' }], nothing: null }),
  ).toEqual({
    ...data,
    bot: { scope: 'x', bot_token: MASK },
    team: [MASK, { id: MASK }],
    nothing: null,
  })
})

test('every key is kept and every other text is masked', () => {
  const keys = fc.constantFrom('access_token', 'refresh_token', 'id_token', 'state', 'url', 'team', 'a', 'b')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.dictionary(keys, tie('value')),
    value: fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.constant(null), fc.array(tie('value')), tie('tree')),
  }))
  fc.assert(
    fc.property(tree as fc.Arbitrary<Record<string, unknown>>, (data) => {
      const masked = maskSecrets(data)
      expect(textsIn(masked).every((text) => text === MASK)).toBe(true)
      expect(textsIn(masked)).toHaveLength(textsIn(data).length)
      expect(Object.keys(masked)).toEqual(Object.keys(data))
    }),
  )
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
